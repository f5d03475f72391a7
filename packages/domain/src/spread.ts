/** The betting line of an NFL game. */
export type NflLine = {
  /** The home team's point spread: negative if the home team is the favorite. null without a spread. */
  spread: number | null
  /** The over/under for the combined points; null without one. */
  total: number | null
}

/**
 * The point spread from one team's side: negative for the favorite, 0 for a pick'em. null without a spread.
 */
export function spreadOf({ spread }: NflLine, side: 'home' | 'away'): number | null {
  if (spread === null || spread === 0) return spread
  return side === 'home' ? spread : -spread
}
