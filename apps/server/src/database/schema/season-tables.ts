import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { SeasonDepth, SeasonSource } from '@fieldhouse/domain/seasons/season-replacement'
import type { ColumnType, Generated } from 'kysely'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number
/** 0 or 1: both engines store a number. */
type Flag = number
/** JSON text, parsed by a schema in the store that reads it. */
type Json = string

export type SeasonTables = {
  seasons: SeasonsTable
  season_members: SeasonMembersTable
  season_teams: SeasonTeamsTable
  season_team_owners: SeasonTeamOwnersTable
  logo_colors: LogoColorsTable
  season_games: SeasonGamesTable
  season_weeks: SeasonWeeksTable
}

export type SeasonsTable = {
  league_id: number
  season: number
  name: string | null
  is_public: Flag | null
  scoring_type: string | null
  size: number
  regular_season_periods: number | null
  playoff_teams: number | null
  is_drafted: Flag
  is_finished: Flag
  current_period: number | null
  current_week: number | null
  final_week: number | null
  /** When the draft begins or began; null if unknown. */
  draft_at: ColumnType<Millis | null, Millis | null | undefined>
  /** The parts that are always read as a whole: calendar, previous seasons, findings. */
  details: Json
  fetched_at: Millis
  /** `espn` stands for a season that was read from its provider, whichever that is. */
  source: ColumnType<SeasonSource>
  depth: ColumnType<SeasonDepth>
  /** The provider that it came from, directly or as files, and its ID of the league; null for a CSV table. */
  provider: ColumnType<ProviderName | null, ProviderName | null | undefined>
  provider_league_id: ColumnType<string | null, string | null | undefined>
  /** Whether it came from a league archive and has not been replaced since. Default: 0. */
  is_imported: Generated<Flag>
}

export type SeasonMembersTable = {
  league_id: number
  season: number
  member_id: string
  name: string
  is_manager: Flag
  is_creator: Flag
}

export type SeasonTeamsTable = {
  league_id: number
  season: number
  team_id: number
  name: string
  abbrev: string
  logo: string | null
  division_id: number | null
  /** null for an unknown record, as are the losses and ties. */
  wins: number | null
  losses: number | null
  ties: number | null
  /** Hundredths of a point, like all scores; null if unknown. */
  points_for: number | null
  points_against: number | null
  playoff_seed: number | null
  final_rank: number | null
  /** The NFL week after which the team was out of an elimination league; null if it was not. */
  eliminated_week: number | null
}

type LogoColorsTable = {
  /** The https URL of the logo. */
  url: string
  /** The most prominent color, as `#rrggbb`. */
  color: string
}

export type SeasonTeamOwnersTable = {
  league_id: number
  season: number
  team_id: number
  member_id: string
  /** 0 for the primary owner. */
  position: number
}

export type SeasonGamesTable = {
  league_id: number
  season: number
  game_id: number
  period: number
  bracket: string
  result: string
  /** The categories that each side has won and those that are tied; null unless the league plays in categories. */
  home_categories: ColumnType<number | null, number | null | undefined>
  away_categories: ColumnType<number | null, number | null | undefined>
  tied_categories: ColumnType<number | null, number | null | undefined>
  home_team_id: number
  home_points: number
  home_live_points: number | null
  home_projected_points: number | null
  home_adjustment: number
  /** null for a bye. */
  away_team_id: number | null
  away_points: number | null
  away_live_points: number | null
  away_projected_points: number | null
  away_adjustment: number | null
}

/** The points of a team in one NFL week. */
export type SeasonWeeksTable = {
  league_id: number
  season: number
  team_id: number
  week: number
  points: number
}
