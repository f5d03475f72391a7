import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../apps/server/src/database/engine/database.ts'
import {
  type Column,
  type ForeignKey,
  listForeignKeys,
  listTables,
  type Table,
} from '../../../apps/server/src/database/portability/list-tables.ts'
import { findLastId, restartSequence } from '../../../apps/server/src/database/portability/table-rows.ts'
import type { Database } from '../../../apps/server/src/database/schema/schema.ts'

/** Leagues per insert statement. */
const LEAGUES_PER_STATEMENT = 250
/** Raw responses are truncated: they are most of a league's bytes, and no request reads them. */
const MAX_RESPONSE_BYTES = 64

/** How a copied value differs from the original: IDs are shifted, unique texts get a suffix. */
type ColumnShift = { by: 'stride'; stride: bigint } | { by: 'suffix' } | null

/**
 * Copies the only league of a PostgreSQL database, with its users, until there are `leagues` of them. The IDs
 * of each copy are shifted by a constant and unique texts get a suffix, so references stay consistent. The
 * users of the copies are not site admins. Returns the resulting database size in bytes.
 */
export async function multiplyLeague(db: Db, leagues: number): Promise<{ bytes: number }> {
  const [tables, foreignKeys] = await Promise.all([listTables(db), listForeignKeys(db)])
  const copiedTables = leagueTables(tables, foreignKeys)
  const uniqueColumns = await uniqueTextColumns(db)
  const strides = new Map<string, bigint>()
  for (const table of copiedTables) {
    const lastId = await findLastId(db, table)
    if (lastId !== null) strides.set(table.name, lastId)
  }
  const shiftOf = (table: Table, column: Column): ColumnShift => {
    const root = rootColumnOf({ table: table.name, column: column.name }, foreignKeys)
    const stride = strides.get(root.table)
    const isGeneratedId = tables.find(({ name }) => name === root.table)?.autoIncrementColumn === root.column
    if (isGeneratedId && stride !== undefined) return { by: 'stride', stride }
    return uniqueColumns.has(`${root.table}.${root.column}`) ? { by: 'suffix' } : null
  }
  await db.connection().execute(async (connection) => {
    // Skips the foreign key checks, which the copies satisfy by construction.
    await sql`set session_replication_role = replica`.execute(connection)
    for (const table of copiedTables) {
      const columns = table.columns.map((column) => ({ column, shift: shiftOf(table, column) }))
      await copyRows(connection, table, columns, leagues)
    }
    await sql`set session_replication_role = default`.execute(connection)
  })
  for (const table of copiedTables) await restartSequence(db, table, (await findLastId(db, table)) ?? 0n)
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  return { bytes: rows[0]?.bytes ?? 0 }
}

async function copyRows(
  db: Kysely<Database>,
  table: Table,
  columns: readonly { column: Column; shift: ColumnShift }[],
  leagues: number,
): Promise<void> {
  const original = `original_${table.name}`
  // Scheduled jobs, which have no league, exist once.
  const isCopied = table.name === 'jobs' ? sql`league_id is not null` : sql`true`
  await sql`create temporary table ${sql.table(original)} as
    select * from ${sql.table(table.name)} where ${isCopied}`.execute(db)
  const names = sql.join(columns.map(({ column }) => sql.id(column.name)))
  const values = sql.join(columns.map(({ column, shift }) => shiftedValue(table, column, shift)))
  for (let first = 1; first < leagues; first += LEAGUES_PER_STATEMENT) {
    const last = Math.min(first + LEAGUES_PER_STATEMENT, leagues) - 1
    await sql`insert into ${sql.table(table.name)} (${names})
      select ${values} from generate_series(${first}::bigint, ${last}::bigint) as copies(number)
      cross join ${sql.table(original)} as source`.execute(db)
  }
  await sql`drop table ${sql.table(original)}`.execute(db)
}

function shiftedValue({ name: table }: Table, { name }: Column, shift: ColumnShift): RawBuilder<unknown> {
  const source = sql.ref(`source.${name}`)
  if (table === 'users' && (name === 'is_admin' || name === 'is_staff')) return sql`0`
  if (table === 'provider_answers' && name === 'body')
    return sql`substr(${source}, 1, ${MAX_RESPONSE_BYTES}::int)`
  if (shift === null) return source
  if (shift.by === 'suffix')
    return sql`${source} || case ${source} when '' then '' else '-' || copies.number end`
  return sql`${source} + copies.number * ${shift.stride}::bigint`
}

/** Returns the tables whose rows belong to a league or a user. The other tables are shared. */
function leagueTables(tables: readonly Table[], foreignKeys: readonly ForeignKey[]): Table[] {
  const roots = ['leagues', 'users']
  return tables.filter(
    ({ name, columns }) =>
      roots.includes(name) ||
      columns.some((column) =>
        roots.includes(rootTableOf({ table: name, column: column.name }, foreignKeys)),
      ),
  )
}

type ColumnRef = { table: string; column: string }

function rootTableOf(ref: ColumnRef, foreignKeys: readonly ForeignKey[]): string {
  const { table, column } = rootColumnOf(ref, foreignKeys)
  if (table === 'leagues' || table === 'users') return table
  // Rows that reference neither directly, such as the comments of a post, belong to the owner of the row they
  // reference.
  const parent = foreignKeys.find((each) => each.table === table && each.column !== column)
  return parent === undefined ? table : rootTableOf(parent, foreignKeys)
}

/**
 * Follows foreign keys to the column that a value comes from. The audit log references leagues without a
 * foreign key, because its entries outlive the league. The positions in its chain are unique like its IDs.
 */
function rootColumnOf(ref: ColumnRef, foreignKeys: readonly ForeignKey[]): ColumnRef {
  if (ref.table === 'audit_log' && ref.column === 'league_id') return { table: 'leagues', column: 'id' }
  if (ref.table === 'audit_log' && ref.column === 'sequence') return { table: 'audit_log', column: 'id' }
  const next = foreignKeys.find((each) => each.table === ref.table && each.column === ref.column)
  return next === undefined
    ? ref
    : rootColumnOf({ table: next.target, column: next.targetColumn }, foreignKeys)
}

/**
 * Returns `table.column` of every unique text column, including columns whose normalized form is unique in a
 * `_key` column, and the keys of unfinished jobs.
 */
async function uniqueTextColumns(db: Kysely<Database>): Promise<Set<string>> {
  const { rows } = await sql<{ path: string }>`
    select indrelid::regclass || '.' || attname as path
    from pg_index
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indisunique and indnkeyatts = 1 and indpred is null and atttypid = 'text'::regtype
      and indrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`.execute(
    db,
  )
  return new Set(
    rows
      .flatMap(({ path }) => [path, path.replace(/_key$/, '')])
      .concat('audit_log.actor_name', 'jobs.unique_key'),
  )
}
