import { MINUTE_MS } from '@fieldhouse/domain/duration'
import {
  createRefreshScheduler,
  MAX_REFRESH_INTERVAL_MS,
  type ScheduledGame,
  typicalGames,
} from '@fieldhouse/domain/seasons/refresh-schedule'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { ExpressionBuilder } from 'kysely'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { insertInBatches } from '../../database/engine/queries.ts'
import type { Database } from '../../database/schema/schema.ts'
import type { LeagueJobRequest } from '../../jobs/job.ts'

const RECORD_VIEWS_INTERVAL_MS = 20_000

/** A claimed league whose refresh did not start is retried after this time. */
const CLAIM_MS = MINUTE_MS

export type RefreshScheduleOptions = {
  db: Db
  /** Whether leagues are refreshed on a schedule. Views are saved in any case: live data are sent to viewers only. */
  isOn: boolean
  takeViewedLeagues: () => number[]
  requestJob: (job: LeagueJobRequest) => Promise<unknown>
  now: () => Date
  systemNow?: () => Date
}

/** At most `limit`, longest overdue first. Each one is started by only one of the processes. */
export function refreshSchedule({
  db,
  isOn,
  takeViewedLeagues,
  requestJob,
  now,
  systemNow = () => new Date(),
}: RefreshScheduleOptions): (limit: number) => Promise<void> {
  const clocks = [systemNow, now] as const
  let recordedAtMs: readonly number[] | undefined

  /** Saves the recent views. Viewed leagues may become due sooner. */
  async function recordRecentViews(): Promise<void> {
    const atMs = clocks.map((clock) => clock().getTime())
    const areRecent = atMs.every((clockMs, index) => {
      const sinceMs = clockMs - (recordedAtMs?.[index] ?? Number.NEGATIVE_INFINITY)
      // A negative value means that the clock was set back.
      return sinceMs >= 0 && sinceMs < RECORD_VIEWS_INTERVAL_MS
    })
    if (areRecent) return
    recordedAtMs = atMs
    const leagues = takeViewedLeagues()
    if (leagues.length === 0) return
    const at = now()
    const dueAfter = createRefreshScheduler({
      now: at,
      games: await gamesToFollow(db, at),
      hasViewers: true,
    })
    await insertInBatches(leagues, (batch) => recordViews(db, batch, at.getTime(), dueAfter))
  }

  return async (limit) => {
    await recordRecentViews()
    if (!isOn || limit <= 0) return
    const payload = { season: null, isScheduled: true }
    for (const leagueId of await listDue(db, now(), limit))
      if (await claim(db, leagueId, now()))
        await requestJob({ leagueId, kind: 'refresh', payload, requestedBy: null })
  }
}

const STATES = { pre: 'before', in: 'live', post: 'over' } as const

/** The stored games of the season, except those that were called off; a typical schedule if none are stored. */
export async function gamesToFollow(db: Db, moment: Date): Promise<readonly ScheduledGame[]> {
  const games = await db
    .selectFrom('nfl_games')
    .select(['kickoff_at', 'state'])
    .where('season', '=', seasonAt(moment))
    .orderBy('kickoff_at')
    .execute()
  if (games.length === 0) return typicalGames(moment)
  return games.flatMap(({ kickoff_at, state }) =>
    state === 'off' ? [] : [{ kickoff: new Date(kickoff_at), state: STATES[state] }],
  )
}

async function listDue(db: Db, now: Date, limit: number): Promise<number[]> {
  const due = await db
    .selectFrom('leagues')
    .select('id')
    .where((eb) => isDue(eb, now))
    .orderBy('refresh_due_at')
    .limit(limit)
    .execute()
  return due.map(({ id }) => id)
}

/** Claims a league that is due. Returns false if another process has claimed it first. */
async function claim(db: Db, leagueId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('leagues')
    .set({ refresh_due_at: now.getTime() + CLAIM_MS })
    .where('id', '=', leagueId)
    .where((eb) => isDue(eb, now))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A due time beyond the maximum interval was set while the clock was ahead, so it also counts as due. */
function isDue(eb: ExpressionBuilder<Database, 'leagues'>, now: Date) {
  const nowMs = now.getTime()
  return eb.or([
    eb('refresh_due_at', '<=', nowMs),
    eb('refresh_due_at', '>', nowMs + MAX_REFRESH_INTERVAL_MS),
  ])
}

async function recordViews(
  db: Db,
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
      .insertInto('league_views')
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
      const ids = group.map(({ id }) => id)
      await transaction
        .updateTable('leagues')
        .set({ refresh_due_at: due })
        .where('id', 'in', ids)
        .where('refresh_due_at', '>', due)
        .execute()
    }
  })
}
