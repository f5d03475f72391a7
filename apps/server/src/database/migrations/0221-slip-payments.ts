import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const references = (target: string) => (column: ColumnDefinitionBuilder) =>
  column.references(target).onDelete('cascade')

/** Who covers a week's slip, and whether they paid. Responses about bets contain it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('slip_payments')
    .addColumn('league_id', 'bigint', (column) => references('leagues.id')(column).notNull())
    .addColumn('season', 'integer', required)
    .addColumn('week', 'integer', required)
    .addColumn('user_id', 'bigint', references('users.id'))
    .addColumn('is_paid', 'integer', (column) => column.notNull().check(sql`is_paid in (0, 1)`))
    .addColumn('imported_person_id', 'bigint')
    .addPrimaryKeyConstraint('slip_payments_key', ['league_id', 'season', 'week'])
    .execute()
  await db.schema.createIndex('slip_payments_by_user').on('slip_payments').column('user_id').execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS)
    await sql.raw(statement).execute(db)
}

const SQLITE_TRIGGERS = (['insert', 'update', 'delete'] as const).map(
  (event) => `create trigger version_slip_payments_${event} after ${event} on slip_payments begin
    insert into data_versions (league_id, kind, version)
    values (${event === 'delete' ? 'old' : 'new'}.league_id, 'bets', 1)
    on conflict (league_id, kind) do update set version = version + 1; end`,
)

const POSTGRES_TRIGGERS = [
  `create function version_slip_payments() returns trigger language plpgsql as $$ begin
    insert into data_versions (league_id, kind, version)
    values (coalesce(new.league_id, old.league_id), 'bets', pg_current_xact_id()::text::bigint)
    on conflict do nothing; return null; end $$`,
  `create trigger version_slip_payments after insert or update or delete on slip_payments
    for each row execute function version_slip_payments()`,
]
