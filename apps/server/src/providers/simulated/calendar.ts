const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** How long a season is. One week was added in 2021. */
type SeasonShape = {
  regularWeeks: number
  /** Matchup periods of the whole season: three of playoffs follow the regular ones. */
  periods: number
  /** Last week of the fantasy season. */
  finalWeek: number
  /** Last week in which the NFL plays its regular season. */
  nflWeeks: number
}

export const PLAYOFF_TEAMS = 6

/** The final of this season lasted two weeks. */
const SEASON_OF_LONG_FINAL = 2019

export function shapeOf(season: number): SeasonShape {
  const regularWeeks = season >= 2021 ? 14 : 13
  const periods = regularWeeks + 3
  const finalWeek = season === SEASON_OF_LONG_FINAL ? periods + 1 : periods
  return { regularWeeks, periods, finalWeek, nflWeeks: regularWeeks + 4 }
}

/** The NFL weeks of a matchup period. */
export function weeksOfPeriod(season: number, period: number): number[] {
  const { periods, finalWeek } = shapeOf(season)
  return period === periods && finalWeek > periods ? [period, finalWeek] : [period]
}

/** The matchup period in which an NFL week lies; the last one after it. */
export function periodOfWeek(season: number, week: number): number {
  return Math.min(week, shapeOf(season).periods)
}

/** Where a season stands at an instant. */
export type Moment = {
  atMs: number
  isDrafted: boolean
  /** The provider's latestScoringPeriod: 0 before the draft, at most two past the final week. */
  week: number
  isFinished: boolean
}

export function momentOf(season: number, at: Date): Moment {
  const atMs = at.getTime()
  const { finalWeek } = shapeOf(season)
  const isDrafted = atMs >= draftAt(season)
  const passed = Math.floor((atMs - weekStart(season, 1)) / WEEK) + 1
  const week = isDrafted ? Math.min(Math.max(passed, 1), finalWeek + 2) : 0
  return { atMs, isDrafted, week, isFinished: week > finalWeek }
}

/** A week begins on the Tuesday before its games, 09:00 UTC; then the one before is final. */
export function weekStart(season: number, week: number): number {
  return firstThursday(season) - 2 * DAY + 9 * HOUR + (week - 1) * WEEK
}

/** The Saturday before the first game, 19:00 in the summer of New York. */
export function draftAt(season: number): number {
  return firstThursday(season) - 5 * DAY + 23 * HOUR
}

export type Slot = 'thursday night' | 'sunday early' | 'sunday late' | 'sunday night' | 'monday night'

const KICKOFFS = {
  'thursday night': [0, 20, 15],
  'sunday early': [3, 13, 0],
  'sunday late': [3, 16, 25],
  'sunday night': [3, 20, 20],
  'monday night': [4, 20, 15],
} as const satisfies Record<Slot, readonly [daysAfterThursday: number, hour: number, minute: number]>

/** In milliseconds UTC, from New York's clock. */
export function kickoffAt(season: number, week: number, slot: Slot): number {
  const [days, hour, minute] = KICKOFFS[slot]
  const midnight = firstThursday(season) + (week - 1) * WEEK + days * DAY
  const behindUtc = midnight >= winterTime(season) ? 5 : 4
  return midnight + (hour + behindUtc) * HOUR + minute * 60_000
}

/** Midnight UTC of the Thursday after Labor Day, the first Monday of September. */
function firstThursday(season: number): number {
  return firstOf(season, 8, 1) + 3 * DAY
}

/** New York leaves summer time on the first Sunday of November, before its games. */
function winterTime(season: number): number {
  return firstOf(season, 10, 0)
}

/** Midnight UTC of a month's first such day; months and days count from 0, days from Sunday. */
function firstOf(year: number, month: number, weekday: number): number {
  const first = new Date(Date.UTC(year, month, 1))
  return first.getTime() + ((weekday - first.getUTCDay() + 7) % 7) * DAY
}
