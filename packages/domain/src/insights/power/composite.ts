import {
  type FinalGame,
  gamesOfTeam,
  pointsPerWeek,
  type TeamGame,
  winRateOf,
} from '../season/regular-season.ts'
import { type PowerScore, standardScores } from './standard-scores.ts'

/** The weights of the components, which add up to 1. */
export const COMPOSITE_WEIGHTS = { points: 0.35, recent_points: 0.25, roster: 0.2, win_rate: 0.2 } as const

type Component = keyof typeof COMPOSITE_WEIGHTS

const RECENT_WEEKS = 3

/**
 * Composite power scores in the order of the teams: 50 is average, and 15 is a standard deviation late in the season.
 * Early scores stay closer to 50. Without roster strengths, the other components share their weight. The parts add
 * up to the distance from 50.
 */
export function compositeScores(
  teamIds: readonly number[],
  games: readonly FinalGame[],
  strengths: ReadonlyMap<number, number> | null,
): PowerScore[] {
  const weeks = new Set(games.flatMap((game) => game.weeks)).size
  const caution = weeks / (weeks + 3)
  const own = teamIds.map((teamId) => gamesOfTeam(games, teamId))
  const components: Record<Component, (number | null)[]> = {
    points: own.map(pointsPerWeek),
    recent_points: own.map(recentPoints),
    roster: teamIds.map((teamId) => strengths?.get(teamId) ?? null),
    win_rate: own.map(winRateOf),
  }
  const present = Object.entries(components).flatMap(([name, values]) => {
    const known = values.flatMap((value) => value ?? [])
    const isKnown = known.length === teamIds.length && known.length > 0
    return isKnown ? [{ name: name as Component, scores: standardScores(known) }] : []
  })
  const total = present.reduce((sum, { name }) => sum + COMPOSITE_WEIGHTS[name], 0)
  return teamIds.map((_, index) => {
    const parts = Object.fromEntries(
      present.map(({ name, scores }) => [
        name,
        (15 * caution * COMPOSITE_WEIGHTS[name] * (scores[index] ?? 0)) / total,
      ]),
    )
    return { score: 50 + Object.values(parts).reduce((sum, part) => sum + part, 0), parts }
  })
}

/** Points per week of the team's latest games, from as many as make three weeks. */
function recentPoints(games: readonly TeamGame[]): number | null {
  const recent: TeamGame[] = []
  let weeks = 0
  for (const each of games.toReversed()) {
    if (weeks >= RECENT_WEEKS) break
    recent.push(each)
    weeks += each.game.weeks.length
  }
  return pointsPerWeek(recent)
}
