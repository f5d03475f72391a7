import type { Points } from './points.ts'

/** The points of a team in an undecided game: scored so far, and still projected for its players. */
export type SideOutlook = { scored: Points; remaining: Points }

/** Standard deviation of a fantasy team's score from its projection over a whole game, in points. */
export const SCORE_STANDARD_DEVIATION = 28

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
  return normalCdf(lead / 100 / (SCORE_STANDARD_DEVIATION * Math.SQRT2 * Math.sqrt(share)))
}

/**
 * The share of a game's projected points that remains, 0 to 1. null if neither side has scored or projected
 * points.
 */
export function remainingShare(a: SideOutlook, b: SideOutlook): number | null {
  const remaining = Math.max(0, a.remaining) + Math.max(0, b.remaining)
  const total = a.scored + b.scored + remaining
  return total <= 0 ? null : Math.min(1, remaining / total)
}

/**
 * Φ, the cumulative distribution function of the standard normal distribution, to seven digits.
 * Source: Abramowitz and Stegun, 'Handbook of Mathematical Functions', 26.2.17.
 */
function normalCdf(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value))
  const coefficients = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const series = coefficients.reduceRight((sum, coefficient) => (sum + coefficient) * t, 0)
  const upperTail = (Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI)) * series
  return value >= 0 ? 1 - upperTail : upperTail
}
