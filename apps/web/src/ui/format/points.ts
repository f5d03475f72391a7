import {
  formatFinalScores as formatFinalScoresOf,
  formatPoints as formatPointsOf,
  pointsFromDecimal,
} from '@fieldhouse/domain/points'

/** Formats points with one decimal, rounding halves away from zero; '—' for null. */
export function formatPoints(score: number | null | undefined): string {
  return score === null || score === undefined ? '—' : formatPointsOf(pointsFromDecimal(score))
}

/**
 * Formats the scores of a decided game, with two decimals if the margin is below 0.1. Source: decisions, 10.
 */
export function formatFinalScores(away: number | null, home: number | null): [away: string, home: string] {
  if (away === null || home === null) return [formatPoints(away), formatPoints(home)]
  return formatFinalScoresOf(pointsFromDecimal(away), pointsFromDecimal(home))
}
