import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'

/**
 * Invalidates the cached history of a league in all processes when the transaction commits. Must be called in
 * every transaction that changes the data of the history. Such transactions of one league are serialized.
 */
export async function bumpHistoryVersion(
  transaction: Transaction<Database>,
  leagueId: number,
): Promise<void> {
  await transaction
    .updateTable('leagues')
    .set(({ eb }) => ({ history_version: eb('history_version', '+', 1) }))
    .where('id', '=', leagueId)
    .execute()
}

/** A version that changes with the history of a league and is the same in all processes. One query. */
export async function readHistoryVersion(db: Kysely<Database>, leagueId: number): Promise<string> {
  const row = await db
    .selectFrom('leagues')
    .leftJoin('refreshes', 'refreshes.league_id', 'leagues.id')
    .select(['leagues.history_version', 'refreshes.season', 'refreshes.last_error'])
    .where('leagues.id', '=', leagueId)
    .executeTakeFirst()
  return JSON.stringify([row?.history_version, row?.season, row?.last_error])
}
