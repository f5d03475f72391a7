import { type Kysely, sql } from 'kysely'

/** Which items and comments league admins have hidden, why and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['feed_items', 'post_comments']) {
    await db.schema.alterTable(table).addColumn('hidden_at', 'bigint').execute()
    await db.schema.alterTable(table).addColumn('hidden_reason', 'text').execute()
    await db.schema
      .alterTable(table)
      .addColumn('hidden_by', 'bigint', (column) => column.references('users.id').onDelete('set null'))
      .execute()
    await sql`create index ${sql.id(`${table}_by_admin`)} on ${sql.table(table)} (hidden_by)
      where hidden_by is not null`.execute(db)
  }
}
