import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Database } from '../schema/schema.ts'

export type Column = {
  name: string
  /** How values are read and written without losing precision. */
  kind: 'integer' | 'bytes' | 'other'
  isNullable: boolean
}

export type Table = {
  name: string
  columns: Column[]
  /** Column names of the primary key, in key order. */
  primaryKey: string[]
  /** The column whose values the engine generates; null without one. */
  autoIncrementColumn: string | null
  /** Names of the referenced tables. */
  references: string[]
}

type Reader = Kysely<Database>

/** The tables of a database. Referenced tables come before the tables that refer to them. */
export async function listTables(db: Reader): Promise<Table[]> {
  const schema = isPostgres(db) ? await currentSchema(db) : undefined
  const introspected = await db.introspection.getTables()
  const tables = introspected
    .filter((table) => !table.isView && table.schema === schema)
    .map(({ name, columns }) => ({
      name,
      columns: columns.map(({ name: column, dataType, isNullable }) => ({
        name: column,
        kind: columnKindOf(dataType),
        isNullable,
      })),
      autoIncrementColumn: columns.find((column) => column.isAutoIncrementing)?.name ?? null,
    }))
  const [keys, references] = isPostgres(db)
    ? [await postgresKeys(db), await postgresReferences(db)]
    : [await sqliteKeys(db), await sqliteReferences(db)]
  return sortByDependencies(
    tables.map((table) => ({
      ...table,
      primaryKey: keys.filter((key) => key.table === table.name).map((key) => key.column),
      references: references.filter((each) => each.table === table.name).map((each) => each.target),
    })),
  )
}

/** Whether the engine is PostgreSQL; otherwise it is SQLite. */
export function isPostgres(db: Reader): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
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

type Key = { table: string; column: string }
type Reference = { table: string; target: string }

async function sqliteKeys(db: Reader): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select tables.name as "table", columns.name as "column"
    from sqlite_master as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and columns.pk > 0 order by tables.name, columns.pk`.execute(db)
  return rows
}

async function sqliteReferences(db: Reader): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select distinct tables.name as "table", keys."table" as target
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table'`.execute(db)
  return rows
}

async function currentSchema(db: Reader): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name
}

async function postgresKeys(db: Reader): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select use.table_name as "table", use.column_name as "column"
    from information_schema.table_constraints as keys
    join information_schema.key_column_usage as use
      on use.constraint_name = keys.constraint_name and use.table_schema = keys.table_schema
      and use.table_name = keys.table_name
    where keys.constraint_type = 'PRIMARY KEY' and keys.table_schema = current_schema()
    order by use.table_name, use.ordinal_position`.execute(db)
  return rows
}

async function postgresReferences(db: Reader): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select distinct conrelid::regclass::text as "table", confrelid::regclass::text as target
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db)
  return rows
}
