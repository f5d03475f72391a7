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

function outcomeFor(game: SimulatedGame, teamId: number): Outcome | null {
  const isHome = game.home.teamId === teamId
  if (game.away === null || (!isHome && game.away.teamId !== teamId)) return null
  if (game.winner === 'TIE') return 'TIE'
  return (game.winner === 'HOME') === isHome ? 'WIN' : 'LOSS'
}

/** The record of a team. All games must have ended. */
export function winLossRecordOf(games: readonly SimulatedGame[], teamId: number): WinLossRecord {
  const record: WinLossRecord = {
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
    record.pointsFor = (record.pointsFor + own.points) as Points
    record.pointsAgainst = (record.pointsAgainst + other.points) as Points
    if (outcome === 'WIN') record.wins++
    else if (outcome === 'LOSS') record.losses++
    else record.ties++
  }
  return record
}

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

/** Team IDs, best first: by wins, with ties as half a win, then points, then ID. */
export function rankTeams(games: readonly SimulatedGame[], teamIds: readonly number[]): number[] {
  const records = new Map(teamIds.map((teamId) => [teamId, winLossRecordOf(games, teamId)]))
  const strength = (teamId: number) => {
    const { wins = 0, ties = 0 } = records.get(teamId) ?? {}
    return wins + ties / 2
  }
  const pointsOf = (teamId: number) => records.get(teamId)?.pointsFor ?? 0
  return [...teamIds].sort((a, b) => strength(b) - strength(a) || pointsOf(b) - pointsOf(a) || a - b)
}
