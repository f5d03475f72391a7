/** What bookmakers expect of a game. */
export type NflLine = {
  /** The home team's handicap in points: below zero the home team is the favorite. null without one. */
  spread: number | null
  /** Points of both teams together; null without one. */
  total: number | null
}

/** The handicap of one of the two teams: below zero it is the favorite, 0 is a pick'em. */
export function spreadOf({ spread }: NflLine, side: 'home' | 'away'): number | null {
  if (spread === null || spread === 0) return spread
  return side === 'home' ? spread : -spread
}
