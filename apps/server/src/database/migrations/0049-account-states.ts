import type { Kysely } from 'kysely'

/** A disabled account cannot be signed in to; a deleted one stays as the author of what its owner has posted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('disabled_at', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('deleted_at', 'bigint').execute()
}
