import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const link = (target: string) => (column: ColumnDefinitionBuilder) =>
  column.references(target).onDelete('cascade')

/** Notifications can concern no league, such as the answer to a request to join any. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await db.schema
      .alterTable('notifications')
      .alterColumn('league_id', (column) => column.dropNotNull())
      .execute()
  else await copyTable(db)
  await db.schema
    .createIndex('notifications_once_without_league')
    .unique()
    .on('notifications')
    .columns(['user_id', 'key'])
    .where(sql.ref('league_id'), 'is', null)
    .execute()
}

/** SQLite can't change a column. */
async function copyTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('new_notifications')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('user_id', 'bigint', (column) => required(link('users.id')(column)))
    .addColumn('league_id', 'bigint', link('leagues.id'))
    .addColumn('key', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('in_inbox', 'integer', (column) =>
      column.notNull().defaultTo(0).check(sql`in_inbox in (0, 1)`),
    )
    .addColumn('read_at', 'bigint')
    .addColumn('target', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('item_id', 'bigint', link('feed_items.id'))
    .addColumn('comment_id', 'bigint', link('post_comments.id'))
    .addUniqueConstraint('notifications_once', ['user_id', 'league_id', 'key'])
    .execute()
  // The queued deliveries of deleted notifications must not find others with the same ID.
  await sql`insert into sqlite_sequence (name, seq)
    select 'new_notifications', seq from sqlite_sequence where name = 'notifications'`.execute(db)
  const columns = sql.raw(
    'id, user_id, league_id, key, kind, title, body, created_at, expires_at, in_inbox, read_at, target, item_id, comment_id',
  )
  await sql`insert into new_notifications (${columns}) select ${columns} from notifications`.execute(db)
  const indexes = await sql<{ sql: string }>`select sql from sqlite_master
    where type = 'index' and tbl_name = 'notifications' and sql is not null`.execute(db)
  await db.schema.dropTable('notifications').execute()
  await db.schema.alterTable('new_notifications').renameTo('notifications').execute()
  for (const index of indexes.rows) await sql.raw(index.sql).execute(db)
}
