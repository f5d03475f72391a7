import type { Owner } from '../../history/owners.ts'
import { type HeadToHead, type PlayedGame, type RankedSeason, sideOf } from '../../history/played-games.ts'

export type Rivalry = ReturnType<typeof rivalryOf>

export const MIN_GAMES = 3

/** In hundredths of a point. */
const CLOSE_MARGIN = 1000

/**
 * What makes the rivalry of two owners: the games between them, playoffs included. Wins are those of either owner, with
 * a tie as half a win, close games were decided by 10 points or less, and playoff games are no consolation games.
 * @param seasons those of the games, with their podiums
 */
export function rivalryOf(
  { games, totals }: HeadToHead,
  [a, b]: readonly [Owner, Owner],
  seasons: readonly Pick<RankedSeason, 'season' | 'podium'>[],
) {
  const playoffGames = games.filter(isChampionshipGame)
  const isFinal = ({ season, podium }: Pick<RankedSeason, 'season' | 'podium'>) => {
    const finalists = podium.slice(0, 2).map(({ owner }) => owner)
    return (
      finalists.includes(a) && finalists.includes(b) && playoffGames.some((game) => game.season === season)
    )
  }
  return {
    games: totals.games,
    wins: totals.wins + totals.ties / 2,
    closeGames: games.filter(
      (game) => sideOf(game, a) !== null && Math.abs(game.home.points - game.away.points) <= CLOSE_MARGIN,
    ).length,
    playoffGames: playoffGames.length,
    metInFinal: seasons.some(isFinal),
  }
}

/** Playoff games that the provider does not mark can be for the championship. */
function isChampionshipGame({ bracket }: PlayedGame): boolean {
  return bracket === 'winners' || bracket === 'playoffs'
}

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
