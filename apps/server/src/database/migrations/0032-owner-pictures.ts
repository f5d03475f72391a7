import type { Kysely } from 'kysely'

/** Pictures of owners belong to a league. Those in the data folder show where a league has none of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('owner_pictures')
    .addColumn('league_id', 'bigint', (column) =>
      column.notNull().references('leagues.id').onDelete('cascade'),
    )
    .addColumn('member_id', 'text', (column) => column.notNull())
    .addColumn('file_key', 'text', (column) => column.unique())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('owner_pictures_key', ['league_id', 'member_id'])
    .execute()
}
