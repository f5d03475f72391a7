import type { NflGameProgress } from '@fieldhouse/domain/nfl/game-progress'
import type { NflGame, NflLine, NflOdds } from '@fieldhouse/domain/nfl/nfl-week'
import type { NflPlayer } from '@fieldhouse/domain/nfl/player'

/** A source of NFL games and players. Methods return null for missing data. Failures are ProviderErrors. */
export interface NflProvider {
  readSchedule(request: { season: number; signal?: AbortSignal }): Promise<NflSchedule | null>
  readScoreboard(request: ScoreboardRequest): Promise<NflScoreboard | null>
  readPlayers(request: { season: number; signal?: AbortSignal }): Promise<NflPlayer[] | null>
}

export type ScoreboardRequest = {
  season: number
  week: number
  /** Whether this is the current week, so the provider's default scoreboard may be used as a fallback. */
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

/** A bookmaker's line, with the odds that it reports. */
export type ReportedLine = NflLine & { bookmaker: string | null; odds: NflOdds }

export type ScoreboardGame = NflGame & {
  venueId: number | null
  venueName: string | null
  isNeutral: boolean | null
  /** Whether the stadium has a roof, open or closed; null when unknown. */
  isIndoor: boolean | null
  line: ReportedLine | null
  progress: Omit<NflGameProgress, 'observedAt'>
}
