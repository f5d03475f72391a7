import { type ArchiveReader, archiveReader } from './archive-reader.ts'

export type RosterWeekReader = Pick<ArchiveReader, 'listRosterWeeks' | 'listNewestRosters'>

export const rosterWeekReader: (db: Parameters<typeof archiveReader>[0]) => RosterWeekReader = archiveReader
