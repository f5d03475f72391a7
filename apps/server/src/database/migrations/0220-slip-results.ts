import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** The results of slips that their league was told, so that each is told once, and a correction once more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('slip_results')
    .addColumn('league_id', 'bigint', (column) =>
      column.notNull().references('leagues.id').onDelete('cascade'),
    )
    .addColumn('season', 'integer', required)
    .addColumn('week', 'integer', required)
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('won', 'lost', 'returned')`))
    .addColumn('staked', 'text', required)
    .addColumn('returned', 'text')
    .addColumn('revision', 'integer', required)
    .addColumn('announced_at', 'bigint', required)
    .addPrimaryKeyConstraint('slip_results_key', ['league_id', 'season', 'week'])
    .execute()
  await db.schema.createIndex('slip_results_by_time').on('slip_results').column('announced_at').execute()
}
