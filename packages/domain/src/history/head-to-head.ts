import type { Points } from '../points.ts'
import type { TeamRecord } from '../season.ts'
import { byName, type Owner } from './owners.ts'
import type { PlayedGame, PlayedSide } from './played-games.ts'

/** The totals of several games from one side. */
export type GameTotals = TeamRecord & { games: number; pointsFor: Points; pointsAgainst: Points }

export type HeadToHead = {
  /** From the first owner's side. */
  totals: GameTotals
  /** Oldest first, playoffs included. */
  games: PlayedGame[]
}

export type Rivalry = HeadToHead & { rival: Owner }

/** All finished games between two owners. Source: decisions, 6 "Owner compare". */
export function headToHead(games: readonly PlayedGame[], a: Owner, b: Owner): HeadToHead {
  const sharedGames = games.filter(
    ({ home, away }) => (home.owner === a && away.owner === b) || (home.owner === b && away.owner === a),
  )
  return { games: sharedGames, totals: toGameTotals(sharedGames, a) }
}

/** All opponents of an owner: most games first, then by name. */
export function rivalriesOf(games: readonly PlayedGame[], owner: Owner): Rivalry[] {
  const gamesByRival = new Map<Owner, PlayedGame[]>()
  for (const game of games) {
    const rival = rivalIn(game, owner)
    if (rival === null) continue
    const sharedGames = gamesByRival.get(rival)
    if (sharedGames === undefined) gamesByRival.set(rival, [game])
    else sharedGames.push(game)
  }
  return [...gamesByRival]
    .map(([rival, sharedGames]) => ({ rival, games: sharedGames, totals: toGameTotals(sharedGames, owner) }))
    .sort((a, b) => b.totals.games - a.totals.games || byName(a.rival, b.rival))
}

/** Totals an owner's games, without games between two teams of the same owner. */
export function toGameTotals(games: readonly PlayedGame[], owner: Owner): GameTotals {
  const sum = { games: 0, wins: 0, losses: 0, ties: 0, pointsFor: 0, pointsAgainst: 0 }
  for (const game of games) {
    const side = sideOf(game, owner)
    if (side === null) continue
    const { own, other } = ownAndOtherSide(game, side)
    sum.games += 1
    sum[outcomeFor(side, game)] += 1
    sum.pointsFor += own.points
    sum.pointsAgainst += other.points
  }
  return { ...sum, pointsFor: sum.pointsFor as Points, pointsAgainst: sum.pointsAgainst as Points }
}

/** The owner's side in a game; null if the owner has neither or both sides. */
export function sideOf({ home, away }: PlayedGame, owner: Owner): 'home' | 'away' | null {
  if (home.owner === away.owner) return null
  if (home.owner === owner) return 'home'
  return away.owner === owner ? 'away' : null
}

export function ownAndOtherSide(
  game: PlayedGame,
  side: 'home' | 'away',
): { own: PlayedSide; other: PlayedSide } {
  return side === 'home' ? { own: game.home, other: game.away } : { own: game.away, other: game.home }
}

function rivalIn(game: PlayedGame, owner: Owner): Owner | null {
  const side = sideOf(game, owner)
  return side === null ? null : ownAndOtherSide(game, side).other.owner
}

function outcomeFor(side: 'home' | 'away', { result }: PlayedGame): keyof TeamRecord {
  if (result === 'tie') return 'ties'
  return result === side ? 'wins' : 'losses'
}
