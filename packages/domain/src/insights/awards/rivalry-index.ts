/** The games between two owners, playoffs included. */
export type Rivalry = {
  games: number
  /** Wins of either owner, a tie as half a win. */
  wins: number
  /** Games decided by 10 points or less. */
  closeGames: number
  playoffGames: number
  metInFinal: boolean
}

const MIN_GAMES = 3

/** How heated a pairing is, 0 to 100; null before three games. Source: analytics, "Rivalry index". */
export function rivalryIndex({ games, wins, closeGames, playoffGames, metInFinal }: Rivalry): number | null {
  if (games < MIN_GAMES) return null
  return (
    (30 * games) / (games + 4) +
    25 * (1 - Math.abs((2 * wins) / games - 1)) +
    (20 * closeGames) / games +
    15 * Math.min(1, playoffGames / 3) +
    10 * Number(metInFinal)
  )
}
