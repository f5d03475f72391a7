import type { ArchiveReader } from './archive-reader.ts'

export type RosterWeekReader = Pick<ArchiveReader, 'listRosterWeeks' | 'listNewestRosters'>
