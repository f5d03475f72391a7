/** Which season the trophy case shows first: last year's, else the newest before it, else the oldest. */
export function initialSeason(seasons: readonly number[], currentYear: number): number | undefined {
  return seasons.findLast((season) => season <= currentYear - 1) ?? seasons[0]
}
