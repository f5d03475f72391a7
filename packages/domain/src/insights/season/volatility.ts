import { completedGames, meanOf, medianOf, type RegularSeason, scoresByWeek } from './regular-season.ts'

/** How much the weekly scores of a team vary, in points. The values are null before three weeks. */
export type Volatility = {
  teamId: number
  weeks: number
  /** Population standard deviation of the scores. */
  plain: number | null
  /** Sample standard deviation of the differences from the median of each week. */
  volatility: number | null
  median: number | null
  /** The 10th percentile of the scores. */
  floor: number | null
  /** The 90th percentile of the scores. */
  ceiling: number | null
  /** Weeks at least 20 points above the median of the week. */
  boom: number | null
  /** Weeks at least 20 points below it. */
  bust: number | null
}

const MIN_WEEKS = 3

/** The difference from the median of the week that makes a boom or a bust, in hundredths. */
const BOOM = 2000

/** The volatility of every team through the completed periods, in the order of the teams. */
export function volatilityOfTeams(season: RegularSeason): Volatility[] {
  const weeks = [...scoresByWeek(completedGames(season)).values()].map((scores) => ({
    scores,
    median: medianOf(scores.map(({ points }) => points)),
  }))
  return season.teams.map(({ teamId }) => {
    const own = weeks.flatMap(({ scores, median }) =>
      scores
        .filter((score) => score.teamId === teamId)
        .map(({ points }) => ({ points, difference: points - median })),
    )
    const none = {
      plain: null,
      volatility: null,
      median: null,
      floor: null,
      ceiling: null,
      boom: null,
      bust: null,
    }
    if (own.length < MIN_WEEKS) return { teamId, weeks: own.length, ...none }
    const points = own.map((week) => week.points)
    const differences = own.map(({ difference }) => difference)
    return {
      teamId,
      weeks: own.length,
      plain: Math.sqrt(squaredDeviations(points) / points.length) / 100,
      volatility: Math.sqrt(squaredDeviations(differences) / (differences.length - 1)) / 100,
      median: medianOf(points) / 100,
      floor: percentile(points, 0.1) / 100,
      ceiling: percentile(points, 0.9) / 100,
      boom: differences.filter((difference) => difference >= BOOM).length,
      bust: differences.filter((difference) => difference <= -BOOM).length,
    }
  })
}

export function squaredDeviations(values: readonly number[]): number {
  const mean = meanOf(values) ?? 0
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
}

/** Interpolates linearly between the sorted values. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(position)] ?? 0, sorted[Math.ceil(position)] ?? 0]
  return low + (high - low) * (position - Math.floor(position))
}
