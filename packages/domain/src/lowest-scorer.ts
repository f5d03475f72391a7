import type { BettingWeek } from './betting-week.ts'
import type { Points } from './points.ts'
import type { GameResult, MatchupPeriod } from './season.ts'

/** The last week before most leagues' playoffs decides who pays for the next season's first slip. */
const CARRYOVER_WEEK = 13

/** What of a season's games tells the scores of one of its weeks. */
export type ScoredGame = {
  period: number
  result: GameResult
  home: { teamId: number; points: Points }
  /** null is a bye. */
  away: { teamId: number; points: Points } | null
}

export type SeasonScores = {
  periods: readonly MatchupPeriod[]
  games: readonly ScoredGame[]
  /** What a team scored in one NFL week, where it is known. */
  weekPoints: readonly { teamId: number; week: number; points: Points }[]
}

/** The week whose lowest scorer pays for a slip: the one before, for week 1 week 13 of the season before. */
export function decidingWeek({ season, week }: BettingWeek): BettingWeek {
  return week === 1 ? { season: season - 1, week: CARRYOVER_WEEK } : { season, week: week - 1 }
}

/**
 * The teams with the lowest score of an NFL week, among those with a finished game of two sides;
 * several when they scored the same. Of a game over several weeks its points of that week count.
 * null where there is no such game, and where a score of it is unknown. Source: decisions, 7.
 */
export function lowestScorers(
  season: SeasonScores,
  week: number,
): { teamIds: number[]; points: Points } | null {
  const period = season.periods.find(({ weeks }) => weeks.includes(week))
  if (period === undefined) return null
  const sides = season.games.flatMap(({ result, home, away, ...game }) =>
    game.period === period.period && result !== 'undecided' && away !== null ? [home, away] : [],
  )
  const scores = sides.map(({ teamId, points }) => ({
    teamId,
    points: period.weeks.length === 1 ? points : pointsInWeek(season, teamId, week),
  }))
  const known = scores.flatMap(({ points }) => points ?? [])
  if (known.length === 0 || known.length < scores.length) return null
  const lowest = known.reduce((least, points) => (points < least ? points : least))
  const teamIds = scores.filter(({ points }) => points === lowest).map(({ teamId }) => teamId)
  return { teamIds: [...new Set(teamIds)], points: lowest }
}

function pointsInWeek({ weekPoints }: SeasonScores, teamId: number, week: number): Points | null {
  return weekPoints.find((each) => each.teamId === teamId && each.week === week)?.points ?? null
}

/** The teams of these numbers by name: of those with the same lowest score the first pays. */
export function orderByWhoPays<Team extends { teamId: number; name: string }>(
  teams: readonly Team[],
  teamIds: readonly number[],
): Team[] {
  return teams
    .filter(({ teamId }) => teamIds.includes(teamId))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.teamId - b.teamId)
}
