import type { SeasonScores } from '@fieldhouse/domain/betslip/lowest-scorer'
import { gamesById, scheduleOf, weeklyScoresOf } from '@fieldhouse/domain/seasons/season-views'
import type { Db } from '../../database/engine/database.ts'
import { findSeason } from '../../repositories/season-documents/stored-seasons.ts'

export interface ScoreStore {
  /** The scores that decide who is the lowest scorer of each week; null when the season is not stored. */
  findScores(leagueId: number, season: number): Promise<SeasonScores | null>
}

export function scoreStore(db: Db): ScoreStore {
  return {
    async findScores(leagueId, year) {
      const season = await findSeason(db, leagueId, year)
      if (season === null) return null
      const { format, periods, isBestBall } = scheduleOf(season)
      return { format, periods, isBestBall, games: gamesById(season), weekPoints: weeklyScoresOf(season) }
    },
  }
}
