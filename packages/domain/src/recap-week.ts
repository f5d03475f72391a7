import { dayOfNflWeek } from './nfl-calendar.ts'
import { instantAt } from './zoned-time.ts'

const LEAGUE_ZONE = 'America/Chicago'
const RECAP_HOUR = 9
const HOUR_MS = 3_600_000
/** The NFL's regular season. */
const LAST_WEEK = 18

/**
 * The NFL week of a season whose recap is due: from the Tuesday after its games at 9:00 in
 * America/Chicago until a week later, so that one whose scores come late is told late, and none
 * is told out of season. null where none is due.
 */
export function recapWeekAt(season: number, now: Date): number | null {
  for (let week = 1; week <= LAST_WEEK; week += 1) {
    if (now >= tuesdayAfter(season, week) && now < tuesdayAfter(season, week + 1)) return week
  }
  return null
}

/**
 * The Monday after a week's Sunday begins in America/Chicago: whoever read the season before does not
 * know how the week ended.
 */
export function earliestWeekEnd(season: number, week: number): Date {
  return new Date(tuesdayAfter(season, week).getTime() - (RECAP_HOUR + 24) * HOUR_MS)
}

function tuesdayAfter(season: number, week: number): Date {
  return instantAt(dayOfNflWeek(season, week + 1, 'tuesday'), RECAP_HOUR, LEAGUE_ZONE)
}
