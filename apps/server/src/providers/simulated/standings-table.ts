import { type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import type { SimulatedGame } from './game.ts'

export type WinLossRecord = {
  wins: number
  losses: number
  ties: number
  pointsFor: Points
  pointsAgainst: Points
}
export type Outcome = 'WIN' | 'LOSS' | 'TIE'

/** How a decided game went for one of its teams; null when the team is not in it, or on a bye. */
function outcomeFor(game: SimulatedGame, teamId: number): Outcome | null {
  const isHome = game.home.teamId === teamId
  if (game.away === null || (!isHome && game.away.teamId !== teamId)) return null
  if (game.winner === 'TIE') return 'TIE'
  return (game.winner === 'HOME') === isHome ? 'WIN' : 'LOSS'
}

/** A team's record over games that have all ended. */
export function winLossRecordOf(games: readonly SimulatedGame[], teamId: number): WinLossRecord {
  const tally: WinLossRecord = {
    wins: 0,
    losses: 0,
    ties: 0,
    pointsFor: ZERO_POINTS,
    pointsAgainst: ZERO_POINTS,
  }
  for (const game of games) {
    const outcome = outcomeFor(game, teamId)
    if (outcome === null || game.away === null) continue
    const [own, other] = game.home.teamId === teamId ? [game.home, game.away] : [game.away, game.home]
    tally.pointsFor = (tally.pointsFor + own.points) as Points
    tally.pointsAgainst = (tally.pointsAgainst + other.points) as Points
    if (outcome === 'WIN') tally.wins++
    else if (outcome === 'LOSS') tally.losses++
    else tally.ties++
  }
  return tally
}

/** How many games in a row went the same way, up to the last. */
export function streakOf(
  games: readonly SimulatedGame[],
  teamId: number,
): { type: Outcome | 'NONE'; length: number } {
  const outcomes = games.map((game) => outcomeFor(game, teamId)).filter((outcome) => outcome !== null)
  const last = outcomes.at(-1)
  if (last === undefined) return { type: 'NONE', length: 0 }
  const before = outcomes.findLastIndex((outcome) => outcome !== last)
  return { type: last, length: outcomes.length - 1 - before }
}

/** Team ids, best first: by share of games won, then points, then number. */
export function rankTeams(games: readonly SimulatedGame[], teamIds: readonly number[]): number[] {
  const tallies = new Map(teamIds.map((teamId) => [teamId, winLossRecordOf(games, teamId)]))
  const strength = (teamId: number) => {
    const { wins = 0, ties = 0 } = tallies.get(teamId) ?? {}
    return wins + ties / 2
  }
  const pointsOf = (teamId: number) => tallies.get(teamId)?.pointsFor ?? 0
  return [...teamIds].sort((a, b) => strength(b) - strength(a) || pointsOf(b) - pointsOf(a) || a - b)
}
