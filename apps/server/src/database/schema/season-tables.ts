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
  league_logos: LeagueLogosTable
  logo_colors: LogoColorsTable
}

export type SeasonsTable = {
  league_id: number
  season: number
  is_finished: Flag
  current_week: number | null
  fetched_at: Millis
  /** `espn` stands for a season that was read from its provider, whichever that is. */
  source: ColumnType<SeasonSource>
  depth: ColumnType<SeasonDepth>
  /** The provider that it came from, directly or as files, and its ID of the league; null for a CSV table. */
  provider: ColumnType<ProviderName | null, ProviderName | null | undefined>
  provider_league_id: ColumnType<string | null, string | null | undefined>
  /** Whether it came from a league archive and has not been replaced since. Default: 0. */
  is_imported: Generated<Flag>
  /** The season itself. */
  document: Json
}

/** A logo that a team of a season has. */
type LeagueLogosTable = {
  league_id: number
  season: number
  /** https */
  url: string
}

type LogoColorsTable = {
  /** The https URL of the logo. */
  url: string
  /** The most prominent color, as `#rrggbb`. */
  color: string
}
