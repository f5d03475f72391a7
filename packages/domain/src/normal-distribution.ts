/**
 * Φ, the cumulative distribution function of the standard normal distribution, to seven digits.
 * Source: Abramowitz and Stegun, 'Handbook of Mathematical Functions', 26.2.17.
 */
export function normalCdf(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value))
  const coefficients = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const series = coefficients.reduceRight((sum, coefficient) => (sum + coefficient) * t, 0)
  const upperTail = (Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI)) * series
  return value >= 0 ? 1 - upperTail : upperTail
}
