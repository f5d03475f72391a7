import { MINUTE_MS } from '@fieldhouse/domain/duration'
import {
  createRefreshScheduler,
  MAX_REFRESH_INTERVAL_MS,
  type ScheduledGame,
} from '@fieldhouse/domain/seasons/refresh-schedule'
import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { groupBy } from '../../database/engine/group-by.ts'
import { insertInBatches } from '../../database/engine/insert-in-batches.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import type { JobRequest } from '../../jobs/league-job-store.ts'

/** A league counts as being viewed for this long after the last request for it. */
const VIEW_TTL_MS = 2 * MINUTE_MS
/** How often views are saved, by the system clock. */
const RECORD_VIEWS_INTERVAL_MS = 20_000
/** A claimed league whose refresh did not start is retried after this time. */
const CLAIM_MS = MINUTE_MS

/** Returns the NFL games of the season that contains the given moment. */
export type NflCalendar = (moment: Date) => Promise<readonly ScheduledGame[]>

export function isRecentView(viewedAtMs: number, now: Date): boolean {
  return viewedAtMs > now.getTime() - VIEW_TTL_MS
}

export type RefreshScheduleOptions = {
  db: Db
  calendar: NflCalendar
  /** Returns the leagues viewed since the previous call. */
  takeViewedLeagues: () => number[]
  requestJob: (job: JobRequest) => Promise<unknown>
  now: () => Date
  systemNow: () => Date
}

/**
 * Starts the refreshes that are due, longest overdue first. Each one is started by only one of the
 * processes.
 */
export function refreshSchedule({
  db,
  calendar,
  takeViewedLeagues,
  requestJob,
  now,
  systemNow,
}: RefreshScheduleOptions) {
  let recordedAtMs = Number.NEGATIVE_INFINITY

  /**
   * A due time beyond the maximum interval was set while the clock was ahead, so it also counts as due.
   */
  function isDue(eb: ExpressionBuilder<Database, 'leagues'>) {
    const nowMs = now().getTime()
    return eb.or([
      eb('refresh_due_at', '<=', nowMs),
      eb('refresh_due_at', '>', nowMs + MAX_REFRESH_INTERVAL_MS),
    ])
  }

  async function claim(leagueId: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('leagues')
      .set({ refresh_due_at: now().getTime() + CLAIM_MS })
      .where('id', '=', leagueId)
      .where(isDue)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Saves the recent views. Viewed leagues may become due sooner. */
  async function recordViews(): Promise<void> {
    const sinceMs = systemNow().getTime() - recordedAtMs
    // A negative value means that the clock was set back.
    if (sinceMs >= 0 && sinceMs < RECORD_VIEWS_INTERVAL_MS) return
    recordedAtMs = systemNow().getTime()
    const leagues = takeViewedLeagues()
    if (leagues.length === 0) return
    const at = now()
    const dueAfter = createRefreshScheduler({ now: at, games: await calendar(at), hasViewers: true })
    await insertInBatches(leagues, (batch) => recordViewBatch(batch, at.getTime(), dueAfter))
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
      for (const [due, group] of groupBy(sooner, (league) => league.due)) {
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

  return {
    /** Requests the refreshes that are due, at most `limit`. */
    async requestDueRefreshes(limit: number): Promise<void> {
      await recordViews()
      const due = await db
        .selectFrom('leagues')
        .select('id')
        .where(isDue)
        .orderBy('refresh_due_at')
        .limit(limit)
        .execute()
      for (const { id } of due) {
        if (await claim(id)) {
          await requestJob({ leagueId: id, kind: 'refresh', payload: { season: null }, requestedBy: null })
        }
      }
    },
  }
}
