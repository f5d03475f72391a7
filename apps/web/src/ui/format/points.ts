import { pointsFromDecimal } from '@fieldhouse/domain/points'

/** With 1 decimal, halves away from zero; '—' for none. */
export function points(score: number | null | undefined): string {
  if (score === null || score === undefined) return '—'
  const hundredths = pointsFromDecimal(score)
  const tenths = Math.round(Math.abs(hundredths) / 10)
  return `${hundredths < 0 && tenths > 0 ? '-' : ''}${Math.floor(tenths / 10)}.${tenths % 10}`
}

/** The scores of a decided game: with 2 decimals where less than 0.1 decided it. Source: decisions, 10. */
export function decidedPoints(away: number | null, home: number | null): [away: string, home: string] {
  if (away === null || home === null) return [points(away), points(home)]
  const apart = Math.abs(pointsFromDecimal(away) - pointsFromDecimal(home))
  return apart > 0 && apart < 10
    ? [(pointsFromDecimal(away) / 100).toFixed(2), (pointsFromDecimal(home) / 100).toFixed(2)]
    : [points(away), points(home)]
}
