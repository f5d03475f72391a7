import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const add = (name: string, columns: readonly ('league_id' | 'action' | 'at' | 'id')[]) =>
    db.schema
      .createIndex(name)
      .on('audit_log')
      .columns([...columns])
      .execute()
  await add('audit_log_by_time', ['at', 'id'])
  await add('audit_log_by_league_and_time', ['league_id', 'at', 'id'])
  await add('audit_log_by_action', ['action', 'at', 'id'])
}
