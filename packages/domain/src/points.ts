/**
 * A fantasy score as a whole number of hundredths of a point. Sums of hundredths
 * are exact, so totals reconcile where sums of decimals would drift.
 */
export type Points = number & { readonly unit: 'hundredths of a point' }

export const ZERO_POINTS = 0 as Points

/**
 * Reads a provider's decimal score, float noise included (1762.6599999999999 is 1762.66).
 * Throws a RangeError when the score is not a finite number.
 */
export function pointsFromDecimal(score: number): Points {
  if (!Number.isFinite(score)) throw new RangeError(`not a score: ${score}`)
  const hundredths = Math.round(Math.abs(score) * 100)
  return (score < 0 && hundredths > 0 ? -hundredths : hundredths) as Points
}

/** The score as a decimal with at most two places, for the wire. */
export function pointsToDecimal(points: Points): number {
  return points / 100
}

/** As `pointsToDecimal`; null for a score that is not known. */
export function pointsToDecimalOrNull(points: Points | null): number | null {
  return points === null ? null : pointsToDecimal(points)
}

export function addPoints(scores: Iterable<Points>): Points {
  let sum = 0
  for (const score of scores) sum += score
  return sum as Points
}
