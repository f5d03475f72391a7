/**
 * A fantasy score in whole hundredths of a point, so that sums are exact. Sums of floating-point decimals
 * would drift.
 */
export type Points = number & { readonly unit: 'hundredths of a point' }

export const ZERO_POINTS = 0 as Points

/**
 * Converts a provider's decimal score, including floating-point noise (1762.6599999999999 is 1762.66).
 * Throws a RangeError if the score is not a finite number.
 */
export function pointsFromDecimal(score: number): Points {
  if (!Number.isFinite(score)) throw new RangeError(`invalid score: ${score}`)
  const hundredths = Math.round(Math.abs(score) * 100)
  return (score < 0 && hundredths > 0 ? -hundredths : hundredths) as Points
}

/** Converts points to a decimal with at most two decimals, for the wire. */
export function pointsToDecimal(points: Points): number {
  return points / 100
}

/** Like `pointsToDecimal`, but returns null for an unknown score. */
export function pointsToDecimalOrNull(points: Points | null): number | null {
  return points === null ? null : pointsToDecimal(points)
}

export function addPoints(scores: Iterable<Points>): Points {
  let sum = 0
  for (const score of scores) sum += score
  return sum as Points
}
