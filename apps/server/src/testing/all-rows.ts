import { sql } from 'kysely'
import type { Db } from '../database/engine/database.ts'
import { listTables, type Table } from '../database/portability/table-rows.ts'

type Row = Record<string, unknown>

/** Every row of every table, with referenced tables first. */
export type AllRows = { table: Table; rows: Row[] }[]

export async function readAllRows(db: Db, tables: readonly Table[]): Promise<AllRows> {
  return Promise.all(tables.map(async (table) => ({ table, rows: await readRows(db, table) })))
}

/** All tables except those of the migration tool. */
export async function dataTables(db: Db): Promise<Table[]> {
  return (await listTables(db)).filter(({ name }) => !name.startsWith('kysely_'))
}

/** The rows of each table by its name, without the versions of league histories. */
export function withoutHistoryVersions(rows: AllRows) {
  return rows.map(({ table, rows: each }) => [
    table.name,
    each.map((row) => ('history_version' in row ? { ...row, history_version: null } : row)),
  ])
}

/** Everything that a failed request must not change: all except `seen_at` of sessions and the rate limits. */
export function comparableText(rows: AllRows): string {
  const relevant = rows.filter(({ table }) => !['attempts', 'attempt_buckets'].includes(table.name))
  return JSON.stringify(
    relevant.map((each) => each.rows),
    (key, value: unknown) => (key === 'seen_at' ? undefined : value),
  )
}

async function readRows(db: Db, table: Table): Promise<Row[]> {
  const order = sql.join(table.primaryKey.map((column) => sql.ref(column)))
  const { rows } = await sql<Row>`select * from ${sql.table(table.name)} order by ${order}`.execute(db)
  return rows
}
