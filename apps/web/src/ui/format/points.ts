import {
  formatFinalScores as formatFinalScoresOf,
  formatPoints as formatPointsOf,
} from '@fieldhouse/domain/format-points'
import { pointsFromDecimal } from '@fieldhouse/domain/points'

/** With 1 decimal, halves away from zero; '—' for none. */
export function formatPoints(score: number | null | undefined): string {
  return score === null || score === undefined ? '—' : formatPointsOf(pointsFromDecimal(score))
}

/** The scores of a decided game: with 2 decimals where less than 0.1 decided it. Source: decisions, 10. */
export function formatFinalScores(away: number | null, home: number | null): [away: string, home: string] {
  if (away === null || home === null) return [formatPoints(away), formatPoints(home)]
  return formatFinalScoresOf(pointsFromDecimal(away), pointsFromDecimal(home))
}
