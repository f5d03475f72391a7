import { type FinalGame, gamesOfTeam, meanOf, pointsPerWeek } from '../season/regular-season.ts'
import type { PowerScore } from './standard-scores.ts'

/**
 * Two-step dominance in the order of the teams: wins, and the wins of the teams beaten, with points per week and the
 * mean margin. Source: `espn-api`, "power rankings", without its truncation of each part.
 */
export function dominanceScores(teamIds: readonly number[], games: readonly FinalGame[]): PowerScore[] {
  const dominance = twoStepDominance(teamIds, games)
  return teamIds.map((teamId, index) => {
    const own = gamesOfTeam(games, teamId)
    const margin = meanOf(own.map((game) => (game.own.points - game.other.points) / 100)) ?? 0
    const parts = {
      dominance: 0.8 * (dominance[index] ?? 0),
      points: 0.15 * (pointsPerWeek(own) ?? 0),
      margin: 0.05 * margin,
    }
    return { score: parts.dominance + parts.points + parts.margin, parts }
  })
}

/** The row sums of M² + M, where M counts the wins of one team over another, and a tie as half a win of both. */
export function twoStepDominance(teamIds: readonly number[], games: readonly FinalGame[]): number[] {
  const wins = teamIds.map((teamId) => {
    const own = gamesOfTeam(games, teamId)
    return teamIds.map((rivalId) =>
      own.reduce((sum, { other, result }) => sum + (other.teamId === rivalId ? result : 0), 0),
    )
  })
  const direct = wins.map((row) => row.reduce((sum, each) => sum + each, 0))
  return wins.map((row, index) =>
    row.reduce((sum, each, rival) => sum + each * (direct[rival] ?? 0), direct[index] ?? 0),
  )
}
