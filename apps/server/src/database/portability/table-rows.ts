import { sql } from 'kysely'
import type { Db, DbTransaction } from '../engine/database.ts'
import { usesPostgres } from '../engine/dialect.ts'
import type { Database } from '../schema/schema.ts'
import type { Column, Table } from './list-tables.ts'

/** A row with integers as bigints, because the engines store 64 bits and numbers have only 53. */
export type StoredRow = Record<string, unknown>

const MAX_ROWS_PER_BATCH = 200
/** SQLite accepts 32,766 values per statement, PostgreSQL 65,535. */
const MAX_PARAMETERS = 30_000

export function batchSizeFor({ columns }: Pick<Table, 'columns'>): number {
  return Math.min(MAX_ROWS_PER_BATCH, Math.floor(MAX_PARAMETERS / columns.length))
}

/** All rows of a table in batches, in the order of the primary key. */
export async function* readRowBatches(db: Db, table: Table): AsyncGenerator<StoredRow[]> {
  let after: StoredRow | undefined
  for (;;) {
    const rows = await readRowsAfter(db, table, after)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)
  }
}

async function readRowsAfter(db: Db, table: Table, after: StoredRow | undefined) {
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

export async function listNonEmptyTables(db: Db, tables: readonly Table[]): Promise<string[]> {
  const nonEmpty: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) nonEmpty.push(name)
  }
  return nonEmpty
}

export type TableSource = {
  /** The rows of a table, in batches that fit into one statement. */
  readBatches: (table: Table) => AsyncIterable<StoredRow[]>
  /** The highest id that the table has ever generated; null without generated ids. */
  findLastId: (table: Table) => Promise<bigint | null>
}

/**
 * Fills empty tables, which may refer to each other in any way. Ids continue after the last one of the source.
 * `onTable` is called after each table with its number of rows.
 */
export async function fillTables(
  transaction: DbTransaction,
  tables: readonly Table[],
  { readBatches, findLastId }: TableSource,
  onTable?: (table: string, rows: number) => void,
): Promise<void> {
  const endDeferral = await deferForeignKeys(transaction, tables)
  for (const table of tables) {
    let count = 0
    for await (const rows of readBatches(table)) {
      await transaction
        .insertInto(table.name as keyof Database)
        .values(rows)
        .execute()
      count += rows.length
    }
    onTable?.(table.name, count)
  }
  await endDeferral()
  for (const table of tables) {
    const last = await findLastId(table)
    if (last !== null && last > 0n) await restartSequence(transaction, table, last)
  }
}

type Constraint = { table: string; target: string; name: string }

/**
 * Defers foreign keys, so that rows can refer to rows that are inserted later in the same transaction. Returns a
 * function that ends the deferral and fails if a reference is invalid. `tables` are in the order in which they
 * are filled.
 */
async function deferForeignKeys(db: Db, tables: readonly Table[]) {
  if (!usesPostgres(db)) {
    // Ends with the transaction. The commit fails if a reference is invalid.
    await sql`pragma defer_foreign_keys = on`.execute(db)
    return async () => undefined
  }
  const constraints = await listConstraintsToDefer(db, tables)
  for (const { table, name } of constraints) {
    await sql`alter table ${sql.table(table)} alter constraint ${sql.id(name)} deferrable initially deferred`.execute(
      db,
    )
  }
  return async () => {
    await sql`set constraints all immediate`.execute(db)
    for (const { table, name } of constraints) {
      await sql`alter table ${sql.table(table)} alter constraint ${sql.id(name)} not deferrable`.execute(db)
    }
  }
}

/** Constraints from a table to itself or to a table that is filled later. */
async function listConstraintsToDefer(db: Db, tables: readonly Table[]): Promise<Constraint[]> {
  const { rows } = await sql<Constraint>`
    select conrelid::regclass::text as "table", confrelid::regclass::text as target, conname as name
    from pg_constraint
    where contype = 'f' and not condeferrable and connamespace = current_schema()::regnamespace
    order by conname`.execute(db)
  const positions = new Map(tables.map((table, index) => [table.name, index]))
  return rows.filter(({ table, target }) => (positions.get(target) ?? 0) >= (positions.get(table) ?? 0))
}

type LastValue = { last: string | null }

/**
 * The highest id that a table has ever generated, even if its row was deleted; 0 if there was none. null for a table
 * without generated ids.
 */
export async function findLastId(db: Db, table: Table): Promise<bigint | null> {
  const column = table.autoIncrementColumn
  if (column === null) return null
  const sequenceQuery = usesPostgres(db)
    ? sql<LastValue>`select pg_sequence_last_value(pg_get_serial_sequence(${table.name}, ${column})::regclass)::text as last`
    : sql<LastValue>`select cast(seq as text) as last from sqlite_sequence where name = ${table.name}`
  const maxQuery = sql<LastValue>`select cast(max(${sql.ref(column)}) as text) as last from ${sql.table(table.name)}`
  const values = [await sequenceQuery.execute(db), await maxQuery.execute(db)].map(({ rows }) =>
    BigInt(rows[0]?.last ?? 0),
  )
  return values.reduce((a, b) => (a > b ? a : b))
}

/** Restarts the sequence, so that the next row gets the id after `last`. */
async function restartSequence(
  db: Db,
  { name: table, autoIncrementColumn: column }: Pick<Table, 'name' | 'autoIncrementColumn'>,
  last: bigint,
): Promise<void> {
  if (column === null) return
  if (usesPostgres(db)) {
    const next = sql.raw(String(last + 1n))
    await sql`alter table ${sql.table(table)} alter column ${sql.id(column)} restart with ${next}`.execute(db)
  } else {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db)
  }
}
