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

/** Triggers fill this table, with values that mean nothing in another database. */
const VERSION_TABLE = 'data_versions'

/** The tables of a database with data of their own. Referenced tables come before the tables that refer to them. */
export async function listTables(db: Kysely<Database>): Promise<Table[]> {
  const schema = isPostgres(db) ? await currentSchema(db) : undefined
  const introspected = await db.introspection.getTables()
  const tables = introspected
    .filter((table) => !table.isView && table.schema === schema && table.name !== VERSION_TABLE)
    .map(({ name, columns }) => ({
      name,
      columns: columns.map(({ name: column, dataType, isNullable }) => ({
        name: column,
        kind: columnKindOf(dataType),
        isNullable,
      })),
      autoIncrementColumn: columns.find((column) => column.isAutoIncrementing)?.name ?? null,
    }))
  const keys = isPostgres(db) ? await postgresKeys(db) : await sqliteKeys(db)
  const references = await listForeignKeys(db)
  return sortByDependencies(
    tables.map((table) => ({
      ...table,
      primaryKey: keys.filter((key) => key.table === table.name).map((key) => key.column),
      references: [
        ...new Set(references.filter((each) => each.table === table.name).map(({ target }) => target)),
      ],
    })),
  )
}

/** A column that references a column of another table. A composite key consists of several of these. */
export type ForeignKey = { table: string; column: string; target: string; targetColumn: string }

/** All foreign keys of the database, in no particular order. */
export async function listForeignKeys(db: Kysely<Database>): Promise<ForeignKey[]> {
  const query = isPostgres(db)
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

/** Whether the engine is PostgreSQL; otherwise it is SQLite. */
export function isPostgres(db: Kysely<Database>): boolean {
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

async function sqliteKeys(db: Kysely<Database>): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select tables.name as "table", columns.name as "column"
    from sqlite_master as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and columns.pk > 0 order by tables.name, columns.pk`.execute(db)
  return rows
}

async function currentSchema(db: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name
}

async function postgresKeys(db: Kysely<Database>): Promise<Key[]> {
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
