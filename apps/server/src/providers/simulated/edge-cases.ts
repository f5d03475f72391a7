import { type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import type { Pair } from './round-robin.ts'

/** The commissioner once adjusted a score: 14 points for team 5. */
const ADJUSTMENT = { season: 2020, week: 8, teamId: 5, points: 1400 as Points } as const

/** In one game both teams benched all players, so it ended 0–0. */
const TANKED_GAME = { season: 2022, week: 14 } as const

export function adjustmentOf(season: number, teamId: number, weeks: readonly number[]): Points {
  const isAdjusted =
    season === ADJUSTMENT.season && teamId === ADJUSTMENT.teamId && weeks.includes(ADJUSTMENT.week)
  return isAdjusted ? ADJUSTMENT.points : ZERO_POINTS
}

/** Whether a team benches all players in a week. `weeks` has the pairings of each week, from week 1. */
export function isTanking(
  season: number,
  teamId: number,
  week: number,
  weeks: readonly (readonly Pair[])[],
): boolean {
  const [game] = weeks[week - 1] ?? []
  return season === TANKED_GAME.season && week === TANKED_GAME.week && game?.includes(teamId) === true
}
