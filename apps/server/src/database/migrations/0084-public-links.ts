import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** The address of each league at which outsiders read what it shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('public_links')
    .addColumn('league_id', 'bigint', (column) =>
      column.primaryKey().references('leagues.id').onDelete('cascade'),
    )
    .addColumn('code_hash', 'text', (column) => column.notNull().unique())
    .addColumn('shows_owners', 'integer', (column) => column.notNull().check(sql`shows_owners in (0, 1)`))
    .addColumn('created_at', 'bigint', required)
    .addColumn('created_by', 'bigint', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('public_links_by_creator').on('public_links').column('created_by').execute()
}
