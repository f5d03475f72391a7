import type { Moment } from '../calendar.ts'
import type { SimulatedSeason } from '../simulate-league.ts'

/** The week and the views of a request, and what the header narrows the schedule to. */
export type LeagueQuery = {
  views: readonly string[]
  /** The NFL week asked for; null for the current one. */
  period: number | null
  matchupPeriods: readonly number[] | null
}

export type LeagueFacts = {
  leagueId: number
  newestSeason: number
  /** What the provider says of the league's earlier seasons, oldest first. */
  previousSeasons: readonly number[]
  /** Whether only those with the league's cookies may read it. */
  isPrivate: boolean
  now: Date
}

/** Seasons before this one are with the history endpoint, in an older form. */
const FIRST_SEASON_ENDPOINT_YEAR = 2018

export function usesHistoryEndpoint(season: number): boolean {
  return season < FIRST_SEASON_ENDPOINT_YEAR
}

/** What every part of a body is made from. */
export type BodyContext = LeagueQuery &
  LeagueFacts & { season: SimulatedSeason; moment: Moment; week: number }
