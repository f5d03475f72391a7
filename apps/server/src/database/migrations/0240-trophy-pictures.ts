import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The picture of a league's trophy. A change counts as one of the league's seasons, as with owner pictures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('trophy_pictures')
    .addColumn('league_id', 'bigint', (column) =>
      column.primaryKey().references('leagues.id').onDelete('cascade'),
    )
    .addColumn('file_key', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS)
    await sql.raw(statement).execute(db)
}

const SQLITE_TRIGGERS = (['insert', 'update', 'delete'] as const).map(
  (event) => `create trigger version_trophy_pictures_${event} after ${event} on trophy_pictures begin
    insert into data_versions (league_id, kind, version)
    values (${event === 'delete' ? 'old' : 'new'}.league_id, 'season', 1)
    on conflict (league_id, kind) do update set version = version + 1; end`,
)

const POSTGRES_TRIGGERS = [
  `create function version_trophy_pictures() returns trigger language plpgsql as $$ begin
    insert into data_versions (league_id, kind, version)
    values (coalesce(new.league_id, old.league_id), 'season', pg_current_xact_id()::text::bigint)
    on conflict do nothing; return null; end $$`,
  `create trigger version_trophy_pictures after insert or update or delete on trophy_pictures
    for each row execute function version_trophy_pictures()`,
]
