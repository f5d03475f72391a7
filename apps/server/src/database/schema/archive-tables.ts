import type { ArchivePartName, DraftOrder } from '@fieldhouse/domain/rosters/archive'
import type { TimelinePoint } from '@fieldhouse/domain/rosters/timeline'
import type { ColumnType } from 'kysely'

type Millis = number
type Flag = number
type Json = string

/** The tables of a league's archive. Their rows stay when a season is stored again. */
export type ArchiveTables = {
  lineup_weeks: LineupWeeksTable
  lineups: LineupsTable
  drafts: DraftsTable
  transaction_weeks: TransactionWeeksTable
  archive_responses: ArchiveResponsesTable
  game_timeline_points: GameTimelinePointsTable
  players: PlayersTable
}

/** An NFL week whose lineups were fetched. */
export type LineupWeeksTable = {
  league_id: number
  season: number
  week: number
  findings: Json
  fetched_at: Millis
}

/** A team's lineup in an NFL week. The entries are always read as a whole. */
export type LineupsTable = {
  league_id: number
  season: number
  week: number
  team_id: number
  entries: Json
  empty_slots: Json
  /** Hundredths of a point. */
  points: number
  projected_points: number | null
}

export type DraftsTable = {
  league_id: number
  season: number
  is_complete: Flag
  /** null if the provider does not state it. */
  kind: ColumnType<DraftOrder | null>
  picks: Json
  fetched_at: Millis
}

export type TransactionWeeksTable = {
  league_id: number
  season: number
  /** The requested NFL week; 0 is the time before the first week. */
  week: number
  transactions: Json
  findings: ColumnType<Json, Json | undefined>
  fetched_at: Millis
}

/** The raw responses from which the stored parts of an archive were parsed. */
export type ArchiveResponsesTable = {
  league_id: number
  season: number
  part: ColumnType<ArchivePartName>
  /** 0 for a draft. */
  week: number
  position: number
  answer_id: number
}

/** The scores and the win probability of a game at a time. */
export type GameTimelinePointsTable = {
  league_id: number
  season: number
  game_id: number
  at: Millis
  state: ColumnType<TimelinePoint['state']>
  /** Hundredths of a point. */
  home_points: number
  away_points: number
  /** The home team's win probability in millionths. */
  home_probability: number
}

/**
 * Every player in a stored lineup of any league, as described by the newest of these lineups, and players of stored
 * transactions and drafts whom only the draft or the list of all players names.
 */
export type PlayersTable = {
  /** Negative for a team's defense. */
  espn_id: number
  name: string
  /** The normalized name; several players can share it. */
  name_key: string
  position: string | null
  nfl_team_id: number | null
  /** Season and NFL week of the lineup that describes the player; 0 if it was uploaded, and without a lineup. */
  season: number
  week: number
}
