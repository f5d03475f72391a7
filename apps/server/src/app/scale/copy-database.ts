import { sql } from 'kysely'
import { connect } from '../../database/database.ts'

/** Copies a database of a PostgreSQL, file by file, to another beside it. Nobody may be in it. */
export async function copyDatabase(from: string, name: string): Promise<void> {
  const source = new URL(from)
  const original = source.pathname.slice(1)
  source.pathname = '/postgres'
  const db = connect({ engine: 'postgres', url: source.href })
  try {
    await sql`create database ${sql.id(name)} template ${sql.id(original)}`.execute(db)
  } finally {
    await db.destroy()
  }
}
