import type { Kysely } from 'kysely'
import type { Database } from '../schema/schema.ts'
import { usesPostgres } from './dialect.ts'

type Catalog = {
  sqlite_master: { name: string; type: string }
  pg_tables: { tablename: string; schemaname: string }
}

/** Whether a table exists. Reading the schema of all tables takes many times as long. */
export async function hasTable(db: Kysely<Database>, name: string): Promise<boolean> {
  const catalog = db as unknown as Kysely<Catalog>
  const query = usesPostgres(db)
    ? catalog
        .selectFrom('pg_tables')
        .select('tablename')
        .where('tablename', '=', name)
        .where('schemaname', '=', (each) => each.fn<string>('current_schema'))
    : catalog.selectFrom('sqlite_master').select('name').where('name', '=', name).where('type', '=', 'table')
  return (await query.execute()).length > 0
}
