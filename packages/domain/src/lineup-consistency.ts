import { addPoints, type Points, pointsToDecimal } from './points.ts'
import type { Finding } from './season.ts'

/** What a team scored in an NFL week, as its line-up and as its game have it. */
export type LineupScore = {
  week: number
  teamName: string
  starterPoints: Points
  /** The week's part of the game's score. */
  weekPoints: Points
  /** A commissioner's correction of the game, which may or may not be part of `scored`. */
  adjustment: Points
}

/** Line-ups that do not explain the score of a decided game, as findings; none when all do. */
export function checkLineupConsistency(scores: readonly LineupScore[]): Finding[] {
  return scores
    .filter(({ starterPoints, weekPoints, adjustment }) => {
      return starterPoints !== weekPoints && addPoints([starterPoints, adjustment]) !== weekPoints
    })
    .map(({ week, teamName, starterPoints, weekPoints }) => ({
      code: 'lineup_score',
      detail: `${teamName} scored ${formatExactPoints(weekPoints)} in week ${week}, and its starters add up to ${formatExactPoints(starterPoints)}.`,
      week,
      gameId: null,
    }))
}

function formatExactPoints(points: Points): string {
  return pointsToDecimal(points).toFixed(2)
}
