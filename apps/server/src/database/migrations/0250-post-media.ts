import type { Kysely } from 'kysely'

/** Posts contain media items, which the feed does not list. Their files are uploaded before the post exists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('feed_media')
    .addColumn('post_id', 'bigint', (column) => column.references('feed_items.id').onDelete('cascade'))
    .execute()
  await db.schema
    .alterTable('feed_media')
    .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const column of ['caption', 'alt_text'])
    await db.schema
      .alterTable('feed_media')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
      .execute()
  await db.schema
    .createIndex('feed_media_by_post')
    .on('feed_media')
    .columns(['post_id', 'position'])
    .execute()

  await db.schema
    .createTable('media_drafts')
    .addColumn('file_key', 'text', (column) => column.primaryKey())
    .addColumn('league_id', 'bigint', (column) =>
      column.notNull().references('leagues.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('grid_size', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const column of ['league_id', 'user_id', 'created_at'])
    await db.schema.createIndex(`media_drafts_by_${column}`).on('media_drafts').column(column).execute()
}
