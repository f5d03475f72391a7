import type { Game, GameSide, WeeklyScore } from '@fieldhouse/domain/seasons/season'
import {
  completedWeeksOf,
  gamesById,
  type SeasonSchedule,
  scheduleOf,
  weeklyScoresOf,
} from '@fieldhouse/domain/seasons/season-views'
import type { Db } from '../../database/engine/database.ts'
import { findSeason } from '../season-documents/stored-seasons.ts'

export type { SeasonSchedule }

export type StoredSide = Pick<GameSide, 'teamId' | 'points' | 'livePoints' | 'projectedPoints'>

export type StoredGame = Omit<Game, 'home' | 'away'> & {
  home: StoredSide
  /** null for a bye. */
  away: StoredSide | null
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

export function gameReader(db: Pick<Db, 'selectFrom'>): GameReader {
  return {
    async findSchedule(leagueId, year) {
      const season = await findSeason(db, leagueId, year)
      return season === null ? null : scheduleOf(season)
    },

    async listPeriodsWithGames(leagueId, year) {
      const games = (await findSeason(db, leagueId, year))?.games ?? []
      return [...new Set(games.map(({ period }) => period))].sort((a, b) => a - b)
    },

    async listGames(leagueId, year, period) {
      const season = await findSeason(db, leagueId, year)
      if (season === null) return []
      return gamesById(season).filter((game) => period === undefined || game.period === period)
    },

    async listWeeklyScores(leagueId, year) {
      const season = await findSeason(db, leagueId, year)
      return season === null ? [] : weeklyScoresOf(season)
    },

    async listCompletedWeeks(leagueId, year) {
      const season = await findSeason(db, leagueId, year)
      return season === null ? [] : completedWeeksOf(season)
    },
  }
}
