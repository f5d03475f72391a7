import {
  createRefreshScheduler,
  MAX_REFRESH_INTERVAL_MS,
  type ScheduledGame,
} from '@fieldhouse/domain/refresh-schedule'
import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../database/database.ts'
import { groupBy } from '../../database/group-by.ts'
import { insertInBatches } from '../../database/insert-in-batches.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { JobRequest } from '../../jobs/league-job-store.ts'

/** Somebody who asked for something of a league looks at it for so long. */
const VIEW_TTL_MS = 2 * 60 * 1000
/** Looks are written down so often, by the machine's clock. */
const RECORD_VIEWS_INTERVAL_MS = 20_000
/** A league whose refresh could not be begun is looked at again after this. */
const CLAIM_MS = 60_000

/** The games of the season that a moment belongs to. */
export type NflCalendar = (moment: Date) => Promise<readonly ScheduledGame[]>

export function isRecentView(lookedAtMs: number, now: Date): boolean {
  return lookedAtMs > now.getTime() - VIEW_TTL_MS
}

export type RefreshScheduleOptions = {
  db: Db
  calendar: NflCalendar
  /** The leagues that were looked at since this was called last. */
  takeViewedLeagues: () => number[]
  requestJob: (job: JobRequest) => Promise<unknown>
  now: () => Date
  systemNow: () => Date
}

/** Begins the refreshes that are due, once for all processes; those that have waited for longest first. */
export function refreshSchedule({
  db,
  calendar,
  takeViewedLeagues,
  requestJob,
  now,
  systemNow,
}: RefreshScheduleOptions) {
  let notedAtMs = Number.NEGATIVE_INFINITY

  /** What is due later than any refresh can be was put off by a clock that has been set back since. */
  function isDue(eb: ExpressionBuilder<Database, 'leagues'>) {
    const at = now().getTime()
    return eb.or([eb('refresh_due_at', '<=', at), eb('refresh_due_at', '>', at + MAX_REFRESH_INTERVAL_MS)])
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

  /** Leagues that somebody looks at may be due sooner than they were. */
  async function recordViews(): Promise<void> {
    const sinceMs = systemNow().getTime() - notedAtMs
    // Below zero the clock was set back.
    if (sinceMs >= 0 && sinceMs < RECORD_VIEWS_INTERVAL_MS) return
    notedAtMs = systemNow().getTime()
    const leagues = takeViewedLeagues()
    if (leagues.length === 0) return
    const at = now()
    const dueAfter = createRefreshScheduler({ now: at, games: await calendar(at), hasViewers: true })
    await insertInBatches(leagues, (some) => recordViewBatch(some, at.getTime(), dueAfter))
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
        // What fails is not tried more often because somebody looks.
        if (last_status === 'error' || updated_at === null) return []
        const due = dueAfter(new Date(updated_at)).getTime()
        return due < refresh_due_at ? [{ id, due }] : []
      })
      for (const [due, some] of groupBy(sooner, (league) => league.due)) {
        await transaction
          .updateTable('leagues')
          .set({ refresh_due_at: due })
          .where(
            'id',
            'in',
            some.map(({ id }) => id),
          )
          .where('refresh_due_at', '>', due)
          .execute()
      }
    })
  }

  return {
    /** Asks for the refreshes that are due, at most so many. */
    async requestDueRefreshes(atMost: number): Promise<void> {
      await recordViews()
      const due = await db
        .selectFrom('leagues')
        .select('id')
        .where(isDue)
        .orderBy('refresh_due_at')
        .limit(atMost)
        .execute()
      for (const { id } of due) {
        if (await claim(id)) {
          await requestJob({ leagueId: id, kind: 'refresh', payload: { season: null }, requestedBy: null })
        }
      }
    },
  }
}
