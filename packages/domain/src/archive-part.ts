import type { Draft } from './draft.ts'
import type { WeekLineups } from './lineup.ts'
import type { WeekTransactions } from './transactions.ts'

/** What is stored at once of what happened inside a season, beside its teams and games. */
export type ArchivePart =
  | { name: 'line-ups'; week: WeekLineups }
  | { name: 'draft'; draft: Draft }
  | { name: 'transactions'; week: WeekTransactions }

export type ArchivePartName = ArchivePart['name']
