/**
 * Returns the season that the trophy case initially scrolls to: last year's, or else the newest before it, or
 * else the oldest.
 */
export function initialSeason(seasons: readonly number[], currentYear: number): number | undefined {
  return seasons.findLast((season) => season <= currentYear - 1) ?? seasons[0]
}
