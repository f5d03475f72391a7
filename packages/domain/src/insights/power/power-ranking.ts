import { luckOfTeams } from '../season/all-play.ts'
import {
  completedGames,
  type FinalGame,
  gamesOfTeam,
  pointsPerWeek,
  type RegularSeason,
  seasonThrough,
  winRateOf,
} from '../season/regular-season.ts'
import { compositeScores } from './composite.ts'
import { dominanceScores } from './dominance.ts'
import type { PowerScore } from './standard-scores.ts'

export type PowerFormula = 'composite' | 'dominance' | 'all_play'

export type PowerRank = PowerScore & {
  teamId: number
  /** Counted from 1. No two teams share a rank. */
  rank: number
  /** From the games through the week before; null in the first week. */
  previousRank: number | null
}

/** The mean optimal points per week of each team through a period, by team ID; null if a lineup is missing. */
export type RosterStrengths = (period: number) => ReadonlyMap<number, number> | null

/**
 * The power ranking through the completed periods, best first. The previous ranks are computed from the same data, so
 * that a corrected score changes both. Empty before the first completed period.
 */
export function rankPower(
  season: RegularSeason,
  formula: PowerFormula,
  strengths: RosterStrengths = () => null,
): PowerRank[] {
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
