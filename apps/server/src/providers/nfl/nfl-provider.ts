import type { NflGame } from '@fieldhouse/domain/nfl-week'
import type { NflLine } from '@fieldhouse/domain/spread'

/** Where the NFL's games come from. Each answer is null where there is none; failures are ProviderErrors. */
export interface NflProvider {
  /** All games of a season. */
  readSchedule(request: { season: number; signal?: AbortSignal }): Promise<NflSchedule | null>
  /** The games of a week with where they are played, how they stand, and what is expected of them. */
  readScoreboard(request: ScoreboardRequest): Promise<NflScoreboard | null>
}

export type ScoreboardRequest = {
  season: number
  week: number
  /** Whether the week is on: the provider may then be asked for the week that it shows by itself. */
  isRunning: boolean
  signal?: AbortSignal
}

export type NflBye = { teamId: number; week: number }

export type NflSchedule = {
  season: number
  /** `state` is `pre` or `post` only. */
  games: NflGame[]
  byes: NflBye[]
}

export type NflScoreboard = {
  season: number
  week: number
  games: ScoreboardGame[]
  byes: NflBye[]
}

export type ScoreboardGame = NflGame & {
  venueId: number | null
  venueName: string | null
  isNeutral: boolean | null
  /** Whether the stadium has a roof, be it open or shut. */
  isIndoor: boolean | null
  /** null without one. */
  line: (NflLine & { bookmaker: string | null }) | null
}
