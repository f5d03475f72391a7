import { type Cents, centsFromDollars } from '../money.ts'
import { dayOfNflWeek } from '../nfl/nfl-week.ts'
import type { Points } from '../points.ts'
import type { ScoringFormat } from '../seasons/scoring-format.ts'
import {
  type GameResult,
  isDecided,
  type MatchupPeriod,
  type SeasonCalendar,
  seasonAt,
} from '../seasons/season.ts'
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
type WeekState = 'early' | 'open' | 'locked'

export function weekStateAt(week: BettingWeek, now: Date): WeekState {
  if (now >= cutoffOf(week)) return 'locked'
  return week.season > seasonAt(now) ? 'early' : 'open'
}

/**
 * A league's setting that hides the picks of other members until the cutoff. A change of it takes effect with the
 * next betting week, and never shows a pick that was saved while picks were hidden. Source: decisions, 7.
 */
export type PickHiding = {
  /** The setting as it was last changed. */
  hidesPicks: boolean
  /** When the last change takes effect; null if it already has. */
  changesAt: Date | null
  /** Picks that were saved before this time stay hidden until their cutoff. */
  hiddenBefore: Date | null
}

/** The hiding after a change of the setting. Setting it back before a change takes effect cancels that change. */
export function changeHiding(hiding: PickHiding, hidesPicks: boolean, now: Date): PickHiding {
  if (hidesPicks === hiding.hidesPicks) return hiding
  if (hidesPicks === hidesPicksAt(hiding, now)) return { ...hiding, hidesPicks, changesAt: null }
  const changesAt = nextBettingWeekStart(now)
  return { hidesPicks, changesAt, hiddenBefore: hidesPicks ? hiding.hiddenBefore : changesAt }
}

export function arePicksHidden(hiding: PickHiding, week: BettingWeek, now: Date): boolean {
  return weekStateAt(week, now) !== 'locked' && hidesPicksAt(hiding, now)
}

export function isPickHidden(hiding: PickHiding, week: BettingWeek, savedAt: Date, now: Date): boolean {
  if (weekStateAt(week, now) === 'locked') return false
  return hidesPicksAt(hiding, now) || (hiding.hiddenBefore !== null && savedAt < hiding.hiddenBefore)
}

export function hasHiddenPicks(hiding: PickHiding, week: BettingWeek, now: Date): boolean {
  return isPickHidden(hiding, week, new Date(0), now)
}

function hidesPicksAt({ hidesPicks, changesAt }: PickHiding, now: Date): boolean {
  return changesAt !== null && now < changesAt ? !hidesPicks : hidesPicks
}

/** A week lasts until Tuesday at 04:00 in America/Chicago. Week 1 before the season, week 17 after it. */
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

function nextBettingWeekStart(now: Date): Date {
  const season = seasonAt(now)
  for (let week = 1; week <= BET_WEEKS; week += 1) {
    const start = weekStart({ season, week })
    if (start > now) return start
  }
  return weekStart({ season: season + 1, week: 1 })
}

function weekStart({ season, week }: BettingWeek): Date {
  return instantAt(dayOfNflWeek(season, week, 'tuesday'), WEEK_START_HOUR, LEAGUE_TIME_ZONE)
}

/** The last week before most leagues' playoffs. It decides who pays for the next season's first slip. */
const CARRYOVER_WEEK = 13

export type ScoredGame = {
  period: number
  result: GameResult
  home: { teamId: number; points: Points }
  /** null is a bye. */
  away: { teamId: number; points: Points } | null
}

export type SeasonScores = {
  format: ScoringFormat
  periods: readonly MatchupPeriod[]
  games: readonly ScoredGame[]
  /** The points of each team in each NFL week, as far as known. */
  weekPoints: readonly { teamId: number; week: number; points: Points }[]
  /** Whether the provider starts the best players by itself. */
  isBestBall?: boolean
}

/** The week whose lowest scorer pays for a slip: the previous week; for week 1, week 13 of the previous season. */
export function decidingWeek({ season, week }: BettingWeek): BettingWeek {
  return week === 1 ? { season: season - 1, week: CARRYOVER_WEEK } : { season, week: week - 1 }
}

/**
 * The teams with the lowest score of an NFL week, among the teams with a final game against an opponent.
 * Several if they are tied. In a game over several weeks, the points of that week count. null if the week has
 * no final game or one of its scores is unknown, and in leagues without head-to-head points. Source: decisions, 7.
 */
export function lowestScorers(
  season: SeasonScores,
  week: number,
): { teamIds: number[]; points: Points } | null {
  const period = season.periods.find(({ weeks }) => weeks.includes(week))
  if (period === undefined || season.format !== 'points') return null
  const sides = season.games.flatMap(({ result, home, away, ...game }) =>
    game.period === period.period && isDecided(result) && away !== null ? [home, away] : [],
  )
  const scores = sides.map(({ teamId, points }) => ({
    teamId,
    points: period.weeks.length === 1 ? points : pointsInWeek(season, teamId, week),
  }))
  const known = scores.flatMap(({ points }) => points ?? [])
  if (known.length === 0 || known.length < scores.length) return null
  const lowestScore = known.reduce((lowest, points) => (points < lowest ? points : lowest))
  const teamIds = scores.filter(({ points }) => points === lowestScore).map(({ teamId }) => teamId)
  return { teamIds: [...new Set(teamIds)], points: lowestScore }
}

function pointsInWeek({ weekPoints }: SeasonScores, teamId: number, week: number): Points | null {
  return weekPoints.find((entry) => entry.teamId === teamId && entry.week === week)?.points ?? null
}

/** The teams with these IDs, sorted by name. If several teams tie for the lowest score, the first one pays. */
export function orderByWhoPays<Team extends { teamId: number; name: string }>(
  teams: readonly Team[],
  teamIds: readonly number[],
): Team[] {
  return teams
    .filter(({ teamId }) => teamIds.includes(teamId))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.teamId - b.teamId)
}
