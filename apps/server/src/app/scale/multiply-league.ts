import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { type ForeignKey, listForeignKeys } from '../../database/list-foreign-keys.ts'
import { type Column, listTables, type Table } from '../../database/list-tables.ts'
import type { Database } from '../../database/schema.ts'
import { lastSequenceValue, restartSequence } from '../../database/sequences.ts'

/** Leagues a statement. */
const LEAGUES_PER_STATEMENT = 250
/** Raw answers are most of a league's bytes, and nothing that people wait for reads them. */
const MAX_RESPONSE_BYTES = 64

/** What makes a value of a copy another one than that of the original. */
type ColumnShift = { by: 'number'; stride: bigint } | { by: 'ending' } | null

/**
 * Copies the rows of the one league of a PostgreSQL, with those of its people, until there are so many
 * leagues. Numbers go up by the same for each copy and unique texts get an ending, so that each copy
 * hangs together as the original does. The copies' people run nothing but their league. Answers how large
 * the database is then.
 */
export async function multiplyLeague(db: Db, leagues: number): Promise<{ bytes: number }> {
  const [tables, references] = await Promise.all([listTables(db), listForeignKeys(db)])
  const copied = leagueTables(tables, references)
  const unique = await uniqueTextColumns(db)
  const strides = new Map<string, bigint>()
  for (const table of copied)
    if (table.autoIncrementColumn !== null)
      strides.set(table.name, await lastSequenceValue(db, table, table.autoIncrementColumn))
  const shiftOf = (table: Table, column: Column): ColumnShift => {
    const root = rootColumnOf({ table: table.name, column: column.name }, references)
    const stride = strides.get(root.table)
    const isNumber = tables.find(({ name }) => name === root.table)?.autoIncrementColumn === root.column
    if (isNumber && stride !== undefined) return { by: 'number', stride }
    return unique.has(`${root.table}.${root.column}`) ? { by: 'ending' } : null
  }
  await db.connection().execute(async (connection) => {
    // Without the checks of every reference, which hold for the copies as they do for the original.
    await sql`set session_replication_role = replica`.execute(connection)
    for (const table of copied) {
      const columns = table.columns.map((column) => ({ column, shift: shiftOf(table, column) }))
      await copyRows(connection, table, columns, leagues)
    }
    await sql`set session_replication_role = default`.execute(connection)
  })
  for (const table of copied)
    if (table.autoIncrementColumn !== null)
      await restartSequence(
        db,
        table,
        table.autoIncrementColumn,
        await lastSequenceValue(db, table, table.autoIncrementColumn),
      )
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
  await sql`create temporary table ${sql.table(original)} as table ${sql.table(table.name)}`.execute(db)
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
  if (shift.by === 'ending')
    return sql`${source} || case ${source} when '' then '' else '-' || copies.number end`
  return sql`${source} + copies.number * ${shift.stride}::bigint`
}

/** Those whose rows belong to a league or a person, the others being everybody's. */
function leagueTables(tables: readonly Table[], references: readonly ForeignKey[]): Table[] {
  const roots = ['leagues', 'users']
  return tables.filter(
    ({ name, columns }) =>
      roots.includes(name) ||
      columns.some((column) => roots.includes(rootTableOf({ table: name, column: column.name }, references))),
  )
}

type ColumnRef = { table: string; column: string }

function rootTableOf(place: ColumnRef, references: readonly ForeignKey[]): string {
  const { table, column } = rootColumnOf(place, references)
  if (table === 'leagues' || table === 'users') return table
  // What hangs on a row of its own kind, such as a post's, belongs to whomever that row belongs to.
  const onward = references.find((each) => each.table === table && each.column !== column)
  return onward === undefined ? table : rootTableOf(onward, references)
}

/** Where the values of a column come from in the end. The record of acts keeps those of leagues that are gone. */
function rootColumnOf(place: ColumnRef, references: readonly ForeignKey[]): ColumnRef {
  if (place.table === 'audit_log' && place.column === 'league_id') return { table: 'leagues', column: 'id' }
  const next = references.find((each) => each.table === place.table && each.column === place.column)
  return next === undefined
    ? place
    : rootColumnOf({ table: next.target, column: next.targetColumn }, references)
}

/** `table.column` of every text that no two rows of a table share, those of which a folded form is the key among them. */
async function uniqueTextColumns(db: Kysely<Database>): Promise<Set<string>> {
  const { rows } = await sql<{ place: string }>`
    select indrelid::regclass || '.' || attname as place
    from pg_index
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indisunique and indnkeyatts = 1 and indpred is null and atttypid = 'text'::regtype
      and indrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`.execute(
    db,
  )
  return new Set(
    rows.flatMap(({ place }) => [place, place.replace(/_key$/, '')]).concat('audit_log.actor_name'),
  )
}
