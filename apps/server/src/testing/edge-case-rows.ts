import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { listTables, type Table } from '../database/list-tables.ts'
import type { Database } from '../database/schema.ts'

const ROWS_PER_TABLE = 3

type Row = Record<string, unknown>
type ColumnInfo = { name: string; type: string; notnull: number; pk: number }
type Reference = { from: string; to: string; table: string }

/**
 * Fills every table of a SQLite database with rows whose values are hard to carry elsewhere. What
 * a column takes is read from the database, so that a table of a new migration is filled too.
 */
export async function fillEveryTable(db: Db): Promise<void> {
  const made = new Map<string, Row[]>()
  for (const table of await listTables(db)) {
    const rows = await edgeCaseRows(db, table, made)
    made.set(table.name, rows)
    await db
      .insertInto(table.name as keyof Database)
      .values(rows)
      .execute()
  }
}

async function edgeCaseRows(db: Db, table: Table, made: ReadonlyMap<string, Row[]>): Promise<Row[]> {
  const columns = await sql<ColumnInfo>`select * from pragma_table_info(${table.name})`.execute(db)
  const references = await sql<Reference>`select * from pragma_foreign_key_list(${table.name})`.execute(db)
  const allowed = await allowedValues(db, table.name)
  return Array.from({ length: ROWS_PER_TABLE }, (_, index) => {
    const row: Row = {}
    for (const column of columns.rows) {
      const reference = references.rows.find(({ from }) => from === column.name)
      if (index === 1 && column.notnull === 0 && column.pk === 0) row[column.name] = null
      else if (column.name === table.autoIncrementColumn) row[column.name] = [7, 4_000_000_000_123, 8][index]
      else if (reference !== undefined) row[column.name] = referencedValue(reference, table, row, made, index)
      else row[column.name] = allowed.get(column.name)?.at(index % 2) ?? edgeCaseValue(column.type, index)
    }
    return row
  })
}

/** Row by row the same parent, so that columns that several keys share agree. A row may be its own parent. */
function referencedValue(
  { to, table: target }: Reference,
  table: Table,
  row: Row,
  made: ReadonlyMap<string, Row[]>,
  index: number,
) {
  const parent = target === table.name ? row : made.get(target)?.[index]
  if (parent === undefined) throw new Error(`${target} is filled after ${table.name}, which refers to it`)
  return parent[to]
}

/** What `check (column in (…))` allows. */
async function allowedValues(db: Db, table: string): Promise<Map<string, unknown[]>> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = ${table}`.execute(db)
  const checks = rows[0]?.sql.matchAll(/check \(\s*"?(\w+)"? in \(([^)]*)\)/gi) ?? []
  return new Map(
    [...checks].map(([, column = '', list = '']) => [
      column,
      list.split(',').map((each) => (each.includes("'") ? each.trim().slice(1, -1) : Number(each))),
    ]),
  )
}

const EDGE_CASE_TEXT = `O'Brien "; drop table users; -- \\ \\\\ %s $1 ? :x \n\r\t 👩‍👩‍👧 Ż é e\u0301 שלום \uFFFD \u{10FFFF}`

const EDGE_CASE_VALUES: Record<string, readonly unknown[]> = {
  integer: [2_147_483_647, -2_147_483_648, 0],
  bigint: [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n, 9_007_199_254_740_993n],
  text: ['', EDGE_CASE_TEXT, ` ${'long '.repeat(100)}`],
  blob: [
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    new Uint8Array(),
    new Uint8Array(300_000).fill(255),
  ],
  real: [0.1, -1.5e300, 5e-324],
}

function edgeCaseValue(type: string, index: number): unknown {
  const values = EDGE_CASE_VALUES[type.toLowerCase()]
  if (values === undefined) throw new Error(`no awkward values for the type ${type}: add some`)
  return values[index]
}

/** Every row of every table as text, the same from both engines. */
export async function allRowsAsText(db: Db): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const { name, columns } of await listTables(db)) {
    const texts = [...columns]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((column) =>
        column.kind === 'integer'
          ? sql`cast(${sql.id(column.name)} as text) as ${sql.id(column.name)}`
          : sql.id(column.name),
      )
    const { rows } = await sql<Row>`select ${sql.join(texts)} from ${sql.table(name)}`.execute(db)
    all[name] = rows.map(rowAsText).sort()
  }
  return all
}

function rowAsText(row: Row): string {
  return JSON.stringify(row, (_, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
    // What a Buffer says of itself before it is asked.
    return isBufferJson(value) ? Buffer.from(value.data).toString('hex') : value
  })
}

function isBufferJson(value: unknown): value is { data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
}
