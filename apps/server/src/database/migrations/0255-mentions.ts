import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

const LEAGUE_OF_ITEM = '(select league_id from feed_items where id = $.item_id)'
const LEAGUE_OF_COMMENT = `(select feed_items.league_id from post_comments
  join feed_items on feed_items.id = post_comments.post_id where post_comments.id = $.comment_id)`

/** Mentions of members and teams in the texts of posts and proposals, and in comments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMentions(db, 'item_mentions', 'item_id', 'feed_items.id')
  await createMentions(db, 'comment_mentions', 'comment_id', 'post_comments.id')
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const triggers = isPostgres ? postgresTriggers : sqliteTriggers
  for (const statement of [
    ...triggers('item_mentions', LEAGUE_OF_ITEM),
    ...triggers('comment_mentions', LEAGUE_OF_COMMENT),
  ])
    await sql.raw(statement).execute(db)
}

async function createMentions(db: Kysely<unknown>, table: string, column: string, target: string) {
  const references = (to: string) => (definition: ColumnDefinitionBuilder) =>
    definition.references(to).onDelete('cascade')
  await db.schema
    .createTable(table)
    .addColumn(column, 'bigint', (definition) => references(target)(definition.notNull()))
    .addColumn('start', 'integer', (definition) => definition.notNull())
    .addColumn('length', 'integer', (definition) => definition.notNull())
    .addColumn('user_id', 'bigint', references('users.id'))
    .addColumn('season', 'integer')
    .addColumn('team_id', 'bigint')
    .addColumn('created_at', 'bigint', (definition) => definition.notNull())
    .addColumn('imported_person_id', 'bigint')
    .addPrimaryKeyConstraint(`${table}_key`, [column, 'start'] as never[])
    .execute()
  await db.schema.createIndex(`${table}_by_user`).on(table).column('user_id').execute()
  // The notifications look for the newest ones.
  await db.schema.createIndex(`${table}_by_time`).on(table).column('created_at').execute()
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
