import type { Transaction } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Keeps refreshes of a league out until the transaction ends; false when one runs. One that has
 * outlived its lease loses it, and stores nothing any more.
 */
export async function keepRefreshesOut(
  transaction: Transaction<Database>,
  leagueId: number,
  now: Date,
): Promise<boolean> {
  await transaction
    .insertInto('refreshes')
    .values({ league_id: leagueId })
    .onConflict((conflict) => conflict.column('league_id').doNothing())
    .execute()
  const { numUpdatedRows } = await transaction
    .updateTable('refreshes')
    .set({ lease_token: null, lease_until: null })
    .where('league_id', '=', leagueId)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now.getTime())]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
