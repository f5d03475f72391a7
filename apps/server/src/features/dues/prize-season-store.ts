import type { PrizeSeason } from '@fieldhouse/domain/league/prize-weeks'
import type { Points } from '@fieldhouse/domain/points'
import { knownRecord } from '@fieldhouse/domain/seasons/format-record'
import type { Db } from '../../database/engine/database.ts'
import { inSnapshot } from '../../database/engine/transaction.ts'
import { gameReader } from '../../repositories/seasons/game-reader.ts'

/** Reads what the winners of prizes are computed from, of one moment. */
export interface PrizeSeasonReader {
  /** null if the season is not stored. */
  findSeason(leagueId: number, season: number): Promise<PrizeSeason | null>
}

export function prizeSeasonReader(db: Db): PrizeSeasonReader {
  return {
    findSeason(leagueId, season) {
      return inSnapshot(db, async (snapshot) => {
        const reader = gameReader(snapshot)
        const schedule = await reader.findSchedule(leagueId, season)
        if (schedule === null) return null
        const { format, isFinished, periods, regularSeasonPeriods, finalWeek } = schedule
        const rows = await snapshot
          .selectFrom('season_teams')
          .select(['team_id as teamId', 'name', 'wins', 'losses', 'ties'])
          .select(['points_for as pointsFor', 'playoff_seed as playoffSeed', 'final_rank as finalRank'])
          .$narrowType<{ pointsFor: Points | null }>()
          .where('league_id', '=', leagueId)
          .where('season', '=', season)
          .orderBy('team_id')
          .execute()
        return {
          format,
          isFinished,
          periods,
          regularSeasonPeriods,
          finalWeek,
          teams: rows.map(({ wins, losses, ties, ...team }) => ({
            ...team,
            record: knownRecord({ wins, losses, ties }),
          })),
          games: await reader.listGames(leagueId, season),
          weeklyScores: await reader.listCompletedWeeks(leagueId, season),
        }
      })
    },
  }
}
