import type { Generated } from 'kysely'

/** What admins decided of a league's history. */
export type HistoryTables = {
  owner_merges: OwnerMergesTable
  record_exclusions: RecordExclusionsTable
}

/** That one account's seasons count as another's. The other is merged into none. */
type OwnerMergesTable = {
  id: Generated<number>
  league_id: number
  /** The account that is merged. */
  member_id: string
  /** The account that stands for the person. */
  person_id: string
  merged_at: number
}

/** Seasons whose games count for no record. */
type RecordExclusionsTable = {
  league_id: number
  season: number
  reason: string
  excluded_at: number
}
