import { addPoints, type Points, pointsToDecimal } from './points.ts'
import type { Finding } from './season.ts'

/** What a team scored in an NFL week, as its line-up and as its game have it. */
export type LineupScore = {
  week: number
  teamName: string
  starters: Points
  /** The week's part of the game's score. */
  scored: Points
  /** A commissioner's correction of the game, which may or may not be part of `scored`. */
  adjustment: Points
}

/** Line-ups that do not explain the score of a decided game, as findings; none when all do. */
export function checkLineups(scores: readonly LineupScore[]): Finding[] {
  return scores
    .filter(({ starters, scored, adjustment }) => {
      return starters !== scored && addPoints([starters, adjustment]) !== scored
    })
    .map(({ week, teamName, starters, scored }) => ({
      code: 'lineup_score',
      detail: `${teamName} scored ${shown(scored)} in week ${week}, and its starters add up to ${shown(starters)}.`,
      week,
      gameId: null,
    }))
}

function shown(points: Points): string {
  return pointsToDecimal(points).toFixed(2)
}
