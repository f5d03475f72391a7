import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { MAX_REFRESH_INTERVAL_MS } from '@fieldhouse/domain/seasons/refresh-schedule'
import type { ExpressionBuilder } from 'kysely'
import { insertInBatches } from '../../database/engine/batches.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'

/** A claimed league whose refresh did not start is retried after this time. */
const CLAIM_MS = MINUTE_MS

/** When the refreshes of leagues are due, shared by all processes. */
export interface RefreshScheduleStore {
  /** The leagues that are due, longest overdue first. */
  listDue(now: Date, limit: number): Promise<number[]>
  /** Claims a league that is due. Returns false if another process has claimed it first. */
  claim(leagueId: number, now: Date): Promise<boolean>
  /** Saves when leagues were viewed, and makes those due sooner for which `dueAfter` says so. */
  recordViews(leagueIds: readonly number[], now: Date, dueAfter: (lastRefresh: Date) => Date): Promise<void>
}

export function refreshScheduleStore(db: Db): RefreshScheduleStore {
  return {
    async listDue(now, limit) {
      const due = await db
        .selectFrom('leagues')
        .select('id')
        .where((eb) => isDue(eb, now))
        .orderBy('refresh_due_at')
        .limit(limit)
        .execute()
      return due.map(({ id }) => id)
    },

    async claim(leagueId, now) {
      const { numUpdatedRows } = await db
        .updateTable('leagues')
        .set({ refresh_due_at: now.getTime() + CLAIM_MS })
        .where('id', '=', leagueId)
        .where((eb) => isDue(eb, now))
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async recordViews(leagueIds, now, dueAfter) {
      await insertInBatches(leagueIds, (batch) => recordViewBatch(batch, now.getTime(), dueAfter))
    },
  }

  async function recordViewBatch(
    leagueIds: readonly number[],
    at: number,
    dueAfter: (lastRefresh: Date) => Date,
  ): Promise<void> {
    await inTransaction(db, async (transaction) => {
      const leagues = await transaction
        .selectFrom('leagues')
        .leftJoin('refreshes', 'refreshes.league_id', 'leagues.id')
        .select(['leagues.id', 'leagues.refresh_due_at', 'refreshes.updated_at', 'refreshes.last_status'])
        .where('leagues.id', 'in', leagueIds)
        .orderBy('leagues.id')
        .execute()
      if (leagues.length === 0) return
      await transaction
        .insertInto('league_looks')
        .values(leagues.map(({ id }) => ({ league_id: id, at })))
        .onConflict((conflict) => conflict.column('league_id').doUpdateSet({ at }))
        .execute()
      const sooner = leagues.flatMap(({ id, refresh_due_at, updated_at, last_status }) => {
        // A league whose refresh failed is not retried more often because it is being viewed.
        if (last_status === 'error' || updated_at === null) return []
        const due = dueAfter(new Date(updated_at)).getTime()
        return due < refresh_due_at ? [{ id, due }] : []
      })
      for (const [due, group] of Map.groupBy(sooner, (league) => league.due)) {
        await transaction
          .updateTable('leagues')
          .set({ refresh_due_at: due })
          .where(
            'id',
            'in',
            group.map(({ id }) => id),
          )
          .where('refresh_due_at', '>', due)
          .execute()
      }
    })
  }
}

/** A due time beyond the maximum interval was set while the clock was ahead, so it also counts as due. */
function isDue(eb: ExpressionBuilder<Database, 'leagues'>, now: Date) {
  const nowMs = now.getTime()
  return eb.or([
    eb('refresh_due_at', '<=', nowMs),
    eb('refresh_due_at', '>', nowMs + MAX_REFRESH_INTERVAL_MS),
  ])
}
