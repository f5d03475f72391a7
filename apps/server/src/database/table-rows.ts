import { type Kysely, sql } from 'kysely'
import type { Column, Table } from './list-tables.ts'
import type { Database } from './schema.ts'

/** A row as it is stored; whole numbers are bigints, because JavaScript's own have 53 bits, the engines' 64. */
export type StoredRow = Record<string, unknown>

const MAX_ROWS_PER_BATCH = 200
/** SQLite takes 32,766 values a statement, PostgreSQL 65,535. */
const MAX_PARAMETERS = 30_000

/** How many rows of a table go into one statement. */
export function batchSizeFor({ columns }: Pick<Table, 'columns'>): number {
  return Math.min(MAX_ROWS_PER_BATCH, Math.floor(MAX_PARAMETERS / columns.length))
}

/** Every row of a table in the order of its primary key, some at a time. */
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
  // Named with their table, because a bare name would mean the text that stands for a number.
  const key = sql.join(table.primaryKey.map((name) => sql.ref(`${table.name}.${name}`)))
  const beyond =
    after === undefined
      ? sql``
      : sql`where (${key}) > (${sql.join(table.primaryKey.map((name) => after[name]))})`
  const { rows } = await sql<StoredRow>`
    select ${sql.join(table.columns.map((column) => selectColumn(table, column)))}
    from ${sql.table(table.name)} ${beyond} order by ${key} limit ${batchSizeFor(table)}`.execute(db)
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

/** The names of the tables that have any row. */
export async function listNonEmptyTables(db: Kysely<Database>, tables: readonly Table[]): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) filled.push(name)
  }
  return filled
}
