import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('leagues').addColumn('season_note', 'text').execute()
  await db.schema
    .alterTable('leagues')
    .addColumn('hides_picks', 'integer', (column) =>
      column.notNull().defaultTo(0).check(sql`hides_picks in (0, 1)`),
    )
    .execute()
}
