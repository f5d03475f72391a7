import type { Kysely } from 'kysely'

/** What pages of other hosts say about themselves, once for each URL, and the posts that link to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('link_previews')
    .addColumn('url_key', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('description', 'text')
    .addColumn('site_name', 'text')
    .addColumn('image_url', 'text')
    .addColumn('fetch_after', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('link_previews_by_use').on('link_previews').column('used_at').execute()

  await db.schema
    .createTable('post_links')
    .addColumn('post_id', 'bigint', (column) =>
      column.primaryKey().references('feed_items.id').onDelete('cascade'),
    )
    .addColumn('url_key', 'text', (column) =>
      column.notNull().references('link_previews.url_key').onDelete('cascade'),
    )
    .addColumn('is_removed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('post_links_by_url').on('post_links').column('url_key').execute()
}
