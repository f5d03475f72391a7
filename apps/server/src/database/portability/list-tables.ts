import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { usesPostgres } from '../engine/dialect.ts'

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
