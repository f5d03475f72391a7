import type { Kysely } from 'kysely'

/** A change of hidden picks takes effect with the next betting week. Those of existing leagues already have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('leagues').addColumn('hiding_changes_at', 'bigint').execute()
  await db.schema.alterTable('leagues').addColumn('picks_hidden_before', 'bigint').execute()
}
