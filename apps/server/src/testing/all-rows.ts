import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { listTables, type Table } from '../database/list-tables.ts'

type Row = Record<string, unknown>

/** Every row of every table, those that others refer to first. */
export type AllRows = { table: Table; rows: Row[] }[]

export async function readAllRows(db: Db, tables: readonly Table[]): Promise<AllRows> {
  return Promise.all(tables.map(async (table) => ({ table, rows: await readRows(db, table) })))
}

/** The tables that hold data of the product. */
export async function dataTables(db: Db): Promise<Table[]> {
  return (await listTables(db)).filter(({ name }) => !name.startsWith('kysely_'))
}

/** The rows of each table by its name, but for how often a league's history has changed. */
export function withoutHistoryVersions(rows: AllRows) {
  return rows.map(({ table, rows: each }) => [
    table.name,
    each.map((row) => ('history_version' in row ? { ...row, history_version: null } : row)),
  ])
}

/** What an error may not change: all but when a session was last seen, and what the limiter counts. */
export function comparableText(rows: AllRows): string {
  const counted = rows.filter(({ table }) => !['attempts', 'attempt_buckets'].includes(table.name))
  return JSON.stringify(
    counted.map((each) => each.rows),
    (key, value: unknown) => (key === 'seen_at' ? undefined : value),
  )
}

async function readRows(db: Db, table: Table): Promise<Row[]> {
  const order = sql.join(table.primaryKey.map((column) => sql.ref(column)))
  const { rows } = await sql<Row>`select * from ${sql.table(table.name)} order by ${order}`.execute(db)
  return rows
}
