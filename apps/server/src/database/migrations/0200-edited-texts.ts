import type { Kysely } from 'kysely'

/** When posts and comments were last edited, and how often they have changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['feed_posts', 'post_comments']) {
    await db.schema.alterTable(table).addColumn('edited_at', 'bigint').execute()
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
  }
}
