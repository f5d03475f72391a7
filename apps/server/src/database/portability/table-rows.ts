import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema/schema.ts'
import type { Column, Table } from './list-tables.ts'

/** A row with integers as bigints, because the engines store 64 bits and numbers have only 53. */
export type StoredRow = Record<string, unknown>

const MAX_ROWS_PER_BATCH = 200
/** SQLite accepts 32,766 values per statement, PostgreSQL 65,535. */
const MAX_PARAMETERS = 30_000

/** The most rows of a table that are inserted with one statement. */
export function batchSizeFor({ columns }: Pick<Table, 'columns'>): number {
  return Math.min(MAX_ROWS_PER_BATCH, Math.floor(MAX_PARAMETERS / columns.length))
}

/** All rows of a table in batches, in the order of the primary key. */
export async function* readRowBatches(db: Kysely<Database>, table: Table): AsyncGenerator<StoredRow[]> {
  let after: StoredRow | undefined
  for (;;) {
    const rows = await readRowsAfter(db, table, after)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)
  }
}

async function readRowsAfter(
  db: Kysely<Database>,
  table: Table,
  after: StoredRow | undefined,
): Promise<StoredRow[]> {
  // Qualified with the table, because a bare name would refer to the output column that was cast to text.
  const key = sql.join(table.primaryKey.map((name) => sql.ref(`${table.name}.${name}`)))
  const condition =
    after === undefined
      ? sql``
      : sql`where (${key}) > (${sql.join(table.primaryKey.map((name) => after[name]))})`
  const { rows } = await sql<StoredRow>`
    select ${sql.join(table.columns.map((column) => selectColumn(table, column)))}
    from ${sql.table(table.name)} ${condition} order by ${key} limit ${batchSizeFor(table)}`.execute(db)
  return rows.map((row) => toBigInts(row, table.columns))
}

function selectColumn(table: Table, { name, kind }: Column) {
  const column = sql.ref(`${table.name}.${name}`)
  return kind === 'integer' ? sql`cast(${column} as text) as ${sql.id(name)}` : sql`${column}`
}

function toBigInts(row: StoredRow, columns: readonly Column[]): StoredRow {
  const integers = columns.filter(({ name, kind }) => kind === 'integer' && row[name] !== null)
  return { ...row, ...Object.fromEntries(integers.map(({ name }) => [name, BigInt(String(row[name]))])) }
}

/** Inserts rows with one statement; see `batchSizeFor` for how many. */
export async function insertRows(
  db: Kysely<Database>,
  table: string,
  rows: readonly StoredRow[],
): Promise<void> {
  await db
    .insertInto(table as keyof Database)
    .values(rows)
    .execute()
}

/** The names of the tables with at least one row. */
export async function listNonEmptyTables(db: Kysely<Database>, tables: readonly Table[]): Promise<string[]> {
  const nonEmpty: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) nonEmpty.push(name)
  }
  return nonEmpty
}
