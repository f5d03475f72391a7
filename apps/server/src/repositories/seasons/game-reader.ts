import type { Points } from '@fieldhouse/domain/points'
import { type ScoringFormat, scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import type {
  Bracket,
  CategoryCounts,
  GameResult,
  MatchupPeriod,
  SeedingSettings,
  WeeklyScore,
} from '@fieldhouse/domain/seasons/season'
import type { Db } from '../../database/engine/database.ts'
import { parseSeasonDetails } from './season-rows.ts'

/** The calendar and the progress of a stored season. */
export type SeasonSchedule = {
  format: ScoringFormat
  isDrafted: boolean
  isFinished: boolean
  currentPeriod: number | null
  /** NFL week. */
  currentWeek: number | null
  finalWeek: number | null
  /** When the draft begins or began; null if unknown. */
  draftAt: Date | null
  /** The number of matchup periods before the playoffs; null if unknown. */
  regularSeasonPeriods: number | null
  /** How many teams make the playoffs; null if unknown. */
  playoffTeams: number | null
  /** Whether each team also plays the median score of the week; null if unknown. */
  hasMedianGame: boolean | null
  /** Whether the provider starts the best players by itself. */
  isBestBall: boolean
  /** null if unknown. */
  seeding: SeedingSettings | null
  /** Ascending. */
  periods: MatchupPeriod[]
}

export type StoredSide = {
  teamId: number
  points: Points
  livePoints: Points | null
  projectedPoints: Points | null
}

export type StoredGame = {
  gameId: number
  period: number
  bracket: Bracket
  result: GameResult
  home: StoredSide
  /** null for a bye. */
  away: StoredSide | null
  /** null unless the league plays in categories. */
  categories: CategoryCounts | null
}

/** Reads the calendar and the games of a season. */
export interface GameReader {
  /** null if the season is not stored. */
  findSchedule(leagueId: number, season: number): Promise<SeasonSchedule | null>
  /** Matchup periods with games, ascending. */
  listPeriodsWithGames(leagueId: number, season: number): Promise<number[]>
  /** The games and byes of a matchup period, or of all periods, ordered by game id. */
  listGames(leagueId: number, season: number, period?: number): Promise<StoredGame[]>
  /** The points of every team by NFL week, ordered by week. */
  listWeeklyScores(leagueId: number, season: number): Promise<WeeklyScore[]>
  /** Like `listWeeklyScores`, without the week in progress. */
  listCompletedWeeks(leagueId: number, season: number): Promise<WeeklyScore[]>
}

export function gameReader(db: Db): GameReader {
  return {
    async findSchedule(leagueId, season) {
      const row = await db
        .selectFrom('seasons')
        .select([
          'is_drafted',
          'is_finished',
          'scoring_type',
          'current_period as currentPeriod',
          'current_week as currentWeek',
          'final_week as finalWeek',
          'draft_at',
          'regular_season_periods as regularSeasonPeriods',
          'playoff_teams as playoffTeams',
          'details',
        ])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .executeTakeFirst()
      if (row === undefined) return null
      const { is_drafted, is_finished, scoring_type, draft_at, details, ...schedule } = row
      const { periods, hasMedianGame, isBestBall, seeding } = parseSeasonDetails(details)
      return {
        ...schedule,
        periods,
        hasMedianGame,
        isBestBall,
        seeding,
        format: scoringFormatOf(scoring_type),
        isDrafted: is_drafted === 1,
        isFinished: is_finished === 1,
        draftAt: draft_at === null ? null : new Date(draft_at),
      }
    },

    async listPeriodsWithGames(leagueId, season) {
      const rows = await db
        .selectFrom('season_games')
        .select('period')
        .distinct()
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .orderBy('period')
        .execute()
      return rows.map((row) => row.period)
    },

    async listGames(leagueId, season, period) {
      const games = db
        .selectFrom('season_games')
        .selectAll()
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .orderBy('game_id')
      const rows = await (period === undefined ? games : games.where('period', '=', period)).execute()
      return rows.map((row) => ({
        gameId: row.game_id,
        period: row.period,
        bracket: row.bracket as Bracket,
        result: row.result as GameResult,
        home: toSide(row.home_team_id, row.home_points, row.home_live_points, row.home_projected_points),
        away:
          row.away_team_id === null
            ? null
            : toSide(row.away_team_id, row.away_points ?? 0, row.away_live_points, row.away_projected_points),
        categories: toCategories(row.home_categories, row.away_categories, row.tied_categories),
      }))
    },

    listWeeklyScores(leagueId, season) {
      return db
        .selectFrom('season_weeks')
        .select(['team_id as teamId', 'week', 'points'])
        .$narrowType<{ points: Points }>()
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .orderBy('week')
        .execute()
    },

    listCompletedWeeks(leagueId, season) {
      return (
        db
          .selectFrom('season_weeks')
          .innerJoin('seasons', (join) =>
            join
              .onRef('seasons.league_id', '=', 'season_weeks.league_id')
              .onRef('seasons.season', '=', 'season_weeks.season'),
          )
          .select(['season_weeks.team_id as teamId', 'season_weeks.week', 'season_weeks.points'])
          .$narrowType<{ points: Points }>()
          .where('season_weeks.league_id', '=', leagueId)
          .where('season_weeks.season', '=', season)
          // A week in progress has no final score yet.
          .where((eb) =>
            eb.or([
              eb('seasons.is_finished', '=', 1),
              eb('season_weeks.week', '<', eb.ref('seasons.current_week')),
            ]),
          )
          .orderBy('season_weeks.week')
          .execute()
      )
    },
  }
}

function toSide(teamId: number, points: number, live: number | null, projected: number | null): StoredSide {
  return {
    teamId,
    points: points as Points,
    livePoints: live as Points | null,
    projectedPoints: projected as Points | null,
  }
}

function toCategories(home: number | null, away: number | null, ties: number | null): CategoryCounts | null {
  return home === null || away === null ? null : { home, away, ties: ties ?? 0 }
}
