import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('league_credentials')
    .addColumn('league_id', 'bigint', (column) =>
      column.primaryKey().references('leagues.id').onDelete('cascade'),
    )
    .addColumn('swid', 'text')
    .addColumn('s2', 'text')
    .addColumn('is_tested', 'integer', (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addColumn('accepted_at', 'bigint')
    .addColumn('refused_at', 'bigint')
    .execute()
}
