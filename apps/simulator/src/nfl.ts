import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { nicknameOf, NFL_TEAMS as TEAMS } from '@fieldhouse/domain/nfl/nfl-teams'
import { dayOfNflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { instantAt } from '@fieldhouse/domain/time-zones'
import { randomFrom, type Seed } from './random.ts'

/** The NFL teams as the provider names them. Only abbreviations of initials are in upper case. */
export const NFL_TEAMS = TEAMS.map(({ teamId, abbrev, name }) => {
  const nickname = nicknameOf({ name })
  const location = name.slice(0, -nickname.length - 1)
  return {
    id: teamId,
    abbrev: location.includes(' ') ? abbrev : `${abbrev.charAt(0)}${abbrev.slice(1).toLowerCase()}`,
    location,
    name: nickname,
  }
})

const WEEK = 7 * DAY_MS

export const PLAYOFF_TEAMS = 6

/** The championship of this season lasts two weeks. */
const TWO_WEEK_FINAL_SEASON = 2019

/**
 * The length of a season: its matchup periods are the regular season and three playoff rounds. The NFL added a week in
 * 2021.
 */
export function shapeOf(season: number) {
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

export type Moment = ReturnType<typeof momentOf>

/** `week` is the provider's latestScoringPeriod: 0 before the draft, at most the final week plus 2. */
export function momentOf(season: number, at: Date, finalWeek = shapeOf(season).finalWeek) {
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

const SLOTS = Object.keys(KICKOFFS) as Slot[]

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

export type NflGame = { id: number; week: number; kickoffMs: number; homeId: number; awayId: number }

export type NflSeason = ReturnType<typeof nflSeason>

const FIRST_BYE_WEEK = 5
const TEAMS_PER_BYE_WEEK = 4
const GAME_LENGTH_MS = 190 * MINUTE_MS

/** Generates the games of an NFL season. Every team plays every week except its bye week. */
export function nflSeason(seed: Seed, season: number) {
  const teams = randomFrom(seed, season, 'nfl').shuffle(NFL_TEAMS.map((team) => team.id))
  const byeWeeks = new Map(
    teams.map((id, index) => [id, FIRST_BYE_WEEK + Math.floor(index / TEAMS_PER_BYE_WEEK)]),
  )
  const games: NflGame[] = []
  for (let week = 1; week <= shapeOf(season).nflWeeks; week++) {
    const playing = teams.filter((id) => byeWeeks.get(id) !== week)
    const pairs = randomFrom(seed, season, 'kickoffs', week).shuffle(pairsOfRound(playing, week))
    games.push(...gamesOfWeek(season, week, pairs))
  }
  const byTeam = new Map(
    games.flatMap((game) => [
      [keyOf(game.homeId, game.week), game],
      [keyOf(game.awayId, game.week), game],
    ]),
  )
  return { games, byeWeeks, gameOf: (teamId: number, week: number) => byTeam.get(keyOf(teamId, week)) }
}

export function playedFraction(game: NflGame, atMs: number): number {
  return Math.min(Math.max((atMs - game.kickoffMs) / GAME_LENGTH_MS, 0), 1)
}

const QUARTER_SECONDS = 900
const HALFTIME = { begins: 0.46, ends: 0.54 }

/** The game clock at a fraction of a game, from 0 to 1. Each half runs evenly. There is no overtime. */
export function gameClockAt(played: number): { period: number; secondsLeft: number; isHalftime: boolean } {
  if (played >= HALFTIME.begins && played < HALFTIME.ends)
    return { period: 2, secondsLeft: 0, isHalftime: true }
  const isFirstHalf = played < HALFTIME.begins
  const halves = isFirstHalf ? played / HALFTIME.begins : 1 + (played - HALFTIME.ends) / (1 - HALFTIME.ends)
  const elapsed = Math.min(Math.floor(halves * 2 * QUARTER_SECONDS), 4 * QUARTER_SECONDS)
  const period = Math.min(Math.floor(elapsed / QUARTER_SECONDS) + 1, isFirstHalf ? 2 : 4)
  return { period, secondsLeft: period * QUARTER_SECONDS - elapsed, isHalftime: false }
}

function gamesOfWeek(season: number, week: number, pairs: readonly Pair[]): NflGame[] {
  return pairs.map(([homeId, awayId], index) => ({
    id: 900_000_000 + (season - 2000) * 10_000 + week * 100 + index,
    week,
    kickoffMs: kickoffAt(season, week, slotOf(index, pairs.length)),
    homeId,
    awayId,
  }))
}

function slotOf(index: number, count: number): Slot {
  if (index === 0) return 'thursday night'
  if (index === count - 1) return 'monday night'
  if (index === count - 2) return 'sunday night'
  return index >= count - 6 ? 'sunday late' : 'sunday early'
}

function keyOf(teamId: number, week: number): string {
  return `${teamId}/${week}`
}

export type Pair = readonly [home: number, away: number]

/**
 * Returns the pairings of a round-robin round. Rounds count from 1. After every team has played every other,
 * the pairings repeat with home and away swapped. Throws a RangeError for an odd number of teams.
 */
export function pairsOfRound(teams: readonly number[], round: number): Pair[] {
  const [fixed, ...others] = teams
  if (fixed === undefined || teams.length % 2 !== 0) throw new RangeError('the number of teams must be even')
  const rotation = (round - 1) % others.length
  const circle = [fixed, ...others.slice(rotation), ...others.slice(0, rotation)]
  const isSwapped = Math.floor((round - 1) / others.length) % 2 === 1
  return circle.slice(0, circle.length / 2).map((team, index) => {
    const opponent = circle[circle.length - 1 - index] as number
    const isHome = ((index + rotation) % 2 === 0) !== isSwapped
    return isHome ? [team, opponent] : [opponent, team]
  })
}

const AFTER_KICKOFF_MS = 90 * MINUTE_MS

export function isGameTime(at: Date): boolean {
  return kickoffs(seasonAt(at), SLOTS).some(
    (kickoff) => kickoff <= at.getTime() && at.getTime() < kickoff + GAME_LENGTH_MS,
  )
}

/**
 * The last Sunday of a fantasy season before the given time, at 2:30 PM in New York, when the early games are
 * in progress.
 */
export function lastGameTime(before: Date): Date {
  const season = seasonAt(before)
  const sundays = [season - 1, season]
    .flatMap((each) => kickoffs(each, ['sunday early']))
    .map((kickoff) => kickoff + AFTER_KICKOFF_MS)
  return new Date(sundays.findLast((sunday) => sunday <= before.getTime()) ?? before)
}

function kickoffs(season: number, slots: readonly Slot[]): number[] {
  const weeks = Array.from({ length: shapeOf(season).finalWeek }, (_, index) => index + 1)
  return weeks.flatMap((week) => slots.map((slot) => kickoffAt(season, week, slot)))
}
