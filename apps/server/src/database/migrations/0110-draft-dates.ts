import type { Kysely } from 'kysely'

/** When the draft of a season begins. Unknown for stored seasons, until they are read again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('seasons').addColumn('draft_at', 'bigint').execute()
}
