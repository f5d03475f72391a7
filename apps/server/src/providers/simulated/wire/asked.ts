import type { Moment } from '../calendar.ts'
import type { SimulatedSeason } from '../simulate-league.ts'

/** The week and the views of a request, and what the header narrows the schedule to. */
export type LeagueQuestion = {
  views: readonly string[]
  /** The NFL week asked for; null for the current one. */
  period: number | null
  matchupPeriods: readonly number[] | null
}

export type LeagueFacts = {
  leagueId: number
  /** What the provider says of the league's earlier seasons, oldest first. */
  previousSeasons: readonly number[]
  now: Date
}

/** What every part of a body is made from. */
export type Asked = LeagueQuestion & LeagueFacts & { season: SimulatedSeason; moment: Moment; week: number }
