import type { DbTransaction } from '../../database/engine/database.ts'
import { leaseExpired } from '../../database/engine/queries.ts'
import { lockLeague } from './lock-league.ts'

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
