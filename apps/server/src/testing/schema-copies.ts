import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Db, migrate } from '../database/engine/database.ts'

/** The statements that create the tables and rows of a database, by its last migration. */
const scripts = new Map<string | undefined, string>()

/**
 * Like `runMigrations`, but runs the migrations of an empty SQLite database once per worker, and gives further
 * databases a copy of the result.
 */
export function schemaCopies(runMigrations: typeof migrate): typeof migrate {
  return async (db, upTo) => {
    const file = await findEmptySqliteFile(db)
    if (file === null) return runMigrations(db, upTo)
    const script = scripts.get(upTo)
    if (script !== undefined) return withFile(file, (database) => database.exec(script))
    await runMigrations(db, upTo)
    scripts.set(upTo, withFile(file, dumpDatabase))
  }
}

/** @returns null for PostgreSQL, and for a database with tables */
async function findEmptySqliteFile(db: Db): Promise<string | null> {
  if (db.getExecutor().adapter.supportsTransactionalDdl) return null
  const { rows } = await sql<{ file: string; tables: number }>`
    select file, (select count(*) from sqlite_master) as tables from pragma_database_list where name = 'main'
  `.execute(db)
  return rows[0]?.tables === 0 ? rows[0].file : null
}

function withFile<Result>(file: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

type Item = { type: string; name: string; sql: string }

function dumpDatabase(database: DatabaseSync): string {
  const items = database
    .prepare("select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite%'")
    .all() as Item[]
  const ofType = (...types: string[]) => items.filter(({ type }) => types.includes(type))
  return [
    'begin',
    ...ofType('table', 'index', 'view').map((each) => each.sql),
    ...ofType('table').flatMap(({ name }) => dumpRows(database, name)),
    'delete from sqlite_sequence',
    ...dumpRows(database, 'sqlite_sequence'),
    // After the rows, so that they do not react to them.
    ...ofType('trigger').map((each) => each.sql),
    'commit',
  ].join(';\n')
}

function dumpRows(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare(`select name from pragma_table_info('${table}')`).all()
  const values = columns.map(({ name }) => `quote("${String(name)}")`).join(` || ', ' || `)
  return database
    .prepare(`select ${values} as row from "${table}"`)
    .all()
    .map(({ row }) => `insert into "${table}" values (${String(row)})`)
}
