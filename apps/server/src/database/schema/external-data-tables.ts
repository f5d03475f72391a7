import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { NflGameHold, NflGameState } from '@fieldhouse/domain/nfl/game-progress'
import type { ColumnType } from 'kysely'

/** Data from sources other than the fantasy provider. */
export type ExternalDataTables = {
  nfl_games: NflGamesTable
  nfl_byes: NflByesTable
  nfl_lines: NflLinesTable
  nfl_weather: NflWeatherTable
  external_fetches: ExternalFetchesTable
  news_responses: NewsResponsesTable
  player_lists: PlayerListsTable
}

/** An NFL game. Ids are the provider's. */
type NflGamesTable = {
  game_id: number
  season: number
  week: number
  home_team_id: number
  away_team_id: number
  /** Milliseconds since 1970, UTC. An arbitrary time of the day while the kickoff time is not set. */
  kickoff_at: number
  is_time_set: number
  state: ColumnType<NflGameState>
  /** The columns of the venue are null until a scoreboard reports it. */
  venue_id: number | null
  venue_name: string | null
  is_neutral: number | null
  is_indoor: number | null
  /** The columns below are null until a scoreboard reports them. */
  period: number | null
  /** Seconds left in the period. */
  clock_seconds: number | null
  home_score: number | null
  away_score: number | null
  hold: ColumnType<NflGameHold | null, NflGameHold | null | undefined>
  ball_team_id: number | null
  is_red_zone: number | null
  /** When a scoreboard last reported the game; null again if the schedule has changed its state since. */
  observed_at: number | null
}

/** The bye week of a team. */
type NflByesTable = { season: number; team_id: number; week: number }

/** The last betting line before kickoff. */
type NflLinesTable = {
  game_id: number
  /** The spread of the home team, in tenths of a point. */
  spread_tenths: number | null
  total_tenths: number | null
  /** American odds; null if no source reports them. */
  home_moneyline: ColumnType<number | null, number | null | undefined>
  away_moneyline: ColumnType<number | null, number | null | undefined>
  home_spread_odds: ColumnType<number | null, number | null | undefined>
  away_spread_odds: ColumnType<number | null, number | null | undefined>
  over_odds: ColumnType<number | null, number | null | undefined>
  under_odds: ColumnType<number | null, number | null | undefined>
  bookmaker: string | null
  fetched_at: number
}

/** The last forecast before kickoff, as displayed. */
type NflWeatherTable = {
  game_id: number
  /** The kickoff that the forecast is for. The game may have been rescheduled since. */
  kickoff_at: number
  description: string | null
  fahrenheit: number | null
  icon: string | null
  fetched_at: number
}

/** The result of the last fetch of an external source, or of a part of it, such as a season, week or game. */
type ExternalFetchesTable = {
  source: string
  /** Empty for a source that is fetched as a whole. */
  part: string
  asked_at: number
  /** The last successful fetch; null if there was none. */
  ok_at: number | null
  /** Why the last fetch failed; null if it succeeded. */
  error: string | null
  /** After a failure, the source is not fetched before this time; null for no restriction. */
  retry_at: number | null
}

/** The last response of a news source about a player. */
type NewsResponsesTable = {
  source: string
  /** The player's id or normalized name, depending on what the source is queried by. */
  player_key: string
  /** JSON text, parsed by a schema in the store. */
  items: string
  fetched_at: number
}

/** All players of a provider whose lineups name them by ID only. */
type PlayerListsTable = {
  provider: ColumnType<ProviderName>
  /** Of `players` before the compression. */
  sha256: string
  /** JSON text, compressed with gzip. */
  players: Uint8Array
}
