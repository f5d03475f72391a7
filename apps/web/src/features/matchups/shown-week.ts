/**
 * The week that a response is about: the chosen one, or the matchup that the chosen NFL week is part of. While another
 * week's response is shown, the chosen one; null if nothing is known yet.
 */
export function shownWeek(
  chosen: number | null,
  response: { week: number | null } | undefined,
  isPlaceholder: boolean,
): number | null {
  if (response === undefined || (isPlaceholder && chosen !== null)) return chosen
  return response.week
}
