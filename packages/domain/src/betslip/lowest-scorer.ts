import type { Points } from '../points.ts'
import type { ScoringFormat } from '../seasons/scoring-format.ts'
import { type GameResult, isDecided, type MatchupPeriod } from '../seasons/season.ts'
import type { BettingWeek } from './betting-week.ts'

/** The last week before most leagues' playoffs. It decides who pays for the next season's first slip. */
const CARRYOVER_WEEK = 13

export type ScoredGame = {
  period: number
  result: GameResult
  home: { teamId: number; points: Points }
  /** null is a bye. */
  away: { teamId: number; points: Points } | null
}

export type SeasonScores = {
  format: ScoringFormat
  periods: readonly MatchupPeriod[]
  games: readonly ScoredGame[]
  /** The points of each team in each NFL week, as far as known. */
  weekPoints: readonly { teamId: number; week: number; points: Points }[]
  /** Whether the provider starts the best players by itself. */
  isBestBall?: boolean
}

/** The week whose lowest scorer pays for a slip: the previous week; for week 1, week 13 of the previous season. */
export function decidingWeek({ season, week }: BettingWeek): BettingWeek {
  return week === 1 ? { season: season - 1, week: CARRYOVER_WEEK } : { season, week: week - 1 }
}

/**
 * The teams with the lowest score of an NFL week, among the teams with a final game against an opponent.
 * Several if they are tied. In a game over several weeks, the points of that week count. null if the week has
 * no final game or one of its scores is unknown, and in leagues without head-to-head points. Source: decisions, 7.
 */
export function lowestScorers(
  season: SeasonScores,
  week: number,
): { teamIds: number[]; points: Points } | null {
  const period = season.periods.find(({ weeks }) => weeks.includes(week))
  if (period === undefined || season.format !== 'points') return null
  const sides = season.games.flatMap(({ result, home, away, ...game }) =>
    game.period === period.period && isDecided(result) && away !== null ? [home, away] : [],
  )
  const scores = sides.map(({ teamId, points }) => ({
    teamId,
    points: period.weeks.length === 1 ? points : pointsInWeek(season, teamId, week),
  }))
  const known = scores.flatMap(({ points }) => points ?? [])
  if (known.length === 0 || known.length < scores.length) return null
  const lowestScore = known.reduce((lowest, points) => (points < lowest ? points : lowest))
  const teamIds = scores.filter(({ points }) => points === lowestScore).map(({ teamId }) => teamId)
  return { teamIds: [...new Set(teamIds)], points: lowestScore }
}

function pointsInWeek({ weekPoints }: SeasonScores, teamId: number, week: number): Points | null {
  return weekPoints.find((entry) => entry.teamId === teamId && entry.week === week)?.points ?? null
}

/** The teams with these IDs, sorted by name. If several teams tie for the lowest score, the first one pays. */
export function orderByWhoPays<Team extends { teamId: number; name: string }>(
  teams: readonly Team[],
  teamIds: readonly number[],
): Team[] {
  return teams
    .filter(({ teamId }) => teamIds.includes(teamId))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.teamId - b.teamId)
}
