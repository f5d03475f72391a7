import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** What a kept player costs, as the league's admins wrote it. A change counts as one of the league's data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('leagues').addColumn('keeper_rule', 'text').execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? POSTGRES_TRIGGERS : [SQLITE_TRIGGER])
    await sql.raw(statement).execute(db)
}

const CHANGED = 'old.keeper_rule is distinct from new.keeper_rule'

const SQLITE_TRIGGER = `create trigger version_keeper_rule after update on leagues when ${CHANGED} begin
  insert into data_versions (league_id, kind, version) values (new.id, 'league', 1)
  on conflict (league_id, kind) do update set version = version + 1; end`

const POSTGRES_TRIGGERS = [
  `create function version_keeper_rule() returns trigger language plpgsql as $$ begin
    insert into data_versions (league_id, kind, version)
    values (new.id, 'league', pg_current_xact_id()::text::bigint)
    on conflict do nothing; return null; end $$`,
  `create trigger version_keeper_rule after update on leagues
    for each row when (${CHANGED}) execute function version_keeper_rule()`,
]
