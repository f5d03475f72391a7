import type { Kysely } from 'kysely'

/** The keys of posts that a browser may send again because it did not receive the response. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('post_keys')
    .addColumn('league_id', 'bigint', (column) =>
      column.notNull().references('leagues.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    // Without a reference: a deleted post must not be created again.
    .addColumn('post_id', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('post_keys_pk', ['league_id', 'user_id', 'key'])
    .execute()
  await db.schema.createIndex('post_keys_by_user').on('post_keys').column('user_id').execute()
  await db.schema.createIndex('post_keys_by_time').on('post_keys').column('created_at').execute()
}
