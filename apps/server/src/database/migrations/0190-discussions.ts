import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const counter = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

/**
 * Likes and comments belong to items of every type, and trades become items that are not listed in the feed. The
 * columns keep their names and the posts their counters, which the previous release needs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .alterTable('feed_items')
    .addColumn('is_listed', 'integer', (column) =>
      column.notNull().defaultTo(1).check(sql`is_listed in (0, 1)`),
    )
    .execute()
  await (isPostgres ? allowTradesOnPostgres(db) : allowTradesOnSqlite(db))
  for (const table of ['feed_proposals', 'feed_media'])
    for (const column of ['likes_count', 'comments_count'])
      await db.schema.alterTable(table).addColumn(column, 'integer', counter).execute()
  await db.schema
    .createTable('feed_trades')
    .addColumn('item_id', 'bigint', (column) =>
      column.primaryKey().references('feed_items.id').onDelete('cascade'),
    )
    .addColumn('league_id', 'bigint', (column) =>
      column.notNull().references('leagues.id').onDelete('cascade'),
    )
    .addColumn('season', 'integer', required)
    .addColumn('trade_id', 'text', required)
    .addColumn('comments_count', 'integer', counter)
    .addUniqueConstraint('feed_trades_once', ['league_id', 'season', 'trade_id'])
    .execute()
  if (isPostgres) await referToItemsOnPostgres(db)
  else await referToItemsOnSqlite(db)
}

const TYPES = sql`type in ('post', 'proposal', 'media', 'trade')`

async function allowTradesOnPostgres(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('feed_items').dropConstraint('feed_items_type_check').execute()
  await db.schema.alterTable('feed_items').addCheckConstraint('feed_items_type_check', TYPES).execute()
}

/** SQLite can't change a constraint, and without the table its rows would go with it, so it gets a new column. */
async function allowTradesOnSqlite(db: Kysely<unknown>): Promise<void> {
  const indexes = ['feed_items_by_type', 'feed_items_by_time']
  for (const name of indexes) await db.schema.dropIndex(name).execute()
  await sql`alter table feed_items add column any_type text not null default 'post'
    check (any_type in ('post', 'proposal', 'media', 'trade'))`.execute(db)
  await sql`update feed_items set any_type = type`.execute(db)
  await sql`alter table feed_items drop column type`.execute(db)
  await sql`alter table feed_items rename column any_type to type`.execute(db)
  await db.schema
    .createIndex('feed_items_by_type')
    .on('feed_items')
    .columns(['league_id', 'type', 'is_pinned', 'created_at', 'id'])
    .execute()
  await db.schema.createIndex('feed_items_by_time').on('feed_items').columns(['type', 'created_at']).execute()
}

async function referToItemsOnPostgres(db: Kysely<unknown>): Promise<void> {
  for (const table of ['post_likes', 'post_comments']) {
    const key = `${table}_post_id_fkey`
    await db.schema.alterTable(table).dropConstraint(key).execute()
    await db.schema
      .alterTable(table)
      .addForeignKeyConstraint(key, ['post_id'], 'feed_items', ['id'], (constraint) =>
        constraint.onDelete('cascade'),
      )
      .execute()
  }
}

/**
 * SQLite can't change a foreign key, so the tables are copied. Notifications refer to comments, and deleting the old
 * comments would delete them too, so they are copied in between.
 */
async function referToItemsOnSqlite(db: Kysely<unknown>): Promise<void> {
  await copyTable(db, 'post_likes', referToItems)
  const dropComments = await copyTable(db, 'post_comments', referToItems, 'keep')
  await copyTable(db, 'notifications', (definition) =>
    definition.replace(/"post_comments"/, '"new_post_comments"'),
  )
  await dropComments()
}

const referToItems = (definition: string) =>
  definition.replace(/references "feed_posts" \("item_id"\)/, 'references "feed_items" ("id")')

/** Replaces a table by a copy with a changed definition, with its rows, indexes and triggers. */
async function copyTable(
  db: Kysely<unknown>,
  table: string,
  change: (definition: string) => string,
  original: 'drop' | 'keep' = 'drop',
): Promise<() => Promise<void>> {
  const parts = await sql<{ type: string; sql: string }>`select type, sql from sqlite_master
    where tbl_name = ${table} and sql is not null`.execute(db)
  const definition = parts.rows.find(({ type }) => type === 'table')?.sql ?? ''
  const changed = change(definition)
  if (changed === definition) throw new Error(`the definition of ${table} is not as expected`)
  const copy = `new_${table}`
  await sql.raw(changed.replace(`"${table}"`, `"${copy}"`)).execute(db)
  const columns = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
  const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
  await sql`insert into ${sql.table(copy)} (${names}) select ${names} from ${sql.table(table)}`.execute(db)
  // IDs of deleted rows must not be given to others.
  await sql`update sqlite_sequence set seq = (select seq from sqlite_sequence where name = ${table})
    where name = ${copy}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) select ${copy}, seq from sqlite_sequence
    where name = ${table} and not exists (select 1 from sqlite_sequence where name = ${copy})`.execute(db)
  const replace = async () => {
    await db.schema.dropTable(table).execute()
    await db.schema.alterTable(copy).renameTo(table).execute()
    for (const part of parts.rows) if (part.type !== 'table') await sql.raw(part.sql).execute(db)
  }
  if (original === 'drop') await replace()
  return replace
}
