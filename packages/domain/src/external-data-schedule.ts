import type { NflGame } from './nfl-week.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long a game may last, overtime and delays included. */
const MAX_GAME_MS = 5 * HOUR
/** A game that is read as unfinished so long after its day is so for good. */
const CORRECTION_WINDOW_MS = 2 * DAY
const LINES_HORIZON_MS = 14 * DAY
/** Forecasts reach 15.8 days. */
const FORECAST_HORIZON_MS = 15 * DAY

/** How old the schedule of a season may be: weeks 15 to 18 move, and are set late. */
export const SCHEDULE_MAX_AGE_MS = 12 * HOUR

/**
 * How old the scoreboard of some games may be, in milliseconds: a quarter of an hour on their
 * day, an hour in the week before, half a day earlier. null while nothing of them changes.
 * Source: outside data, 2 "Be far slower".
 */
export function scoreboardMaxAgeMs(games: readonly Pick<NflGame, 'kickoff' | 'state'>[], now: Date) {
  const waits = games.map((game) => gameMaxAgeMs(game, now)).filter((wait) => wait !== null)
  return waits.length > 0 ? Math.min(...waits) : null
}

function gameMaxAgeMs({ kickoff, state }: Pick<NflGame, 'kickoff' | 'state'>, now: Date): number | null {
  if (state === 'post') return null
  const aheadMs = kickoff.getTime() - now.getTime()
  if (aheadMs > LINES_HORIZON_MS) return null
  if (aheadMs > 7 * DAY) return 12 * HOUR
  if (aheadMs > 18 * HOUR) return HOUR
  if (aheadMs > -MAX_GAME_MS) return 15 * MINUTE
  return aheadMs > -CORRECTION_WINDOW_MS ? HOUR : null
}

/**
 * How old the forecast for a game may be, in milliseconds: an hour on its day, else three. null
 * when it has begun, when its hour is not set, and while no forecast reaches it.
 */
export function forecastMaxAgeMs({ kickoff, isTimeSet, state }: NflGame, now: Date): number | null {
  const aheadMs = kickoff.getTime() - now.getTime()
  if (!isTimeSet || state !== 'pre' || aheadMs <= 0 || aheadMs > FORECAST_HORIZON_MS) return null
  return aheadMs <= DAY ? HOUR : 3 * HOUR
}
