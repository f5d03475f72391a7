import type { SeasonScores } from '@fieldhouse/domain/betslip/lowest-scorer'
import type { Db } from '../../database/engine/database.ts'
import { gameReader } from '../../repositories/seasons/game-reader.ts'

export interface ScoreStore {
  /** The scores that decide who is the lowest scorer of each week; null when the season is not stored. */
  findScores(leagueId: number, season: number): Promise<SeasonScores | null>
}

export function scoreStore(db: Db): ScoreStore {
  const games = gameReader(db)
  return {
    async findScores(leagueId, season) {
      const [schedule, seasonGames, weekPoints] = await Promise.all([
        games.findSchedule(leagueId, season),
        games.listGames(leagueId, season),
        games.listWeeklyScores(leagueId, season),
      ])
      return (
        schedule && {
          format: schedule.format,
          periods: schedule.periods,
          games: seasonGames,
          weekPoints,
          isBestBall: schedule.isBestBall,
        }
      )
    },
  }
}
