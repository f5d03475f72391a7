import type { Transaction } from 'kysely'
import { leaseExpired } from './lease-expired.ts'
import { lockLeague } from './lock-league.ts'
import type { Database } from './schema.ts'

/**
 * Keeps refreshes and backfills of a league from storing anything until the transaction ends; false
 * when one runs. One that has outlived its lease loses it, and stores nothing before it is taken again.
 * `at` is by the machine's clock, as leases are, whatever instant the product is set to.
 */
export async function blockRefreshes(
  transaction: Transaction<Database>,
  leagueId: number,
  at = new Date(),
): Promise<boolean> {
  await lockLeague(transaction, leagueId)
  await transaction
    .updateTable('league_jobs')
    .set({ status: 'queued', lease_token: null, lease_until: null })
    .where('league_id', '=', leagueId)
    .where('status', '=', 'running')
    .where(leaseExpired(at))
    .execute()
  const running = await transaction
    .selectFrom('league_jobs')
    .select('id')
    .where('league_id', '=', leagueId)
    .where('ended_at', 'is', null)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return running === undefined
}
