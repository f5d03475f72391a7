import { type Cents, centsFromDollars } from '../money.ts'
import { dayOfNflWeek } from '../nfl/nfl-week.ts'
import { type SeasonCalendar, seasonAt } from '../seasons/season.ts'
import { instantAt, LEAGUE_TIME_ZONE } from '../time-zones.ts'

/** A week of the betslip: NFL weeks 1 to 17 have one. */
export type BettingWeek = { season: number; week: number }

export const BET_WEEKS = 17

const FIRST_PLAYOFF_WEEK = 14
const REGULAR_BET = centsFromDollars(10)
const PLAYOFF_BET = centsFromDollars(50)

const CUTOFF_HOUR = 17
const WEEK_START_HOUR = 4

/** When the picks of a week lock: Saturday at 17:00 in America/Chicago. Source: decisions, 7. */
export function cutoffOf({ season, week }: BettingWeek): Date {
  return instantAt(dayOfNflWeek(season, week, 'saturday'), CUTOFF_HOUR, LEAGUE_TIME_ZONE)
}

/**
 * When the page stops accepting a viewer's picks: at the cutoff, or at 17:00 on Saturday in the viewer's time
 * zone if that is earlier. Source: decisions, 7.
 */
export function viewerCutoff(week: BettingWeek, timeZone: string): Date {
  const cutoff = cutoffOf(week)
  const localCutoff = instantAt(dayOfNflWeek(week.season, week.week, 'saturday'), CUTOFF_HOUR, timeZone)
  return localCutoff < cutoff ? localCutoff : cutoff
}

/** `early` until the season begins on March 1; `locked` from the instant of the cutoff. */
export type WeekState = 'early' | 'open' | 'locked'

export function weekStateAt(week: BettingWeek, now: Date): WeekState {
  if (now >= cutoffOf(week)) return 'locked'
  return week.season > seasonAt(now) ? 'early' : 'open'
}

/**
 * Whether other members' picks are hidden. `hidesPicks` is the league setting that hides them until the
 * cutoff.
 */
export function arePicksHidden(hidesPicks: boolean, week: BettingWeek, now: Date): boolean {
  return hidesPicks && weekStateAt(week, now) !== 'locked'
}

/**
 * The week that the betslip shows by default. A week lasts until Tuesday at 04:00 in America/Chicago. Week 1
 * before the season, week 17 after it.
 */
export function currentBetWeek(season: number, now: Date): number {
  let week = 1
  while (week < BET_WEEKS && now >= weekStart({ season, week: week + 1 })) week += 1
  return week
}

/** The league's first playoff week; 14 if its calendar is unknown. */
export function firstPlayoffWeek(
  calendar: Pick<SeasonCalendar, 'regularSeasonPeriods' | 'periods'> | null,
): number {
  const regular = calendar?.regularSeasonPeriods ?? null
  const first = regular === null ? undefined : calendar?.periods.find(({ period }) => period === regular + 1)
  return first?.weeks[0] ?? FIRST_PLAYOFF_WEEK
}

/** The wager of a week's slip. Source: decisions, 7. */
export function betAmount(week: number, playoffsFrom: number): Cents {
  return week < playoffsFrom ? REGULAR_BET : PLAYOFF_BET
}

function weekStart({ season, week }: BettingWeek): Date {
  return instantAt(dayOfNflWeek(season, week, 'tuesday'), WEEK_START_HOUR, LEAGUE_TIME_ZONE)
}
