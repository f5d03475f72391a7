import { sql } from 'kysely'
import { connect } from '../../../apps/server/src/database/engine/database.ts'

/**
 * Copies a PostgreSQL database to a new one on the same server, file by file. The source must have no other
 * connections.
 */
export async function copyDatabase(sourceUrl: string, targetName: string): Promise<void> {
  const adminUrl = new URL(sourceUrl)
  const sourceName = adminUrl.pathname.slice(1)
  adminUrl.pathname = '/postgres'
  const db = connect({ engine: 'postgres', url: adminUrl.href })
  try {
    await sql`create database ${sql.id(targetName)} template ${sql.id(sourceName)}`.execute(db)
  } finally {
    await db.destroy()
  }
}
