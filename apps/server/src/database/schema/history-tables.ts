import type { Generated } from 'kysely'

/** Decisions of admins about a league's history. */
export type HistoryTables = {
  owner_merges: OwnerMergesTable
  record_exclusions: RecordExclusionsTable
  owner_pictures: OwnerPicturesTable
  trophy_pictures: TrophyPicturesTable
}

/** Merges one provider account into another, so that their seasons count as one owner's. Merges are not chained. */
type OwnerMergesTable = {
  id: Generated<number>
  league_id: number
  /** The merged account. */
  member_id: string
  /** The account that represents the owner. */
  person_id: string
  merged_at: number
}

/** Seasons that are excluded from the records. */
type RecordExclusionsTable = {
  league_id: number
  season: number
  reason: string
  excluded_at: number
}

/** The uploaded pictures of a league's owners, by provider account. */
type OwnerPicturesTable = {
  league_id: number
  member_id: string
  /** The media file; null for an owner without a picture, even if the data folder has one. */
  file_key: string | null
  updated_at: number
}

/** The picture of a league's trophy. */
type TrophyPicturesTable = {
  league_id: number
  /** The media file. */
  file_key: string
  /** The alternative text; null for the general one. */
  description: string | null
  updated_at: number
}
