import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The lists of all players of providers whose lineups name them by ID only, compressed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('player_lists')
    .addColumn('provider', 'text', (column) => column.primaryKey())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('players', isPostgres ? sql`bytea` : sql`blob`, (column) => column.notNull())
    .execute()
}
