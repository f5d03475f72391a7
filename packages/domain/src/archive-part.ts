import type { Draft } from './draft.ts'
import type { WeekLineups } from './lineup.ts'
import type { WeekTransactions } from './transactions.ts'

/** A part of a season's archive that is stored as a unit. Teams and games are stored separately. */
export type ArchivePart =
  | { name: 'line-ups'; week: WeekLineups }
  | { name: 'draft'; draft: Draft }
  | { name: 'transactions'; week: WeekTransactions }

export type ArchivePartName = ArchivePart['name']
