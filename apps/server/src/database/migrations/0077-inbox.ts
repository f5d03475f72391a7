import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const flag = (name: string, value: 0 | 1) => (column: ColumnDefinitionBuilder) =>
  column
    .notNull()
    .defaultTo(value)
    .check(sql`${sql.ref(name)} in (0, 1)`)
const references = (target: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(target).onDelete('cascade')

/** Notifications become the items of an inbox, and visits tell what is new in a league. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await allowNewKinds(db)
  await addInbox(db)
  await addVisits(db)
  await db.schema.alterTable('post_likes').addColumn('created_at', 'bigint').execute()
  await db.schema.createIndex('post_likes_by_time').on('post_likes').column('created_at').execute()
  await db.schema
    .createTable('week_records')
    .addColumn('league_id', 'bigint', references('leagues.id'))
    .addColumn('season', 'integer', required)
    .addColumn('week', 'integer', required)
    .addColumn('broken', 'text', required)
    .addColumn('found_at', 'bigint', required)
    .addPrimaryKeyConstraint('week_records_key', ['league_id', 'season', 'week'])
    .execute()
  await db.schema.createIndex('week_records_by_time').on('week_records').column('found_at').execute()
  await db.schema.createIndex('recaps_by_time').on('recaps').column('posted_at').execute()
  await db.schema.createIndex('proposals_by_end').on('feed_proposals').column('closes_at').execute()
}

/** The code, not the schema, knows the kinds. SQLite can't drop a constraint, so it gets new columns and tables. */
async function allowNewKinds(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    for (const table of ['notification_choices', 'notifications'])
      await db.schema.alterTable(table).dropConstraint(`${table}_kind_check`).execute()
    await db.schema
      .alterTable('notification_choices')
      .addColumn('by_inbox', 'integer', flag('by_inbox', 1))
      .execute()
    return
  }
  await db.schema
    .alterTable('notifications')
    .addColumn('any_kind', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update notifications set any_kind = kind`.execute(db)
  await db.schema.alterTable('notifications').dropColumn('kind').execute()
  await db.schema.alterTable('notifications').renameColumn('any_kind', 'kind').execute()
  await db.schema
    .createTable('new_choices')
    .addColumn('user_id', 'bigint', references('users.id'))
    .addColumn('kind', 'text', required)
    .addColumn('by_push', 'integer', (column) => column.notNull().check(sql`by_push in (0, 1)`))
    .addColumn('by_mail', 'integer', (column) => column.notNull().check(sql`by_mail in (0, 1)`))
    .addColumn('by_inbox', 'integer', flag('by_inbox', 1))
    .addPrimaryKeyConstraint('notification_choices_key', ['user_id', 'kind'])
    .execute()
  await sql`insert into new_choices (user_id, kind, by_push, by_mail)
    select user_id, kind, by_push, by_mail from notification_choices`.execute(db)
  await db.schema.dropTable('notification_choices').execute()
  await db.schema.alterTable('new_choices').renameTo('notification_choices').execute()
}

async function addInbox(db: Kysely<unknown>): Promise<void> {
  const table = () => db.schema.alterTable('notifications')
  const link = (target: string) => (column: ColumnDefinitionBuilder) =>
    column.references(target).onDelete('cascade')
  await table().addColumn('in_inbox', 'integer', flag('in_inbox', 0)).execute()
  await table().addColumn('read_at', 'bigint').execute()
  await table()
    .addColumn('target', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await table().addColumn('item_id', 'bigint', link('feed_items.id')).execute()
  await table().addColumn('comment_id', 'bigint', link('post_comments.id')).execute()
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('notifications').columns(columns).execute()
  await index('notifications_by_user', ['user_id', 'in_inbox', 'created_at'])
  await index('notifications_by_time', ['in_inbox', 'created_at'])
  await index('notifications_by_item', ['item_id'])
  await index('notifications_by_comment', ['comment_id'])
}

async function addVisits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('visits')
    .addColumn('user_id', 'bigint', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('seen_at', 'bigint', required)
    .addColumn('previous_at', 'bigint')
    .execute()
  await db.schema
    .createTable('tab_visits')
    .addColumn('user_id', 'bigint', references('users.id'))
    .addColumn('league_id', 'bigint', references('leagues.id'))
    .addColumn('tab', 'text', required)
    .addColumn('seen_at', 'bigint', required)
    .addPrimaryKeyConstraint('tab_visits_key', ['user_id', 'league_id', 'tab'])
    .execute()
  await db.schema.createIndex('tab_visits_by_league').on('tab_visits').column('league_id').execute()
  // What was there before the upgrade isn't new to anybody.
  const newest = [
    ['league social', sql`select max(created_at) from feed_items`],
    ['betslip', sql`select max(updated_at) from picks`],
  ] as const
  for (const [tab, select] of newest)
    await sql`insert into tab_visits (user_id, league_id, tab, seen_at)
      select user_id, league_id, ${tab}, coalesce(
        (${select} where league_id = memberships.league_id), memberships.created_at
      ) from memberships`.execute(db)
}
