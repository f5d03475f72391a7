import type { Kysely } from 'kysely'

/** Counts the changes of each feed item, so that pages notice which ones they have missed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('feed_items')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
