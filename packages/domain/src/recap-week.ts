import { dayOfNflWeek } from './nfl-calendar.ts'
import { instantAt } from './zoned-time.ts'

const LEAGUE_ZONE = 'America/Chicago'
const RECAP_HOUR = 9
const HOUR_MS = 3_600_000
/** The NFL's regular season. */
const LAST_WEEK = 18

/**
 * Returns the NFL week whose recap is due. A recap is due from 9:00 AM in America/Chicago on the Tuesday
 * after the week's games until the same time a week later, so a recap with late scores is still posted and
 * none is posted out of season. Returns null when no recap is due.
 */
export function recapWeekAt(season: number, now: Date): number | null {
  for (let week = 1; week <= LAST_WEEK; week += 1) {
    if (now >= tuesdayAfter(season, week) && now < tuesdayAfter(season, week + 1)) return week
  }
  return null
}

/**
 * Returns the start, in America/Chicago, of the Monday after the week's Sunday. Data read before this time
 * cannot contain the week's final results.
 */
export function earliestWeekEnd(season: number, week: number): Date {
  return new Date(tuesdayAfter(season, week).getTime() - (RECAP_HOUR + 24) * HOUR_MS)
}

function tuesdayAfter(season: number, week: number): Date {
  return instantAt(dayOfNflWeek(season, week + 1, 'tuesday'), RECAP_HOUR, LEAGUE_ZONE)
}
