import type { ArchivePartName } from '@fieldhouse/domain/archive-part'
import type { ColumnType } from 'kysely'

type Millis = number
type Flag = number
type Json = string

/** The tables of a league's archive. They stay when a season is stored again. */
export type ArchiveTables = {
  lineup_weeks: LineupWeeksTable
  lineups: LineupsTable
  drafts: DraftsTable
  transaction_weeks: TransactionWeeksTable
  archive_answers: ArchiveAnswersTable
  players: PlayersTable
}

/** An NFL week of which somebody asked for the line-ups. */
export type LineupWeeksTable = {
  league_id: number
  season: number
  week: number
  findings: Json
  fetched_at: Millis
}

/** A team's line-up in an NFL week, which is only ever read whole. */
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
  picks: Json
  fetched_at: Millis
}

export type TransactionWeeksTable = {
  league_id: number
  season: number
  /** The NFL week that was asked for; 0 is the time before the first. */
  week: number
  transactions: Json
  fetched_at: Millis
}

/** Which raw answers the stored parts of an archive were made of. */
export type ArchiveAnswersTable = {
  league_id: number
  season: number
  part: ColumnType<ArchivePartName>
  /** 0 for a draft. */
  week: number
  position: number
  answer_id: number
}

/** Every player who was in a line-up of any league, as the newest of them has them. */
export type PlayersTable = {
  /** Negative for a team's defense. */
  espn_id: number
  name: string
  /** The name folded; several players may share one. */
  name_key: string
  position: string | null
  nfl_team_id: number | null
  /** The season and the NFL week of the line-up that told; 0 for one that somebody brought. */
  season: number
  week: number
}
