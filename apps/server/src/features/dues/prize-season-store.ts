import type { PrizeSeason } from '@fieldhouse/domain/league/prize-weeks'
import { completedWeeksOf, gamesById, scheduleOf } from '@fieldhouse/domain/seasons/season-views'
import type { Db } from '../../database/engine/database.ts'
import { findSeason } from '../../repositories/season-documents/stored-seasons.ts'

/** Reads what the winners of prizes are computed from, of one moment. */
export interface PrizeSeasonReader {
  /** null if the season is not stored. */
  findSeason(leagueId: number, season: number): Promise<PrizeSeason | null>
}

export function prizeSeasonReader(db: Db): PrizeSeasonReader {
  return {
    async findSeason(leagueId, year) {
      const season = await findSeason(db, leagueId, year)
      if (season === null) return null
      return {
        ...scheduleOf(season),
        teams: season.teams,
        games: gamesById(season),
        weeklyScores: completedWeeksOf(season),
      }
    },
  }
}
