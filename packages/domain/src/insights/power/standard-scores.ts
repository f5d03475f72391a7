export type PowerScore = { score: number; parts: Readonly<Record<string, number>> }

/**
 * How many population standard deviations each value is above the mean of all, in the order of the values. All are 0
 * if the values are equal.
 */
export function standardScores(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  // Equal values can differ from their mean by floating-point noise.
  const isEqual = deviation <= 1e-12 * Math.max(1, Math.abs(mean))
  return values.map((value) => (isEqual ? 0 : (value - mean) / deviation))
}
