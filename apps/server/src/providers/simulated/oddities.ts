import { type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import type { Pair } from './round-robin.ts'

/** What the commissioner gave once: 14 points to team 5. */
const ADJUSTMENT = { season: 2020, week: 8, teamId: 5, points: 1400 as Points } as const

/** When both teams of one game benched everybody: it ended 0–0. */
const TANKED_GAME = { season: 2022, week: 14 } as const

export function adjustmentOf(season: number, teamId: number, weeks: readonly number[]): Points {
  const isIts =
    season === ADJUSTMENT.season && teamId === ADJUSTMENT.teamId && weeks.includes(ADJUSTMENT.week)
  return isIts ? ADJUSTMENT.points : ZERO_POINTS
}

/** Whether a team benches everybody in a week. `weeks` has the pairs of each week from the first on. */
export function isTanking(
  season: number,
  teamId: number,
  week: number,
  weeks: readonly (readonly Pair[])[],
): boolean {
  const [game] = weeks[week - 1] ?? []
  return season === TANKED_GAME.season && week === TANKED_GAME.week && game?.includes(teamId) === true
}
