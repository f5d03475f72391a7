import type { SimulatedSeason } from '../league/simulate-league.ts'
import type { Moment } from '../nfl.ts'
import type { LeagueQuery } from '../simulated-http.ts'

export type LeagueFacts = {
  leagueId: number
  newestSeason: number
  /** The earlier seasons that the provider lists, oldest first. */
  previousSeasons: readonly number[]
  isPrivate: boolean
  now: Date
}

/** Earlier seasons are available only at the history endpoint, in an older format. */
const FIRST_SEASON_ENDPOINT_YEAR = 2018

export function usesHistoryEndpoint(season: number): boolean {
  return season < FIRST_SEASON_ENDPOINT_YEAR
}

export type BodyContext = LeagueQuery &
  LeagueFacts & { season: SimulatedSeason; moment: Moment; week: number }
