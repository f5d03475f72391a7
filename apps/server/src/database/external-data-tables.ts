import type { NflGameState } from '@fieldhouse/domain/nfl-week'
import type { ColumnType } from 'kysely'

/** What comes from sources outside the fantasy league. */
export type ExternalDataTables = {
  nfl_games: NflGamesTable
  nfl_byes: NflByesTable
  nfl_lines: NflLinesTable
  nfl_weather: NflWeatherTable
  outside_reads: OutsideReadsTable
  news_answers: NewsAnswersTable
}

/** A game of the NFL, by the provider's numbers. */
type NflGamesTable = {
  game_id: number
  season: number
  week: number
  home_team_id: number
  away_team_id: number
  /** Milliseconds UTC; some moment of the day while the time is not set. */
  kickoff_at: number
  is_time_set: number
  state: ColumnType<NflGameState>
  /** The place is null until a scoreboard has told it. */
  venue_id: number | null
  venue_name: string | null
  is_neutral: number | null
  is_indoor: number | null
}

/** The week in which a team rests. */
type NflByesTable = { season: number; team_id: number; week: number }

/** The last line before kickoff. */
type NflLinesTable = {
  game_id: number
  /** Tenths of a point; the home team's handicap. */
  spread_tenths: number | null
  total_tenths: number | null
  bookmaker: string | null
  fetched_at: number
}

/** The last forecast before kickoff, as it is shown. */
type NflWeatherTable = {
  game_id: number
  /** The kickoff that it was read for, which may have moved since. */
  kickoff_at: number
  description: string | null
  fahrenheit: number | null
  icon: string | null
  fetched_at: number
}

/** How the last reading of a part of an outside source went: a season, a week, a game, or all of it. */
type OutsideReadsTable = {
  source: string
  /** Empty for a source that is read whole. */
  part: string
  asked_at: number
  /** When it was last read well; null when it never was. */
  ok_at: number | null
  /** Why the last reading failed; null when it was good. */
  error: string | null
  /** Nobody asks before; null when nothing forbids it. */
  retry_at: number | null
}

/** What a source of news last said about a player. */
type NewsAnswersTable = {
  source: string
  /** The player's number, or name folded, by what the source is asked with. */
  player_key: string
  /** JSON text, parsed by a schema in the store. */
  items: string
  fetched_at: number
}
