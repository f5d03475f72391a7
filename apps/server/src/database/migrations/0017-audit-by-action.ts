import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('audit_log_by_action').on('audit_log').columns(['action', 'id']).execute()
}
