import { completedGames, meanOf, type RegularSeason, scoresByWeek } from '../season/regular-season.ts'
import { squaredDeviations } from '../season/volatility.ts'

/** What the scores so far say about the scores to come, in points per NFL week. */
export type ScoreModel = {
  mean: number
  /** Standard deviation of a score around the strength of its team. */
  spread: number
  /** In the order of the teams of the season. */
  teams: readonly { strength: number /** Of the strength. */; variance: number }[]
}

/** How many weeks of average scores are added to those of each team. */
const PRIOR_WEEKS = 6

/** The model through the completed periods; null before every team has two weekly scores, and if all are equal. */
export function fitScoreModel(season: RegularSeason): ScoreModel | null {
  const weeks = [...scoresByWeek(completedGames(season)).values()].map((scores) => ({
    scores,
    mean: meanOf(scores.map(({ points }) => points)) ?? 0,
  }))
  const differences = season.teams.map(({ teamId }) =>
    weeks.flatMap(({ scores, mean }) =>
      scores.filter((score) => score.teamId === teamId).map(({ points }) => (points - mean) / 100),
    ),
  )
  if (differences.length === 0 || differences.some(({ length }) => length < 2)) return null
  const squares = differences.reduce((sum, each) => sum + squaredDeviations(each), 0)
  const variance = squares / differences.reduce((sum, { length }) => sum + length - 1, 0)
  if (variance < 1e-9) return null
  const all = weeks.flatMap(({ scores }) => scores.map(({ points }) => points / 100))
  return {
    mean: meanOf(all) ?? 0,
    spread: Math.sqrt(variance),
    teams: differences.map((each) => ({
      strength: (each.length / (each.length + PRIOR_WEEKS)) * (meanOf(each) ?? 0),
      variance: variance / (each.length + PRIOR_WEEKS),
    })),
  }
}
