/**
 * A fantasy score in whole hundredths of a point, so that sums are exact. Sums of floating-point decimals
 * would drift.
 */
export type Points = number & { readonly unit: 'hundredths of a point' }

export const ZERO_POINTS = 0 as Points

/** Finer than every score, and coarser than floating-point noise. */
const NOISE_PER_POINT = 1_000_000

/**
 * Drops floating-point noise (1762.6599999999999 is 1762.66). Rounds finer scores half away from zero. Throws a
 * RangeError if the score is not a finite number.
 */
export function pointsFromDecimal(score: number): Points {
  if (!Number.isFinite(score)) throw new RangeError(`invalid score: ${score}`)
  const hundredths = Math.round(Math.round(Math.abs(score) * NOISE_PER_POINT) / (NOISE_PER_POINT / 100))
  return (score < 0 && hundredths > 0 ? -hundredths : hundredths) as Points
}

export function isFinerThanHundredths(score: number): boolean {
  return Math.round(score * NOISE_PER_POINT) % (NOISE_PER_POINT / 100) !== 0
}

/** The most hundredths by which the rounded sum of finer scores can differ from the sum of the rounded scores. */
export function maxRoundingError(count: number): number {
  return (count + 1) / 2
}

export function pointsToDecimal(points: Points): number {
  return points / 100
}

export function pointsToDecimalOrNull(points: Points | null): number | null {
  return points === null ? null : pointsToDecimal(points)
}

export function addPoints(scores: Iterable<Points>): Points {
  let sum = 0
  for (const score of scores) sum += score
  return sum as Points
}

/** Formats points with 1 decimal, rounding half away from zero. */
export function formatPoints(points: Points): string {
  const tenths = Math.abs(toTenths(points))
  return `${points < 0 && tenths > 0 ? '-' : ''}${Math.floor(tenths / 10)}.${tenths % 10}`
}

function toTenths(points: Points): number {
  return Math.sign(points) * Math.round(Math.abs(points) / 10)
}

/** Formats the final scores of a game: with 2 decimals if the margin is below 0.1. Source: decisions, 10. */
export function formatFinalScores(first: Points, second: Points): [first: string, second: string] {
  return needsTwoDecimals(Math.abs(first - second))
    ? [pointsToDecimal(first).toFixed(2), pointsToDecimal(second).toFixed(2)]
    : [formatPoints(first), formatPoints(second)]
}

/**
 * With 2 decimals below 0.1. The margin of the exact scores can differ from that of the rounded ones beside it. Source:
 * decisions, 10.
 */
export function formatMargin(margin: Points): string {
  return needsTwoDecimals(margin) ? pointsToDecimal(margin).toFixed(2) : formatPoints(margin)
}

function needsTwoDecimals(margin: number): boolean {
  return margin > 0 && margin < 10
}
