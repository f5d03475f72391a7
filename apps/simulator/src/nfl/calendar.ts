import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { dayOfNflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { instantAt } from '@fieldhouse/domain/time-zones'

const WEEK = 7 * DAY_MS

/** The length of a season. The NFL added a week in 2021. */
type SeasonShape = {
  regularWeeks: number
  /** Matchup periods of the whole season: the regular season and three playoff rounds. */
  periods: number
  finalWeek: number
  nflWeeks: number
}

export const PLAYOFF_TEAMS = 6

/** The championship of this season lasts two weeks. */
const TWO_WEEK_FINAL_SEASON = 2019

export function shapeOf(season: number): SeasonShape {
  const regularWeeks = season >= 2021 ? 14 : 13
  const periods = regularWeeks + 3
  const finalWeek = season === TWO_WEEK_FINAL_SEASON ? periods + 1 : periods
  return { regularWeeks, periods, finalWeek, nflWeeks: regularWeeks + 4 }
}

export function weeksOfPeriod(season: number, period: number): number[] {
  const { periods, finalWeek } = shapeOf(season)
  return period === periods && finalWeek > periods ? [period, finalWeek] : [period]
}

/** The matchup period of an NFL week. Weeks after the season map to the last period. */
export function periodOfWeek(season: number, week: number): number {
  return Math.min(week, shapeOf(season).periods)
}

export type Moment = {
  atMs: number
  isDrafted: boolean
  /** The provider's latestScoringPeriod: 0 before the draft, at most the final week plus 2. */
  week: number
  isFinished: boolean
}

export function momentOf(season: number, at: Date, finalWeek = shapeOf(season).finalWeek): Moment {
  const atMs = at.getTime()
  const isDrafted = atMs >= draftAt(season)
  const calendarWeek = Math.floor((atMs - weekStart(season, 1)) / WEEK) + 1
  const week = isDrafted ? Math.min(Math.max(calendarWeek, 1), finalWeek + 2) : 0
  return { atMs, isDrafted, week, isFinished: week > finalWeek }
}

/**
 * The start of a week in milliseconds UTC: the Tuesday before its games, 09:00 UTC. The previous week is
 * final then.
 */
export function weekStart(season: number, week: number): number {
  return firstThursday(season) - 2 * DAY_MS + 9 * HOUR_MS + (week - 1) * WEEK
}

/** The time of the draft in milliseconds UTC: the Saturday before the first game, 7 PM EDT. */
export function draftAt(season: number): number {
  return firstThursday(season) - 5 * DAY_MS + 23 * HOUR_MS
}

const KICKOFFS = {
  'thursday night': [0, 20, 15],
  'sunday early': [3, 13, 0],
  'sunday late': [3, 16, 25],
  'sunday night': [3, 20, 20],
  'monday night': [4, 20, 15],
} as const satisfies Record<string, readonly [daysAfterThursday: number, hour: number, minute: number]>

export type Slot = keyof typeof KICKOFFS

export const SLOTS = Object.keys(KICKOFFS) as Slot[]

/** The kickoff time of a slot in milliseconds UTC. Slots are defined in New York time. */
export function kickoffAt(season: number, week: number, slot: Slot): number {
  const [days, hour, minute] = KICKOFFS[slot]
  const day = new Date(firstThursday(season) + (week - 1) * WEEK + days * DAY_MS)
  return instantAt(day, hour, 'America/New_York').getTime() + minute * MINUTE_MS
}

/** Midnight UTC of the Thursday of week 1. */
function firstThursday(season: number): number {
  return dayOfNflWeek(season, 1, 'thursday').getTime()
}
