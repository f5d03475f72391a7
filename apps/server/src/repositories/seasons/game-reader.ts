import type { Points } from '@fieldhouse/domain/points'
import type { Bracket, GameResult, MatchupPeriod } from '@fieldhouse/domain/seasons/season'
import type { Db } from '../../database/engine/database.ts'
import { parseSeasonDetails } from './season-details.ts'

/** The calendar and the progress of a stored season. */
export type SeasonSchedule = {
  isDrafted: boolean
  isFinished: boolean
  currentPeriod: number | null
  /** NFL week. */
  currentWeek: number | null
  finalWeek: number | null
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
}

export type GameReader = ReturnType<typeof gameReader>

/** Reads the games of a season. */
export function gameReader(db: Db) {
  return {
    /** null if the season is not stored. */
    async findSchedule(leagueId: number, season: number): Promise<SeasonSchedule | null> {
      const row = await db
        .selectFrom('seasons')
        .select(['is_drafted', 'is_finished', 'current_period', 'current_week', 'final_week', 'details'])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        isDrafted: row.is_drafted === 1,
        isFinished: row.is_finished === 1,
        currentPeriod: row.current_period,
        currentWeek: row.current_week,
        finalWeek: row.final_week,
        periods: parseSeasonDetails(row.details).periods,
      }
    },

    /** Matchup periods with games, ascending. */
    async listPeriodsWithGames(leagueId: number, season: number): Promise<number[]> {
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

    /** The games and byes of a matchup period, ordered by game id. */
    async listGames(leagueId: number, season: number, period: number): Promise<StoredGame[]> {
      const rows = await db
        .selectFrom('season_games')
        .selectAll()
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .where('period', '=', period)
        .orderBy('game_id')
        .execute()
      return rows.map((row) => ({
        gameId: row.game_id,
        period: row.period,
        bracket: row.bracket as Bracket,
        result: row.result as GameResult,
        home: {
          teamId: row.home_team_id,
          points: row.home_points as Points,
          livePoints: row.home_live_points as Points | null,
          projectedPoints: row.home_projected_points as Points | null,
        },
        away:
          row.away_team_id === null
            ? null
            : {
                teamId: row.away_team_id,
                points: (row.away_points ?? 0) as Points,
                livePoints: row.away_live_points as Points | null,
                projectedPoints: row.away_projected_points as Points | null,
              },
      }))
    },
  }
}
