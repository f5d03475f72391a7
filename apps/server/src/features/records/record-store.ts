import type { AnnouncedRecord } from '@fieldhouse/domain/notifications/activity-notifications'
import type { Db } from '../../database/engine/database.ts'

/** A week whose games are compared with the records of a league. */
export type RecordWeek = { leagueId: number; season: number; week: number }

export interface RecordStore {
  /**
   * Lists the leagues whose games of a week have not been compared with their records. The season must be the
   * league's newest one, fetched at or after `fetchedSince`.
   */
  listLeaguesToCheck(week: Omit<RecordWeek, 'leagueId'>, fetchedSince: Date): Promise<number[]>
  /** Stores the records that were broken in a week, once. */
  save(week: RecordWeek, broken: readonly AnnouncedRecord[], now: Date): Promise<void>
}

export function recordStore(db: Db): RecordStore {
  return {
    async listLeaguesToCheck({ season, week }, fetchedSince) {
      const rows = await db
        .selectFrom('seasons')
        .select('league_id')
        .where('season', '=', season)
        .where('fetched_at', '>=', fetchedSince.getTime())
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('seasons as newer')
                .select('newer.season')
                .whereRef('newer.league_id', '=', 'seasons.league_id')
                .where('newer.season', '>', season),
            ),
          ),
        )
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('week_records as checked')
                .select('checked.week')
                .whereRef('checked.league_id', '=', 'seasons.league_id')
                .where('checked.season', '=', season)
                .where('checked.week', '=', week),
            ),
          ),
        )
        .orderBy('league_id')
        .execute()
      return rows.map((row) => row.league_id)
    },

    async save({ leagueId, season, week }, broken, now) {
      await db
        .insertInto('week_records')
        .values({
          league_id: leagueId,
          season,
          week,
          broken: JSON.stringify(broken),
          found_at: now.getTime(),
        })
        .onConflict((conflict) => conflict.columns(['league_id', 'season', 'week']).doNothing())
        .execute()
    },
  }
}
