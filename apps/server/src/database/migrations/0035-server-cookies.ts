import type { Kysely } from 'kysely'

/** The server's cookies are for leagues that a site admin created or allowed. Existing leagues continue to use them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('leagues')
    .addColumn('may_use_server_cookies', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await (db as Kysely<{ leagues: { may_use_server_cookies: number } }>)
    .updateTable('leagues')
    .set({ may_use_server_cookies: 1 })
    .execute()
}
