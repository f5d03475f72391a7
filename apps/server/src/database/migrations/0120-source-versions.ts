import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The sources of a league change the version of its data: responses name the platform and link to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS)
    await sql.raw(statement).execute(db)
}

const SQLITE_TRIGGERS = (['insert', 'update', 'delete'] as const).map(
  (event) => `create trigger version_league_sources_${event} after ${event} on league_sources begin
    insert into data_versions (league_id, kind, version)
    values (${event === 'delete' ? 'old' : 'new'}.league_id, 'league', 1)
    on conflict (league_id, kind) do update set version = version + 1; end`,
)

const POSTGRES_TRIGGERS = [
  `create function version_league_sources() returns trigger language plpgsql as $$ begin
    insert into data_versions (league_id, kind, version)
    values (coalesce(new.league_id, old.league_id), 'league', pg_current_xact_id()::text::bigint)
    on conflict do nothing; return null; end $$`,
  `create trigger version_league_sources after insert or update or delete on league_sources
    for each row execute function version_league_sources()`,
]
