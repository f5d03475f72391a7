import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import type { NflGame } from './nfl-week.ts'

/** The longest time that a game can take, including overtime and delays. */
const MAX_GAME_MS = 5 * HOUR_MS
/** A game that is still unfinished this long after kickoff is not expected to change. */
const CORRECTION_WINDOW_MS = 2 * DAY_MS
/** Shorter than a minute, so that a job that runs every minute always finds it stale. */
const WATCHED_MAX_AGE_MS = 45_000
const LINES_HORIZON_MS = 14 * DAY_MS
/** Forecasts cover the next 15.8 days. */
const FORECAST_HORIZON_MS = 15 * DAY_MS

/** Maximum age of a season's schedule. Games of weeks 15 to 18 are moved, and their times are set late. */
export const SCHEDULE_MAX_AGE_MS = 12 * HOUR_MS

type TrackedGame = Pick<NflGame, 'kickoff' | 'state'> & {
  /** Whether the game ended without a scoreboard that reported its final score. */
  lacksScore?: boolean
}

export function isInProgress({ kickoff, state }: TrackedGame, now: Date): boolean {
  const sinceKickoffMs = now.getTime() - kickoff.getTime()
  return (state === 'pre' || state === 'in') && sinceKickoffMs >= 0 && sinceKickoffMs < MAX_GAME_MS
}

/**
 * Maximum age of the scoreboard of these games, in milliseconds: less than a minute while a game is in progress and
 * `isWatched`, 15 minutes on game day, 1 hour in the week before, 12 hours earlier than that. null while none of the
 * games can change. Source: outside data, 2 "Be far slower".
 */
export function scoreboardMaxAgeMs(games: readonly TrackedGame[], now: Date, isWatched = false) {
  if (isWatched && games.some((game) => isInProgress(game, now))) return WATCHED_MAX_AGE_MS
  const maxAges = games.map((game) => gameMaxAgeMs(game, now)).filter((maxAge) => maxAge !== null)
  return maxAges.length > 0 ? Math.min(...maxAges) : null
}

function gameMaxAgeMs({ kickoff, state, lacksScore }: TrackedGame, now: Date): number | null {
  if (state === 'post' && lacksScore !== true) return null
  const untilKickoffMs = kickoff.getTime() - now.getTime()
  if (untilKickoffMs > LINES_HORIZON_MS) return null
  if (untilKickoffMs > 7 * DAY_MS) return 12 * HOUR_MS
  if (untilKickoffMs > 18 * HOUR_MS) return HOUR_MS
  if (untilKickoffMs > -MAX_GAME_MS) return 15 * MINUTE_MS
  return untilKickoffMs > -CORRECTION_WINDOW_MS ? HOUR_MS : null
}

/**
 * Maximum age of a game's forecast, in milliseconds: 1 hour on game day, otherwise 3 hours. null if the game
 * has begun, if its kickoff time is not set, or if it is too far ahead for a forecast.
 */
export function forecastMaxAgeMs({ kickoff, isTimeSet, state }: NflGame, now: Date): number | null {
  const untilKickoffMs = kickoff.getTime() - now.getTime()
  if (!isTimeSet || state !== 'pre' || untilKickoffMs <= 0 || untilKickoffMs > FORECAST_HORIZON_MS)
    return null
  return untilKickoffMs <= DAY_MS ? HOUR_MS : 3 * HOUR_MS
}
