import { type Cents, centsFromDollars } from './money.ts'
import { dayOfNflWeek } from './nfl-calendar.ts'
import { type SeasonCalendar, seasonAt } from './season.ts'
import { instantAt } from './zoned-time.ts'

/** A week of the betslip: an NFL week from 1 to 17. */
export type BettingWeek = { season: number; week: number }

export const BET_WEEKS = 17

const FIRST_PLAYOFF_WEEK = 14
const REGULAR_BET = centsFromDollars(10)
const PLAYOFF_BET = centsFromDollars(50)

const LEAGUE_ZONE = 'America/Chicago'
const CUTOFF_HOUR = 17
const WEEK_START_HOUR = 4

/** When a week locks: on its Saturday at 17:00 in America/Chicago. Source: decisions, 7. */
export function cutoffOf({ season, week }: BettingWeek): Date {
  return instantAt(dayOfNflWeek(season, week, 'saturday'), CUTOFF_HOUR, LEAGUE_ZONE)
}

/**
 * When the page stops entry for a viewer: at the cut-off, or at 17:00 of the viewer's own
 * Saturday when that is earlier. Source: decisions, 7.
 */
export function viewerCutoff(week: BettingWeek, timeZone: string): Date {
  const cutoff = cutoffOf(week)
  const own = instantAt(dayOfNflWeek(week.season, week.week, 'saturday'), CUTOFF_HOUR, timeZone)
  return own < cutoff ? own : cutoff
}

/** `early` until its season begins, on 1 March; `locked` from the very instant of the cut-off. */
export type WeekState = 'early' | 'open' | 'locked'

export function weekStateAt(week: BettingWeek, now: Date): WeekState {
  if (now >= cutoffOf(week)) return 'locked'
  return week.season > seasonAt(now) ? 'early' : 'open'
}

/** Whether others' picks of a week are kept from everyone, in a league that wants it so until the cut-off. */
export function arePicksHidden(hidesPicks: boolean, week: BettingWeek, now: Date): boolean {
  return hidesPicks && weekStateAt(week, now) !== 'locked'
}

/**
 * The week of a season that people look at: until Tuesday at 04:00 in America/Chicago the one
 * whose games were played; week 1 before the season, week 17 after it.
 */
export function currentBetWeek(season: number, now: Date): number {
  let week = 1
  while (week < BET_WEEKS && now >= weekStart({ season, week: week + 1 })) week += 1
  return week
}

/** The league's first playoff week; 14 where its calendar does not tell. */
export function firstPlayoffWeek(
  calendar: Pick<SeasonCalendar, 'regularSeasonPeriods' | 'periods'> | null,
): number {
  const regular = calendar?.regularSeasonPeriods ?? null
  const first = regular === null ? undefined : calendar?.periods.find(({ period }) => period === regular + 1)
  return first?.weeks[0] ?? FIRST_PLAYOFF_WEEK
}

/** What the whole slip of a week costs. Source: decisions, 7. */
export function betAmount(week: number, playoffsFrom: number): Cents {
  return week < playoffsFrom ? REGULAR_BET : PLAYOFF_BET
}

function weekStart({ season, week }: BettingWeek): Date {
  return instantAt(dayOfNflWeek(season, week, 'tuesday'), WEEK_START_HOUR, LEAGUE_ZONE)
}
