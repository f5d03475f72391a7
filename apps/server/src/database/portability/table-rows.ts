import { sql } from 'kysely'
import { appliedMigrations, type Db, type DbTransaction, inSnapshot } from '../engine/database.ts'
import { usesPostgres } from '../engine/dialect.ts'
import type { Database } from '../schema/schema.ts'

/** The database cannot be copied. The message says why. Nothing was written. */
export class CopyRefusedError extends Error {
  override name = 'CopyRefusedError'
}

type CopyOptions = {
  from: Db
  /** Migrated and without rows. */
  to: Db
  onTable?: (table: string, rows: number) => void
}

/** The server fills this table when it starts. Its rows are replaced by those of the source. */
const STARTUP_TABLE = 'jobs'

/**
 * Copies a consistent snapshot of all rows to a database of either engine, in one transaction. Ids continue after
 * the highest id that the source ever generated. Throws a CopyRefusedError.
 */
export async function copyDatabase({ from, to, onTable }: CopyOptions): Promise<void> {
  await inSnapshot(from, (source) =>
    to.transaction().execute(async (target) => {
      await assertSameRelease(source, target)
      const tables = await requireSameTables(source, target)
      await assertEmpty(target, tables)
      await target.deleteFrom(STARTUP_TABLE).execute()
      const content = {
        readBatches: (table: Table) => readRowBatches(source, table),
        findLastId: (table: Table) => findLastId(source, table),
      }
      await fillTables(target, tables, content, onTable)
      await assertRowCountsMatch(source, target, tables)
    }),
  )
}

async function assertSameRelease(source: Db, target: Db): Promise<void> {
  const [sourceMigrations, targetMigrations] = [
    await appliedMigrations(source),
    await appliedMigrations(target),
  ]
  const differing = [...sourceMigrations, ...targetMigrations].filter(
    (name) => !sourceMigrations.includes(name) || !targetMigrations.includes(name),
  )
  if (sourceMigrations.length > 0 && differing.length === 0) return
  const details = differing.length > 0 ? ` (migrations in only one of them: ${differing.join(', ')})` : ''
  throw new CopyRefusedError(
    `The databases were not written by the same release of Fieldhouse${details}. Start this release on both databases once, then copy again.`,
  )
}

/** The tables of the target, in its order. Throws a CopyRefusedError if the tables differ. */
async function requireSameTables(source: Db, target: Db): Promise<Table[]> {
  const [sourceTables, targetTables] = [await listTables(source), await listTables(target)]
  const shapesOf = (tables: readonly Table[]) => new Set(tables.map(describeShape))
  const [sourceShapes, targetShapes] = [shapesOf(sourceTables), shapesOf(targetTables)]
  const differing = [...sourceTables, ...targetTables].filter(
    (table) => !sourceShapes.has(describeShape(table)) || !targetShapes.has(describeShape(table)),
  )
  if (differing.length > 0) {
    const names = [...new Set(differing.map((table) => table.name))].join(', ')
    throw new CopyRefusedError(`The tables of the two databases differ: ${names}.`)
  }
  const withoutKey = targetTables.find((table) => table.primaryKey.length === 0)
  if (withoutKey !== undefined) throw new CopyRefusedError(`The table ${withoutKey.name} has no primary key.`)
  return targetTables
}

function describeShape({ name, columns, primaryKey }: Table): string {
  return [name, ...columns.map((column) => `${column.name} ${column.kind}`).sort(), ...primaryKey].join(', ')
}

/** Throws a CopyRefusedError if a table has rows other than those that the server adds when it starts. */
export async function assertEmpty(target: Db, tables: readonly Table[]): Promise<void> {
  const others = tables.filter(({ name }) => name !== STARTUP_TABLE)
  const nonEmptyTables = await listNonEmptyTables(target, others)
  if (nonEmptyTables.length === 0) return
  throw new CopyRefusedError(
    `The target database is not empty. Tables with rows: ${nonEmptyTables.join(', ')}. Use an empty database.`,
  )
}

async function assertRowCountsMatch(source: Db, target: Db, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const [sourceCount, targetCount] = [await countRows(source, name), await countRows(target, name)]
    if (sourceCount !== targetCount) {
      throw new CopyRefusedError(
        `Only ${targetCount} of ${sourceCount} rows of ${name} were copied. The copy was rolled back.`,
      )
    }
  }
}

async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count)
}

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

async function listNonEmptyTables(db: Db, tables: readonly Table[]): Promise<string[]> {
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

export type Column = {
  name: string
  kind: 'integer' | 'bytes' | 'other'
  isNullable: boolean
}

export type Table = {
  name: string
  columns: Column[]
  /** Column names of the primary key, in key order. */
  primaryKey: string[]
  autoIncrementColumn: string | null
  references: string[]
}

/**
 * Those of the migrations, one that triggers fill with values that mean nothing in another database, and those that
 * Litestream creates in the file that it copies.
 */
const OTHER_TABLES = [
  'data_versions',
  'kysely_migration',
  'kysely_migration_lock',
  '_litestream_lock',
  '_litestream_seq',
]

/** The tables of a database with data of their own. Referenced tables come before the tables that refer to them. */
export async function listTables(db: Db): Promise<Table[]> {
  const [columns, foreignKeys] = await Promise.all([
    usesPostgres(db) ? listPostgresColumns(db) : listSqliteColumns(db),
    listForeignKeys(db),
  ])
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([name, ownColumns]) => ({
    name,
    columns: ownColumns.map(({ column, type, isNullable }) => ({
      name: column,
      kind: columnKindOf(type),
      isNullable: Boolean(isNullable),
    })),
    primaryKey: ownColumns
      .filter(({ keyPosition }) => keyPosition !== null)
      .sort((a, b) => Number(a.keyPosition) - Number(b.keyPosition))
      .map(({ column }) => column),
    autoIncrementColumn: ownColumns.find(({ isGenerated }) => isGenerated)?.column ?? null,
    references: [...new Set(foreignKeys.filter(({ table }) => table === name).map(({ target }) => target))],
  }))
  return sortByDependencies(tables)
}

type ColumnRow = {
  table: string
  column: string
  type: string
  isNullable: boolean | number
  keyPosition: number | null
  isGenerated: boolean | number
}

/** The catalog directly, because the introspection of Kysely and the information schema take many times as long. */
async function listPostgresColumns(db: Db): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select tables.relname as "table", columns.attname as "column", types.typname as "type",
      not columns.attnotnull as "isNullable",
      array_position(keys.indkey::int2[], columns.attnum) as "keyPosition",
      columns.attidentity <> '' or (columns.atthasdef
        and pg_get_serial_sequence(tables.oid::regclass::text, columns.attname) is not null) as "isGenerated"
    from pg_class as tables
    join pg_attribute as columns on columns.attrelid = tables.oid and columns.attnum > 0 and not columns.attisdropped
    join pg_type as types on types.oid = columns.atttypid
    left join pg_index as keys on keys.indrelid = tables.oid and keys.indisprimary
    where tables.relkind in ('r', 'p') and tables.relnamespace = current_schema()::regnamespace
      and tables.relname not in (${sql.join(OTHER_TABLES)})
    order by tables.relname, columns.attnum`.execute(db)
  return rows
}

/** SQLite generates the ids of a table whose only key column has the type integer. */
async function listSqliteColumns(db: Db): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select tables.name as "table", columns.name as "column", columns.type, columns."notnull" = 0 as "isNullable",
      nullif(columns.pk, 0) as "keyPosition",
      columns.pk = 1 and lower(columns.type) = 'integer'
        and max(columns.pk) over (partition by tables.name) = 1 as "isGenerated"
    from sqlite_master as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and substr(tables.name, 1, 7) <> 'sqlite_'
      and tables.name not in (${sql.join(OTHER_TABLES)})
    order by tables.name, columns.cid`.execute(db)
  return rows
}

/** A column that references a column of another table. A composite key consists of several of these. */
export type ForeignKey = { table: string; column: string; target: string; targetColumn: string }

export async function listForeignKeys(db: Db): Promise<ForeignKey[]> {
  const query = usesPostgres(db)
    ? sql<ForeignKey>`
        select keys.conrelid::regclass::text as "table", source.attname as "column",
          keys.confrelid::regclass::text as "target", target.attname as "targetColumn"
        from pg_constraint as keys
        cross join lateral unnest(keys.conkey, keys.confkey) as pairs(source_number, target_number)
        join pg_attribute as source on source.attrelid = keys.conrelid and source.attnum = pairs.source_number
        join pg_attribute as target on target.attrelid = keys.confrelid and target.attnum = pairs.target_number
        where keys.contype = 'f' and keys.connamespace = current_schema()::regnamespace`
    : sql<ForeignKey>`
        select tables.name as "table", keys."from" as "column", keys."table" as "target",
          keys."to" as "targetColumn"
        from sqlite_master as tables, pragma_foreign_key_list(tables.name) as keys
        where tables.type = 'table'`
  return (await query.execute(db)).rows
}

function columnKindOf(dataType: string): Column['kind'] {
  if (/^(?:bigint|integer|int\d?)$/i.test(dataType)) return 'integer'
  return /^(?:bytea|blob)$/i.test(dataType) ? 'bytes' : 'other'
}

/** Tables with circular references come last, ordered by name. */
function sortByDependencies(tables: readonly Table[]): Table[] {
  const remaining = [...tables].sort((a, b) => (a.name < b.name ? -1 : 1))
  const ordered: Table[] = []
  for (;;) {
    const next = remaining.findIndex((table) =>
      table.references.every(
        (target) => target === table.name || !remaining.some((each) => each.name === target),
      ),
    )
    if (next === -1) return [...ordered, ...remaining]
    ordered.push(...remaining.splice(next, 1))
  }
}
