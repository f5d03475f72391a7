import type { Kysely } from 'kysely'

/** A job looks for new decisions each minute. With the time alone, SQLite prefers the index of all decided requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('join_requests_by_decision')
    .on('join_requests')
    .columns(['status', 'decided_at'])
    .execute()
  await db.schema.createIndex('invite_uses_by_undoing').on('invite_uses').column('undone_at').execute()
}
