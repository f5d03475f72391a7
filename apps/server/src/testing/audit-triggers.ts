import { sql } from 'kysely'
import type { Db } from '../database/engine/database.ts'
import { usesPostgres } from '../database/engine/dialect.ts'

/** Removes the protection of the audit log, as somebody could who may change the schema. */
export async function removeAuditTriggers(db: Db): Promise<void> {
  for (const name of ['update', 'delete'])
    await sql.raw(`drop trigger audit_log_${name}${usesPostgres(db) ? ' on audit_log' : ''}`).execute(db)
}
