import type { Kysely } from 'kysely'

/** Finds the transactions that were read within the last hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('transaction_weeks_by_time')
    .on('transaction_weeks')
    .column('fetched_at')
    .execute()
}
