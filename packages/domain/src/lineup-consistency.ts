import { addPoints, type Points, pointsToDecimal } from './points.ts'
import type { Finding } from './season.ts'

/** A team's score in an NFL week, according to its lineup and to its game. */
export type LineupScore = {
  week: number
  teamName: string
  starterPoints: Points
  /** The part of the game's score that was scored in this week. */
  weekPoints: Points
  /** A commissioner's adjustment of the game, which may or may not be part of `weekPoints`. */
  adjustment: Points
}

/** Returns a finding for each lineup that does not add up to the score of its final game. */
export function checkLineupConsistency(scores: readonly LineupScore[]): Finding[] {
  return scores
    .filter(({ starterPoints, weekPoints, adjustment }) => {
      return starterPoints !== weekPoints && addPoints([starterPoints, adjustment]) !== weekPoints
    })
    .map(({ week, teamName, starterPoints, weekPoints }) => ({
      code: 'lineup_score',
      detail: `${teamName} scored ${formatExactPoints(weekPoints)} in Week ${week}, but its starters add up to ${formatExactPoints(starterPoints)}.`,
      week,
      gameId: null,
    }))
}

function formatExactPoints(points: Points): string {
  return pointsToDecimal(points).toFixed(2)
}
