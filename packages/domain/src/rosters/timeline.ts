import { MINUTE_MS } from '../duration.ts'
import { type Points, ZERO_POINTS } from '../points.ts'
import { type GameResult, isDecided } from '../seasons/season.ts'
import type { MatchupState, MatchupView } from './matchup.ts'

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

export type TimelineFacts = {
  leadChanges: TimelinePoint[]
  /** The largest change of the home team's win probability between two points, and the second of them. */
  largestSwing: { point: TimelinePoint; change: number }
  /** The lowest win probability of the winner. null until the game is decided, and after a tie. */
  comeback: { winner: 'home' | 'away'; point: TimelinePoint; probability: number } | null
}

/**
 * Facts about the course of a game, from its points in order. null for fewer than three points.
 * @see Analytics, "Timeline"
 */
export function timelineFacts(points: readonly TimelinePoint[]): TimelineFacts | null {
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

function largestSwing(points: readonly TimelinePoint[]): TimelineFacts['largestSwing'] {
  const swings = points.slice(1).map((point, index) => ({
    point,
    change: toSixDecimals(point.homeProbability - (points[index]?.homeProbability ?? 0)),
  }))
  return swings.reduce((largest, swing) =>
    Math.abs(swing.change) > Math.abs(largest.change) ? swing : largest,
  )
}

function comeback(points: readonly TimelinePoint[]): TimelineFacts['comeback'] {
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
