import { pointsFromDecimal } from '@fieldhouse/domain/points'

/** With 1 decimal, halves away from zero; '—' for none. */
export function points(score: number | null | undefined): string {
  if (score === null || score === undefined) return '—'
  const hundredths = pointsFromDecimal(score)
  const tenths = Math.round(Math.abs(hundredths) / 10)
  return `${hundredths < 0 && tenths > 0 ? '-' : ''}${Math.floor(tenths / 10)}.${tenths % 10}`
}
