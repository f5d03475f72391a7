import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The leagues with a team that has the logo `new.url`, whose stored URL may be an old http one. */
const LEAGUES = `select distinct league_id from season_teams
  where logo in (new.url, replace(new.url, 'https://', 'http://'))`

/** The most prominent colors of logos. A new one changes the version of the season data of its leagues. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('logo_colors')
    .addColumn('url', 'text', (column) => column.primaryKey())
    .addColumn('color', 'text', (column) => column.notNull())
    .execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS)
    await sql.raw(statement).execute(db)
}

const SQLITE_TRIGGERS = ['insert', 'update'].map(
  (event) => `create trigger version_logo_colors_${event} after ${event} on logo_colors begin
    insert into data_versions (league_id, kind, version)
    select league_id, 'season', 1 from (${LEAGUES}) where true
    on conflict (league_id, kind) do update set version = version + 1; end`,
)

const POSTGRES_TRIGGERS = [
  `create function version_logo_colors() returns trigger language plpgsql as $$ begin
    insert into data_versions (league_id, kind, version)
    select league_id, 'season', pg_current_xact_id()::text::bigint from (${LEAGUES}) as leagues
    on conflict do nothing; return null; end $$`,
  `create trigger version_logo_colors after insert or update on logo_colors
    for each row execute function version_logo_colors()`,
]
