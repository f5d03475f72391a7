import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

const LEAGUE_OF_ITEM = '(select league_id from feed_items where id = $.item_id)'
const LEAGUE_OF_COMMENT = `(select feed_items.league_id from post_comments
  join feed_items on feed_items.id = post_comments.post_id where post_comments.id = $.comment_id)`

/** Reactions to items of the feed and to comments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createReactions(db, 'item_reactions', 'item_id', 'feed_items.id')
  await createReactions(db, 'comment_reactions', 'comment_id', 'post_comments.id')
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const triggers = isPostgres ? postgresTriggers : sqliteTriggers
  for (const statement of [
    ...triggers('item_reactions', LEAGUE_OF_ITEM),
    ...triggers('comment_reactions', LEAGUE_OF_COMMENT),
  ])
    await sql.raw(statement).execute(db)
}

async function createReactions(db: Kysely<unknown>, table: string, column: string, target: string) {
  const references = (to: string) => (definition: ColumnDefinitionBuilder) =>
    definition.notNull().references(to).onDelete('cascade')
  await db.schema
    .createTable(table)
    .addColumn(column, 'bigint', references(target))
    .addColumn('user_id', 'bigint', references('users.id'))
    .addColumn('reaction', 'text', (definition) => definition.notNull())
    .addColumn('created_at', 'bigint', (definition) => definition.notNull())
    .addColumn('imported_person_id', 'bigint')
    .addPrimaryKeyConstraint(`${table}_key`, [column, 'user_id', 'reaction'])
    .execute()
  await db.schema.createIndex(`${table}_by_user`).on(table).column('user_id').execute()
}

const EVENTS = ['insert', 'update', 'delete'] as const

/** With a deleted item or comment, its own triggers count the change, and the league is not found. */
function sqliteTriggers(table: string, league: string): string[] {
  return EVENTS.map(
    (event) => `create trigger version_${table}_${event} after ${event} on ${table} begin
      insert into data_versions (league_id, kind, version)
      select league, 'feed', 1
      from (select ${league.replace('$', event === 'delete' ? 'old' : 'new')} as league) where league is not null
      on conflict (league_id, kind) do update set version = version + 1; end`,
  )
}

function postgresTriggers(table: string, league: string): string[] {
  return [
    `create function version_${table}() returns trigger language plpgsql as $$ begin
      insert into data_versions (league_id, kind, version)
      select distinct league, 'feed', pg_current_xact_id()::text::bigint
      from (select ${league.replace('$', 'changed')} as league from changed) as leagues where league is not null
      on conflict do nothing; return null; end $$`,
    ...EVENTS.map(
      (event) => `create trigger version_${table}_${event} after ${event} on ${table}
        referencing ${event === 'delete' ? 'old' : 'new'} table as changed
        for each statement execute function version_${table}()`,
    ),
  ]
}
