import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/**
 * The scores and the win probability of live games over time. They refer to no season, because a season that is read
 * again replaces its rows. Changes count as changes of the season's data.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('game_timeline_points')
    .addColumn('league_id', 'bigint', (column) =>
      column.notNull().references('leagues.id').onDelete('cascade'),
    )
    .addColumn('season', 'integer', required)
    .addColumn('game_id', 'integer', required)
    .addColumn('at', 'bigint', required)
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('before', 'live', 'final')`))
    .addColumn('home_points', 'integer', required)
    .addColumn('away_points', 'integer', required)
    .addColumn('home_probability', 'integer', (column) =>
      column.notNull().check(sql`home_probability between 0 and 1000000`),
    )
    .addPrimaryKeyConstraint('game_timeline_points_key', ['league_id', 'season', 'game_id', 'at'])
    .execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS)
    await sql.raw(statement).execute(db)
}

const EVENTS = ['insert', 'update', 'delete'] as const

const SQLITE_TRIGGERS = EVENTS.map(
  (event) => `create trigger version_game_timelines_${event} after ${event} on game_timeline_points begin
    insert into data_versions (league_id, kind, version)
    values (${event === 'delete' ? 'old' : 'new'}.league_id, 'season', 1)
    on conflict (league_id, kind) do update set version = version + 1; end`,
)

const POSTGRES_TRIGGERS = [
  `create function version_game_timelines() returns trigger language plpgsql as $$ begin
    insert into data_versions (league_id, kind, version)
    select distinct league_id, 'season', pg_current_xact_id()::text::bigint from changed
    on conflict do nothing; return null; end $$`,
  ...EVENTS.map(
    (event) => `create trigger version_game_timelines_${event} after ${event} on game_timeline_points
      referencing ${event === 'delete' ? 'old' : 'new'} table as changed
      for each statement execute function version_game_timelines()`,
  ),
]
