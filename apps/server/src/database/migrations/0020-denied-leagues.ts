import type { Kysely } from 'kysely'

/** Since when the provider shows a league neither with the server's cookies nor without any; null while it does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('refreshes').addColumn('denied_at', 'bigint').execute()
}
