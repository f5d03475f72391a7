import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Tells all processes that a league's history is another from the end of the transaction on. To be
 * called in every transaction that changes what it is made of; those of a league then take turns.
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

/**
 * A text that is another once anything stored changed in a league's history, and the same in all
 * processes; one query.
 */
export async function readHistoryVersion(db: Kysely<Database>, leagueId: number): Promise<string> {
  const row = await db
    .selectFrom('leagues')
    .leftJoin('refreshes', 'refreshes.league_id', 'leagues.id')
    .select(['leagues.history_version', 'refreshes.season', 'refreshes.last_error'])
    .where('leagues.id', '=', leagueId)
    .executeTakeFirst()
  return JSON.stringify([row?.history_version, row?.season, row?.last_error])
}
