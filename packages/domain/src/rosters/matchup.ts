import { MINUTE_MS } from '../duration.ts'
import { groupBy, oncePer } from '../insights/season/regular-season.ts'
import { minutesLeft, type NflWeek, teamWeekOf } from '../nfl/nfl-week.ts'
import { normalCdf } from '../normal-distribution.ts'
import { type Points, ZERO_POINTS } from '../points.ts'
import { type CategoryCounts, displayPoints, type GameResult, isDecided } from '../seasons/season.ts'
import {
  countedPoints,
  type LineupEntry,
  reviewLineup,
  slotOf,
  type TeamLineup,
  teamsInPlay,
} from './lineup.ts'

export type MatchupSide = {
  points: Points
  livePoints: Points | null
  /** Projected final score until the game is decided. */
  projectedPoints: Points | null
}

/** `not_played`: its weeks are over without a score. */
type MatchupState = 'before' | 'live' | 'final' | 'not_played'

export type MatchupView = ReturnType<typeof toMatchupView>

type MatchupInput = {
  result: GameResult
  home: MatchupSide
  away: MatchupSide
  isOneWeek: boolean
}

/**
 * A matchup is live when either team has points. `hasBegun` makes it live without points, when the NFL game of one of
 * its players has begun. The win probability is null for a game over several NFL weeks, because the provider projects
 * only the current week.
 */
export function toMatchupView(game: MatchupInput, hasBegun: boolean) {
  const { home, away, result, isOneWeek } = game
  const state = stateOf(game, hasBegun)
  const isOver = state === 'final' || state === 'not_played'
  const hasWinProbability = !isOver && isOneWeek
  const sideOf = (own: MatchupSide, other: MatchupSide) => ({
    score: state === 'before' || state === 'not_played' ? null : displayPoints(own, result),
    projected: isOver ? null : own.projectedPoints,
    winProbability: hasWinProbability ? winProbabilityOf(own, other, result) : null,
  })
  return { state, home: sideOf(home, away), away: sideOf(away, home) }
}

type SeasonSide = MatchupSide & { teamId: number }

type SeasonMatchup = {
  result: GameResult
  home: SeasonSide
  away: SeasonSide
  categories: CategoryCounts | null
}

type MatchupWeek = {
  lineups: readonly Pick<TeamLineup, 'teamId' | 'entries' | 'projectedPoints'>[]
  nflWeeks: readonly number[]
  /** Whether the NFL games of the last of these weeks have ended. The provider decides the game some time later. */
  isOver?: boolean
}

/**
 * Returns a game with what its week adds: whether it has begun; the sum of the starters' projections before its week,
 * because the provider projects a game only during that; and the result that the scores show once the NFL games are over
 * and the provider has not decided it yet.
 */
export function matchupInWeek(
  scheduled: SeasonMatchup,
  { lineups, nflWeeks, isOver = false }: MatchupWeek,
): MatchupView & { result: GameResult } {
  const game = isOver && scheduled.result === 'undecided' ? decideByScores(scheduled) : scheduled
  const { result, categories } = game
  const isOneWeek = nflWeeks.length <= 1
  const isProjected = [game.home, game.away].some(({ projectedPoints }) => projectedPoints !== null)
  const withProjection = (side: SeasonSide): SeasonSide => {
    if (isProjected || nflWeeks.length !== 1) return side
    const lineup = lineups.find(({ teamId }) => teamId === side.teamId)
    return { ...side, projectedPoints: lineup?.projectedPoints ?? null }
  }
  const [home, away] = [withProjection(game.home), withProjection(game.away)]
  const inPlay = teamsInPlay(lineups)
  const hasCategories = categories !== null && categories.home + categories.away > 0
  const hasBegun = hasCategories || [home, away].some(({ teamId }) => inPlay.has(teamId))
  return { ...toMatchupView({ result, home, away, isOneWeek }, hasBegun), result }
}

/** Unchanged without a score, and in categories, which the scores do not decide. */
function decideByScores(game: SeasonMatchup): SeasonMatchup {
  const [home, away] = [game.home, game.away].map((side) => displayPoints(side, game.result))
  if (home === undefined || away === undefined || game.categories !== null) return game
  if (home === ZERO_POINTS && away === ZERO_POINTS) return game
  return {
    ...game,
    result: home === away ? 'tie' : home > away ? 'home' : 'away',
    home: { ...game.home, points: home },
    away: { ...game.away, points: away },
  }
}

function stateOf({ result, home, away }: MatchupInput, hasBegun: boolean): MatchupState {
  if (result === 'not_played') return 'not_played'
  if (isDecided(result)) return 'final'
  const hasPoints = [home, away].some((side) => displayPoints(side, result) !== ZERO_POINTS)
  return hasBegun || hasPoints ? 'live' : 'before'
}

function winProbabilityOf(own: MatchupSide, other: MatchupSide, result: GameResult): number | null {
  if (own.projectedPoints === null || other.projectedPoints === null) return null
  const outlookOf = (side: MatchupSide, projected: Points) => {
    const scored = displayPoints(side, result)
    return { scored, remaining: Math.max(0, projected - scored) as Points }
  }
  return winProbability(outlookOf(own, own.projectedPoints), outlookOf(other, other.projectedPoints))
}

export type SideOutlook = { scored: Points; remaining: Points }

/** Standard deviation of a fantasy team's score from its projection over a whole game, in points. */
export const SCORE_STANDARD_DEVIATION = 28

/** The least probability of either result while points remain, because Φ of a large lead is rounded to 1. */
const UNCERTAINTY = 0.000_001

/**
 * The probability that the first side wins, 0 to 1: Φ(m / (σ·√2·√s)). m is the difference of the projected
 * final scores, s the share of the projected points that remains, and σ is 28 points. If no points remain, it
 * is 1, 0 or 0.5. null if neither side has scored or projected points. Source: Stern, 'On the Probability of
 * Winning a Football Game' (1991), with a shrinking spread.
 */
export function winProbability(a: SideOutlook, b: SideOutlook): number | null {
  const share = remainingShare(a, b)
  if (share === null) return null
  const lead = a.scored + Math.max(0, a.remaining) - b.scored - Math.max(0, b.remaining)
  if (share === 0) return lead === 0 ? 0.5 : Number(lead > 0)
  const probability = normalCdf(lead / 100 / (SCORE_STANDARD_DEVIATION * Math.SQRT2 * Math.sqrt(share)))
  return Math.min(1 - UNCERTAINTY, Math.max(UNCERTAINTY, probability))
}

/** 0 to 1. null if neither side has scored or projected points. */
export function remainingShare(a: SideOutlook, b: SideOutlook): number | null {
  const remaining = Math.max(0, a.remaining) + Math.max(0, b.remaining)
  const total = a.scored + b.scored + remaining
  return total <= 0 ? null : Math.min(1, remaining / total)
}

const OUT_STATUSES = ['OUT', 'INJURY_RESERVE', 'SUSPENSION']

export function isOut(injuryStatus: string | null): boolean {
  return OUT_STATUSES.includes(injuryStatus ?? '')
}

type Player = Pick<LineupEntry, 'slotId' | 'nflTeamId' | 'injuryStatus' | 'points'>

/** Players who are out, on bye or without an NFL team do not count. null if the NFL game of a starter is not known. */
export function remainingPlayers(
  players: readonly Player[],
  week: NflWeek,
): { yetToPlay: number; inPlay: number; minutesLeft: number } | null {
  const active = players.filter(
    ({ slotId, nflTeamId, injuryStatus }) =>
      slotOf(slotId).isStarter && nflTeamId !== null && !isOut(injuryStatus),
  )
  const weeks = active.map(({ nflTeamId, points }) => ({ ...teamWeekOf(week, nflTeamId ?? 0), points }))
  if (weeks.some(({ game, isBye }) => game === null && !isBye)) return null
  const games = weeks.flatMap(({ game, points }) => {
    if (game === null) return []
    // The provider's points can be ahead of the scoreboard.
    return game.state === 'pre' && points !== null ? { ...game, state: 'in' as const } : game
  })
  return {
    yetToPlay: games.filter(({ state }) => state === 'pre').length,
    inPlay: games.filter(({ state }) => state === 'in').length,
    minutesLeft: games.reduce((minutes, game) => minutes + minutesLeft(game), 0),
  }
}

export type TimelinePoint = {
  /** A whole minute. */
  at: Date
  state: Exclude<MatchupState, 'not_played'>
  home: Points
  away: Points
  /** The home team's win probability, 0 to 1, to six decimals. Only a decided game has 0, 0.5 or 1 for certain. */
  homeProbability: number
}

export const DECIDED_INTERVAL_MS = 5 * MINUTE_MS

/** Fewer points say nothing about the course of a game. */
const MIN_POINTS = 3

const FINAL_PROBABILITY = { home: 1, away: 0, tie: 0.5 } as const

export function timelinePoint(
  { state, home, away }: MatchupView,
  result: GameResult,
  now: Date,
): TimelinePoint | null {
  const probability = isDecided(result) ? FINAL_PROBABILITY[result] : home.winProbability
  if (probability === null || state === 'not_played') return null
  return {
    at: new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS),
    state,
    home: home.score ?? ZERO_POINTS,
    away: away.score ?? ZERO_POINTS,
    homeProbability: toSixDecimals(probability),
  }
}

function toSixDecimals(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000
}

export type TimelineChange = {
  point: TimelinePoint
  /** The time of the last point, if the new one takes its place. */
  replaces: Date | null
}

/**
 * `last` is the last point; null for no change. A timeline has one point before kickoff, one at most per minute, and
 * one after the game is decided, whose score can be corrected. It begins before the game is decided.
 */
export function addToTimeline(last: TimelinePoint | null, next: TimelinePoint): TimelineChange | null {
  if (last === null) return next.state === 'final' ? null : { point: next, replaces: null }
  const isOutdated = next.state === 'before' && last.state !== 'before'
  if (isOutdated || isUnchanged(last, next)) return null
  const isCorrection = next.state === 'final' && last.state === 'final'
  const at = isCorrection || next.at < last.at ? last.at : next.at
  const isReplaced = next.state === 'before' || last.state === 'final' || at.getTime() === last.at.getTime()
  return { point: { ...next, at }, replaces: isReplaced ? last.at : null }
}

function isUnchanged(a: TimelinePoint, b: TimelinePoint): boolean {
  return (['state', 'home', 'away', 'homeProbability'] as const).every((key) => a[key] === b[key])
}

export type TimelineFacts = NonNullable<ReturnType<typeof timelineFacts>>

/**
 * Facts about the course of a game, from its points in order: where the favorite changed, the largest change of the home
 * team's win probability between two points (the second of them), and the lowest win probability of the winner, which is
 * null until the game is decided, and after a tie. null for fewer than three points.
 * @see Analytics, "Timeline"
 */
export function timelineFacts(points: readonly TimelinePoint[]) {
  const last = points.at(-1)
  if (points.length < MIN_POINTS || last === undefined) return null
  return { leadChanges: leadChanges(points), largestSwing: largestSwing(points), comeback: comeback(points) }
}

/** Points at exactly 0.5 are skipped. */
function leadChanges(points: readonly TimelinePoint[]): TimelinePoint[] {
  const sided = points.filter(({ homeProbability }) => homeProbability !== 0.5)
  const isHomeAhead = (point: TimelinePoint | undefined) => (point?.homeProbability ?? 0) > 0.5
  return sided.slice(1).filter((point, index) => isHomeAhead(point) !== isHomeAhead(sided[index]))
}

function largestSwing(points: readonly TimelinePoint[]) {
  const swings = points.slice(1).map((point, index) => ({
    point,
    change: toSixDecimals(point.homeProbability - (points[index]?.homeProbability ?? 0)),
  }))
  return swings.reduce((largest, swing) =>
    Math.abs(swing.change) > Math.abs(largest.change) ? swing : largest,
  )
}

function comeback(points: readonly TimelinePoint[]) {
  const last = points.at(-1)
  if (last?.state !== 'final' || last.homeProbability === 0.5) return null
  const winner: 'home' | 'away' = last.homeProbability === 1 ? 'home' : 'away'
  const ofWinner = points.map((point) => ({
    winner,
    point,
    probability: winner === 'home' ? point.homeProbability : toSixDecimals(1 - point.homeProbability),
  }))
  return ofWinner.reduce((lowest, each) => (each.probability < lowest.probability ? each : lowest))
}

/**
 * The last point of each interval, and the points that the facts are about, so that thinning does not change them. Where
 * a longer step would become the largest swing, more points stay.
 */
export function thinTimeline(points: readonly TimelinePoint[], intervalMs: number): TimelinePoint[] {
  const facts = timelineFacts(points)
  if (facts === null) return [...points]
  const swing = facts.largestSwing
  const needed = new Set([
    ...points.slice(0, 1),
    ...facts.leadChanges,
    ...points.slice(Math.max(0, points.indexOf(swing.point) - 1)).slice(0, 2),
    ...(facts.comeback === null ? [] : [facts.comeback.point]),
  ])
  const intervalOf = ({ at }: TimelinePoint) => Math.floor(at.getTime() / intervalMs)
  const thinned: TimelinePoint[] = []
  for (const [index, point] of points.entries()) {
    const [previous, next] = [thinned.at(-1), points[index + 1]]
    const isSuperfluous =
      previous !== undefined &&
      next !== undefined &&
      !needed.has(point) &&
      intervalOf(point) === intervalOf(next) &&
      toSixDecimals(Math.abs(next.homeProbability - previous.homeProbability)) < Math.abs(swing.change)
    if (!isSuperfluous) thinned.push(point)
  }
  return thinned
}

export type RosterWeek = ReturnType<typeof toRosterWeek>

export type RosterPlayer = RosterWeek['players'][number]

/**
 * The whole roster of a team, starters first, and its lineup compared with the best one. What compares them is null if
 * the best one is unknown, and the efficiency also as in `reviewLineup`.
 */
export function toRosterWeek(week: number, lineup: TeamLineup) {
  const review = reviewLineup(lineup)
  return {
    week,
    teamId: lineup.teamId,
    actual: countedPoints(lineup),
    optimal: review?.optimal ?? null,
    leftOnBench: review?.leftOnBench ?? null,
    efficiency: review?.efficiency ?? null,
    projectedPoints: lineup.projectedPoints,
    emptySlots: lineup.emptySlots,
    players: lineup.entries.map(({ playerId, name, position, nflTeamId, slotId, points }) => ({
      playerId,
      name,
      position,
      nflTeamId,
      slotId,
      points,
      isStarter: slotOf(slotId).isStarter,
    })),
  }
}

export function startersOf({ players }: Pick<RosterWeek, 'players'>): RosterPlayer[] {
  return players.filter(({ isStarter }) => isStarter)
}

const weeksByTeam = oncePer((weeks: readonly RosterWeek[]) =>
  groupBy(
    weeks.toSorted((a, b) => a.week - b.week),
    ({ teamId }) => teamId,
  ),
)

/** The lineups of a team, ascending by week. `weeks` are grouped once, because this is asked for each team. */
export function rosterWeeksOfTeam(weeks: readonly RosterWeek[], teamId: number): readonly RosterWeek[] {
  return weeksByTeam(weeks).get(teamId) ?? []
}
