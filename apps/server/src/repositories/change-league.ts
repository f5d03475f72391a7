import type { LEAGUE_EVENTS } from '@fieldhouse/contract/live'
import { type CompiledQuery, sql } from 'kysely'
import type { z } from 'zod'
import type { Db, DbTransaction } from '../database/engine/database.ts'
import { executeTogether, lockRows, usesPostgres } from '../database/engine/dialect.ts'
import { leaseExpired } from '../database/engine/queries.ts'
import { type AuditedChange, type AuditedRequest, changeWithAudit } from './audit.ts'

export type LeagueRequest = AuditedRequest & { league: { id: number } }

/** Runs a change in a transaction that has locked the league. An error undoes it. */
export function changeLeague<Result>(
  call: LeagueRequest,
  change: (change: AuditedChange) => Promise<Result>,
): Promise<Result> {
  const { id: leagueId } = call.league
  return changeWithAudit(call, async ({ transaction, now, audit }) => {
    await lockLeague(transaction, leagueId)
    return change({ transaction, now, audit: (action, detail) => audit(action, detail, leagueId) })
  })
}

/** `slowModeSeconds`: how long members wait between posts; null while slow mode is off. */
type LockedLeague = { id: number; slowModeSeconds: number | null }

/**
 * Other transactions that change the league wait until this one ends. Waits for the checks of the request, like a
 * write.
 */
export async function lockLeague(transaction: Db, leagueId: number): Promise<void> {
  const league = transaction.selectFrom('leagues').select('id').where('id', '=', leagueId)
  await executeTogether(transaction, [lockRows(transaction, league, 'for no key update').compile()])
}

/**
 * The query that locks the row of a league for transactions that may run at the same time, because each changes rows
 * of its own. They wait for those that have called `lockLeague`, which wait for them.
 */
export function sharedLeagueLock(db: Db, leagueId: number): CompiledQuery<LockedLeague> {
  const league = db
    .selectFrom('leagues')
    .select('id')
    .select((eb) =>
      eb
        .selectFrom('slow_modes')
        .select('seconds')
        .whereRef('slow_modes.league_id', '=', 'leagues.id')
        .as('slowModeSeconds'),
    )
    .where('id', '=', leagueId)
  return lockRows(db, league, 'for share').compile()
}

/** The query that makes transactions wait for each other that change what one person has in a league. */
export function personLock(db: Db, leagueId: number, userId: number): CompiledQuery {
  const lock = sql`pg_advisory_xact_lock(${leagueId}::int, ${userId}::int)`
  // SQLite has one writer at a time.
  return db.selectNoFrom((usesPostgres(db) ? lock : sql`null`).as('locked')).compile()
}

type Events = typeof LEAGUE_EVENTS

export type LeagueEvent = {
  [Name in keyof Events]: { name: Name; data: z.output<Events[Name]> }
}[keyof Events]

export function eventQuery(db: Db, leagueId: number, { name, data }: LeagueEvent, now: Date): CompiledQuery {
  return db
    .insertInto('league_events')
    .values({ league_id: leagueId, name, data: JSON.stringify(data), at: now.getTime() })
    .compile()
}

/** Notifies the clients of a league's event stream. `db` should be the transaction of the change. */
export async function recordEvent(db: Db, leagueId: number, event: LeagueEvent, now: Date): Promise<void> {
  await db.executeQuery(eventQuery(db, leagueId, event, now))
}

/** A running refresh or backfill. The total is null while unknown. */
export type RunningLeagueJob = { kind: string; startedAt: Date; done: number; total: number | null }

/**
 * Prevents refreshes and backfills of a league from storing anything until the transaction ends. Returns the
 * one that is running instead if there is one. A job whose lease has expired is queued again and stores nothing until
 * it is leased again. `at` is by the machine's clock, like all leases, even if `NOW` sets the clock of the server.
 */
export async function blockRefreshes(
  transaction: DbTransaction,
  leagueId: number,
  at = new Date(),
): Promise<RunningLeagueJob | null> {
  await lockLeague(transaction, leagueId)
  await transaction
    .updateTable('jobs')
    .set({ status: 'queued', lease_token: null, lease_until: null })
    .where('unique_key', '=', `league:${leagueId}`)
    .where('ended_at', 'is', null)
    .where('status', '=', 'running')
    .where(leaseExpired(at))
    .execute()
  const running = await transaction
    .selectFrom('jobs')
    .select(['kind', 'created_at', 'started_at', 'done', 'total'])
    .where('unique_key', '=', `league:${leagueId}`)
    .where('ended_at', 'is', null)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (running === undefined) return null
  const { kind, done, total } = running
  return { kind, startedAt: new Date(running.started_at ?? running.created_at), done, total }
}
