import { sql } from 'kysely'
import type { Db } from '../database/engine/database.ts'
import { copyDatabase, listTables, type Table } from '../database/portability/table-rows.ts'
import type { Database } from '../database/schema/schema.ts'
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from './test-database.ts'

const ROWS_PER_TABLE = 3

type Row = Record<string, unknown>
type ColumnInfo = { name: string; type: string; notnull: number; pk: number }
type Reference = { from: string; to: string; table: string }

/** A private database of the tested engine with such rows in every table. */
export async function createFilledDatabase(): Promise<TestDatabase> {
  const source = await createTestDatabase('sqlite')
  await fillEveryTable(source.db)
  if (TEST_ENGINE === 'sqlite') return source
  const filled = await createTestDatabase()
  await copyDatabase({ from: source.db, to: filled.db })
  await source.drop()
  return filled
}

/**
 * Fills every table of a SQLite database with rows whose values are hard to copy. Column types and
 * allowed values are read from the database, so that tables of new migrations are filled too.
 */
export async function fillEveryTable(db: Db): Promise<void> {
  const rowsByTable = new Map<string, Row[]>()
  for (const table of await listTables(db)) {
    const rows = await edgeCaseRows(db, table, rowsByTable)
    rowsByTable.set(table.name, rows)
    await db
      .insertInto(table.name as keyof Database)
      .values(rows)
      .execute()
  }
}

async function edgeCaseRows(db: Db, table: Table, rowsByTable: ReadonlyMap<string, Row[]>): Promise<Row[]> {
  const columns = await sql<ColumnInfo>`select * from pragma_table_info(${table.name})`.execute(db)
  const references = await sql<Reference>`select * from pragma_foreign_key_list(${table.name})`.execute(db)
  const allowed = await allowedValues(db, table.name)
  const required = await requiredColumns(db, table.name)
  return Array.from({ length: ROWS_PER_TABLE }, (_, index) => {
    const row: Row = {}
    for (const column of columns.rows) {
      const reference = references.rows.find(({ from }) => from === column.name)
      const canBeNull = column.notnull === 0 && column.pk === 0 && !required.has(column.name)
      if (index === 1 && canBeNull) row[column.name] = null
      else if (column.name === table.autoIncrementColumn) row[column.name] = [7, 4_000_000_000_123, 8][index]
      else if (reference !== undefined)
        row[column.name] = referencedValue(reference, table, row, rowsByTable, index)
      else
        row[column.name] =
          MIGRATED_VALUES[`${table.name}.${column.name}`]?.(index) ??
          allowed.get(column.name)?.at(index % 2) ??
          edgeCaseValue(column.type, index)
    }
    return row
  })
}

/** Each row index has one parent, so that columns shared by several keys agree. A row may be its own parent. */
function referencedValue(
  { to, table: target }: Reference,
  table: Table,
  row: Row,
  rowsByTable: ReadonlyMap<string, Row[]>,
  index: number,
) {
  const parent = target === table.name ? row : rowsByTable.get(target)?.[index]
  if (parent === undefined) throw new Error(`${table.name} references ${target}, which is filled later`)
  return parent[to]
}

/** The values that `check (column in (…))` allows, and the limits of `check (column between … and …)`, by column. */
async function allowedValues(db: Db, table: string): Promise<Map<string, unknown[]>> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = ${table}`.execute(db)
  const checks = rows[0]?.sql.matchAll(/check \(\s*"?(\w+)"? in \(([^)]*)\)/gi) ?? []
  const ranges = rows[0]?.sql.matchAll(/check \(\s*"?(\w+)"? between (-?\d+) and (-?\d+)\)/gi) ?? []
  return new Map<string, unknown[]>([
    ...[...checks].map(([, column = '', list = '']): [string, unknown[]] => [
      column,
      list.split(',').map((each) => (each.includes("'") ? each.trim().slice(1, -1) : Number(each))),
    ]),
    ...[...ranges].map(([, column = '', from, to]): [string, unknown[]] => [
      column,
      [Number(from), Number(to)],
    ]),
  ])
}

/** The first column of each `check (column is not null or …)` constraint. */
async function requiredColumns(db: Db, table: string): Promise<Set<string | undefined>> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = ${table}`.execute(db)
  const checks = rows[0]?.sql.matchAll(/check \(\s*"?(\w+)"? is not null or /gi) ?? []
  return new Set([...checks].map(([, column]) => column))
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

/** Of columns of earlier releases that a migration reads, by row. */
const MIGRATED_VALUES: Record<string, (index: number) => unknown> = {
  'seasons.details': () => `{"findings":[{"detail":${JSON.stringify(EDGE_CASE_TEXT)}}]}`,
  'seasons.fetched_at': () => 1_788_590_700_000,
  'notifications.created_at': () => 1_788_590_700_000,
  'notification_sends.due_at': () => 1_788_590_700_000,
  'webhook_messages.due_at': () => 1_788_590_700_000,
  'push_subscriptions.endpoint': (index) => `https://push.example:844${index}/device`,
}

function edgeCaseValue(type: string, index: number): unknown {
  const values = EDGE_CASE_VALUES[type.toLowerCase()]
  if (values === undefined) throw new Error(`no edge case values for the type ${type}: add some`)
  return values[index]
}

/** Every row of every table as text, identical for both engines. */
export async function allRowsAsText(db: Db): Promise<Record<string, string[]>> {
  const textsByTable: Record<string, string[]> = {}
  for (const { name, columns } of await listTables(db)) {
    const selections = [...columns]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((column) =>
        column.kind === 'integer'
          ? sql`cast(${sql.id(column.name)} as text) as ${sql.id(column.name)}`
          : sql.id(column.name),
      )
    const { rows } = await sql<Row>`select ${sql.join(selections)} from ${sql.table(name)}`.execute(db)
    textsByTable[name] = rows.map(rowAsText).sort()
  }
  return textsByTable
}

function rowAsText(row: Row): string {
  return JSON.stringify(row, (_, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
    // A Buffer is converted by its toJSON before the replacer sees it.
    return isBufferJson(value) ? Buffer.from(value.data).toString('hex') : value
  })
}

function isBufferJson(value: unknown): value is { data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
}
