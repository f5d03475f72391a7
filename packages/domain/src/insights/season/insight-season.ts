import type { Points } from '../../points.ts'
import type { ReviewedGame } from '../../rosters/lineup.ts'
import { type RosterWeek, rosterWeeksOfTeam } from '../../rosters/matchup.ts'
import type { PlayoffBracket } from '../../seasons/playoffs.ts'
import type { Game, LeagueSeason, SeasonTeam } from '../../seasons/season.ts'
import {
  bracketOf,
  completedWeeksOf,
  gamesById,
  type SeasonSchedule,
  scheduleOf,
} from '../../seasons/season-views.ts'
import { playsMedianGame } from '../../seasons/standings.ts'
import {
  completedGames,
  type FinalGame,
  gamesOfTeam,
  type RegularSeason,
  toRegularSeason,
} from './regular-season.ts'

export type InsightSeason = {
  schedule: SeasonSchedule
  regular: RegularSeason
  /** Ordered by ID. */
  teams: InsightTeam[]
  bracket: PlayoffBracket<Game>
}

export type InsightTeam = Pick<
  SeasonTeam,
  'teamId' | 'name' | 'divisionId' | 'record' | 'pointsFor' | 'playoffSeed'
>

export function insightSeasonOf(season: LeagueSeason): InsightSeason {
  const schedule = scheduleOf(season)
  const { teams } = season
  const games = gamesById(season)
  const hasMedianGame = playsMedianGame({ hasMedianGame: schedule.hasMedianGame, teams, games })
  const weeklyScores = completedWeeksOf(season)
  return {
    schedule,
    teams,
    bracket: bracketOf(season),
    regular: toRegularSeason({ ...schedule, teams, games, weeklyScores, hasMedianGame }),
  }
}

/** The completed games of a team with its stored lineups, in order, except those whose best lineup is unknown. */
export function reviewedGames(
  season: RegularSeason,
  lineups: readonly RosterWeek[],
  teamId: number,
): (ReviewedGame & { game: FinalGame })[] {
  const byWeek = new Map(rosterWeeksOfTeam(lineups, teamId).map((lineup) => [lineup.week, lineup]))
  return gamesOfTeam(completedGames(season), teamId).map(({ game, other, result }) => ({
    game,
    reviews: game.weeks.flatMap((week) => {
      const { actual, optimal = null, leftOnBench = null } = byWeek.get(week) ?? {}
      return actual === undefined || optimal === null || leftOnBench === null
        ? []
        : [{ actual, optimal, leftOnBench }]
    }),
    weeks: game.weeks.length,
    result,
    opponentPoints: other.points,
  }))
}

/**
 * The average points of the best lineups through a period, by team ID; null if a lineup of a completed week is
 * missing or its best lineup is unknown.
 */
export function rosterStrengths(season: RegularSeason, lineups: readonly RosterWeek[]) {
  const optimal = new Map(lineups.map((each) => [`${each.teamId} ${each.week}`, each.optimal]))
  const games = completedGames(season)
  return (through: number): Map<number, number> | null => {
    const strengths = new Map<number, number>()
    for (const { teamId } of season.teams) {
      const own = gamesOfTeam(games, teamId).filter(({ game }) => game.period <= through)
      const weeks = own.flatMap(({ game }) => game.weeks)
      const points = weeks.flatMap((week): Points[] => {
        const best = optimal.get(`${teamId} ${week}`)
        return best == null ? [] : [best]
      })
      if (points.length < weeks.length || points.length === 0) return null
      strengths.set(teamId, points.reduce((sum, each) => sum + each, 0) / points.length / 100)
    }
    return strengths
  }
}
