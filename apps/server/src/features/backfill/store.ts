import type { SeasonCalendar, SeasonProgress } from '@fieldhouse/domain/seasons/season'
import type { Db } from '../../database/engine/database.ts'
import type { ProviderLeague } from '../../ingestion/season-ingestion.ts'
import { parseSeasonDetails } from '../../repositories/seasons/season-rows.ts'

export interface BackfillStore {
  /** Throws if the league no longer exists. */
  getLeague(leagueId: number): Promise<ProviderLeague>
  /** Lists the stored seasons that are final. */
  listFinalSeasons(leagueId: number): Promise<number[]>
  /** Returns the calendar and progress of a stored season that is final; null for any other season. */
  findFinalSeason(
    leagueId: number,
    season: number,
  ): Promise<{ calendar: SeasonCalendar; progress: SeasonProgress } | null>
}

export function backfillStore(db: Db): BackfillStore {
  return {
    async getLeague(leagueId) {
      const row = await db
        .selectFrom('leagues')
        .select(['id', 'espn_league_id'])
        .where('id', '=', leagueId)
        .executeTakeFirstOrThrow()
      return { id: row.id, espnLeagueId: row.espn_league_id }
    },

    async listFinalSeasons(leagueId) {
      const rows = await db
        .selectFrom('seasons')
        .select('season')
        .where('league_id', '=', leagueId)
        .where('is_finished', '=', 1)
        .execute()
      return rows.map((row) => row.season)
    },

    async findFinalSeason(leagueId, season) {
      const row = await db
        .selectFrom('seasons')
        .selectAll()
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .where('is_finished', '=', 1)
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        calendar: {
          regularSeasonPeriods: row.regular_season_periods,
          playoffTeams: row.playoff_teams,
          periods: parseSeasonDetails(row.details).periods,
        },
        progress: {
          isDrafted: row.is_drafted === 1,
          isFinished: true,
          currentPeriod: row.current_period,
          currentWeek: row.current_week,
          finalWeek: row.final_week,
        },
      }
    },
  }
}
