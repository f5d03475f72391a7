import { addPoints, type Points } from '../points.ts'
import { type PlayedGame, winnerAndLoser } from './played-games.ts'

export const RECORD_NAMES = [
  'highest_game',
  'biggest_blowout',
  'highest_team_game',
  'highest_loser',
  'lowest_winner',
  'closest_win',
] as const

export type RecordName = (typeof RECORD_NAMES)[number]

export type GameRecord = {
  game: PlayedGame
  /** The points that make the record: of both sides, of one side, or between them. */
  value: Points
  /** Whose it is; null for that of both sides together. */
  side: 'home' | 'away' | null
}

export type LeagueRecords = Record<RecordName, GameRecord | null>

/**
 * The records of single games that count for them; a tie goes to the earlier game. Each is null
 * while no game has what it asks for. The games are in their order. Source: decisions, 6 "League records".
 */
export function leagueRecords(games: readonly PlayedGame[]): LeagueRecords {
  const counted = games.filter((game) => game.countsForRecords)
  return {
    highest_game: highest(counted, combinedPoints),
    biggest_blowout: highest(counted, winMargin),
    highest_team_game: highest(counted, higherSidePoints),
    highest_loser: highest(counted, loserPoints),
    lowest_winner: lowest(counted, winnerPoints),
    closest_win: lowest(counted, winMargin),
  }
}

/** What a game offers for a record; null where it has nothing of the kind. */
type RecordCandidate = (game: PlayedGame) => GameRecord | null

function highest(games: readonly PlayedGame[], offer: RecordCandidate): GameRecord | null {
  return findBest(games, offer, (offered, held) => offered > held)
}

function lowest(games: readonly PlayedGame[], offer: RecordCandidate): GameRecord | null {
  return findBest(games, offer, (offered, held) => offered < held)
}

function findBest(
  games: readonly PlayedGame[],
  offer: RecordCandidate,
  isBetter: (offered: Points, held: Points) => boolean,
) {
  let held: GameRecord | null = null
  for (const game of games) {
    const offered = offer(game)
    if (offered !== null && (held === null || isBetter(offered.value, held.value))) held = offered
  }
  return held
}

function combinedPoints(game: PlayedGame): GameRecord {
  return { game, value: addPoints([game.home.points, game.away.points]), side: null }
}

function higherSidePoints(game: PlayedGame): GameRecord {
  return sidePoints(game, game.home.points >= game.away.points ? 'home' : 'away')
}

function winnerPoints(game: PlayedGame): GameRecord | null {
  const sides = winnerAndLoser(game)
  return sides === null ? null : sidePoints(game, sides.winner)
}

function loserPoints(game: PlayedGame): GameRecord | null {
  const sides = winnerAndLoser(game)
  return sides === null ? null : sidePoints(game, sides.loser)
}

/** By how much the winner was ahead; null where the points do not show it. */
function winMargin(game: PlayedGame): GameRecord | null {
  const sides = winnerAndLoser(game)
  if (sides === null) return null
  const value = (game[sides.winner].points - game[sides.loser].points) as Points
  return value > 0 ? { game, value, side: sides.winner } : null
}

function sidePoints(game: PlayedGame, side: 'home' | 'away'): GameRecord {
  return { game, value: game[side].points, side }
}
