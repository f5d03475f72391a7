import { luckOfTeams } from './season/luck.ts'
import {
  completedGames,
  type FinalGame,
  gamesOfTeam,
  meanOf,
  pointsPerWeek,
  type RegularSeason,
  seasonThrough,
  type TeamGame,
  winRateOf,
} from './season/regular-season.ts'

export type PowerFormula = 'composite' | 'dominance' | 'all_play'

/** The mean optimal points per week of each team through a period, by team ID; null if a lineup is missing. */
type RosterStrengths = (period: number) => ReadonlyMap<number, number> | null

/**
 * The power ranking through the completed periods, best first. The previous ranks are computed from the same data, so
 * that a corrected score changes both. Empty before the first completed period.
 */
export function rankPower(
  season: RegularSeason,
  formula: PowerFormula,
  strengths: RosterStrengths = () => null,
) {
  const periods = [...new Set(completedGames(season).map(({ period }) => period))]
  const [before, last] = [periods.at(-2), periods.at(-1)]
  if (last === undefined) return []
  const previous = before === undefined ? [] : sortTeams(seasonThrough(season, before), formula, strengths)
  return sortTeams(season, formula, strengths).map((team, index) => ({
    ...team,
    rank: index + 1,
    previousRank:
      before === undefined ? null : previous.findIndex(({ teamId }) => teamId === team.teamId) + 1,
  }))
}

/** The ranks of all teams through each completed period, oldest first, computed from today's data. */
export function powerByWeek(
  season: RegularSeason,
  formula: PowerFormula,
  strengths: RosterStrengths = () => null,
): { period: number; teams: { teamId: number; rank: number; score: number }[] }[] {
  const periods = [...new Set(completedGames(season).map(({ period }) => period))]
  return periods.map((period) => ({
    period,
    teams: sortTeams(seasonThrough(season, period), formula, strengths).map(({ teamId, score }, index) => ({
      teamId,
      rank: index + 1,
      score,
    })),
  }))
}

/** Orders by score, then points per week, win rate and ID. */
function sortTeams(season: RegularSeason, formula: PowerFormula, strengths: RosterStrengths) {
  const games = completedGames(season)
  const scores = scoreTeams(season, games, formula, strengths)
  return season.teams
    .map(({ teamId }, index) => {
      const own = gamesOfTeam(games, teamId)
      const { score, parts } = scores[index] ?? { score: 0, parts: {} }
      return { teamId, score, parts, points: pointsPerWeek(own) ?? 0, winRate: winRateOf(own) ?? 0 }
    })
    .sort(
      (a, b) => compareScores(b, a) || b.points - a.points || b.winRate - a.winRate || a.teamId - b.teamId,
    )
    .map(({ teamId, score, parts }) => ({ teamId, score, parts }))
}

/** Scores that differ by floating-point noise are equal. */
function compareScores(a: PowerScore, b: PowerScore): number {
  return Math.abs(a.score - b.score) < 1e-9 ? 0 : a.score - b.score
}

function scoreTeams(
  season: RegularSeason,
  games: readonly FinalGame[],
  formula: PowerFormula,
  strengths: RosterStrengths,
): PowerScore[] {
  const teamIds = season.teams.map(({ teamId }) => teamId)
  switch (formula) {
    case 'composite':
      return compositeScores(teamIds, games, strengths(season.completedPeriods))
    case 'dominance':
      return dominanceScores(teamIds, games)
    case 'all_play':
      return luckOfTeams(season).map(({ allPlayRate }) => ({
        score: allPlayRate ?? 0,
        parts: { all_play: allPlayRate ?? 0 },
      }))
  }
}

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

/**
 * Two-step dominance in the order of the teams: wins, and the wins of the teams beaten, with points per week and the
 * mean margin. Source: `espn-api`, "power rankings", without its truncation of each part.
 */
function dominanceScores(teamIds: readonly number[], games: readonly FinalGame[]): PowerScore[] {
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

type PowerScore = { score: number; parts: Readonly<Record<string, number>> }

/**
 * How many population standard deviations each value is above the mean of all, in the order of the values. All are 0
 * if the values are equal.
 */
export function standardScores(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  // Equal values can differ from their mean by floating-point noise.
  const isEqual = deviation <= 1e-12 * Math.max(1, Math.abs(mean))
  return values.map((value) => (isEqual ? 0 : (value - mean) / deviation))
}
