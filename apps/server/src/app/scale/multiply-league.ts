import { type Kysely, type RawBuilder, sql } from 'kysely'
import { countOnFrom, lastCounted } from '../../database/counted-ids.ts'
import type { Db } from '../../database/database.ts'
import { type Reference, referencesOf } from '../../database/references.ts'
import type { Database } from '../../database/schema.ts'
import { type Column, type Table, tablesOf } from '../../database/tables.ts'

/** Leagues a statement. */
const AT_ONCE = 250
/** Raw answers are most of a league's bytes, and nothing that people wait for reads them. */
const ANSWER_BYTES = 64

/** What makes a value of a copy another one than that of the original. */
type Shift = { by: 'number'; stride: bigint } | { by: 'ending' } | null

/**
 * Copies the rows of the one league of a PostgreSQL, with those of its people, until there are so many
 * leagues. Numbers go up by the same for each copy and unique texts get an ending, so that each copy
 * hangs together as the original does. The copies' people run nothing but their league. Answers how large
 * the database is then.
 */
export async function multiplyLeague(db: Db, leagues: number): Promise<{ bytes: number }> {
  const [tables, references] = await Promise.all([tablesOf(db), referencesOf(db)])
  const copied = tablesOfLeagues(tables, references)
  const unique = await uniqueTexts(db)
  const strides = new Map<string, bigint>()
  for (const table of copied)
    if (table.counted !== null) strides.set(table.name, await lastCounted(db, table, table.counted))
  const shiftOf = (table: Table, column: Column): Shift => {
    const root = rootOf({ table: table.name, column: column.name }, references)
    const stride = strides.get(root.table)
    const isNumber = tables.find(({ name }) => name === root.table)?.counted === root.column
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
    if (table.counted !== null)
      await countOnFrom(db, table, table.counted, await lastCounted(db, table, table.counted))
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  return { bytes: rows[0]?.bytes ?? 0 }
}

async function copyRows(
  db: Kysely<Database>,
  table: Table,
  columns: readonly { column: Column; shift: Shift }[],
  leagues: number,
): Promise<void> {
  const original = `original_${table.name}`
  await sql`create temporary table ${sql.table(original)} as table ${sql.table(table.name)}`.execute(db)
  const names = sql.join(columns.map(({ column }) => sql.id(column.name)))
  const values = sql.join(columns.map(({ column, shift }) => copiedValue(table, column, shift)))
  for (let first = 1; first < leagues; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE, leagues) - 1
    await sql`insert into ${sql.table(table.name)} (${names})
      select ${values} from generate_series(${first}::bigint, ${last}::bigint) as copies(number)
      cross join ${sql.table(original)} as source`.execute(db)
  }
  await sql`drop table ${sql.table(original)}`.execute(db)
}

function copiedValue({ name: table }: Table, { name }: Column, shift: Shift): RawBuilder<unknown> {
  const source = sql.ref(`source.${name}`)
  if (table === 'users' && (name === 'is_admin' || name === 'is_staff')) return sql`0`
  if (table === 'provider_answers' && name === 'body') return sql`substr(${source}, 1, ${ANSWER_BYTES}::int)`
  if (shift === null) return source
  if (shift.by === 'ending')
    return sql`${source} || case ${source} when '' then '' else '-' || copies.number end`
  return sql`${source} + copies.number * ${shift.stride}::bigint`
}

/** Those whose rows belong to a league or a person, the others being everybody's. */
function tablesOfLeagues(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const roots = ['leagues', 'users']
  return tables.filter(
    ({ name, columns }) =>
      roots.includes(name) ||
      columns.some((column) => roots.includes(rootTableOf({ table: name, column: column.name }, references))),
  )
}

type Place = { table: string; column: string }

function rootTableOf(place: Place, references: readonly Reference[]): string {
  const { table, column } = rootOf(place, references)
  if (table === 'leagues' || table === 'users') return table
  // What hangs on a row of its own kind, such as a post's, belongs to whomever that row belongs to.
  const onward = references.find((each) => each.table === table && each.column !== column)
  return onward === undefined ? table : rootTableOf(onward, references)
}

/** Where the values of a column come from in the end. The record of acts keeps those of leagues that are gone. */
function rootOf(place: Place, references: readonly Reference[]): Place {
  if (place.table === 'audit_log' && place.column === 'league_id') return { table: 'leagues', column: 'id' }
  const next = references.find((each) => each.table === place.table && each.column === place.column)
  return next === undefined ? place : rootOf({ table: next.target, column: next.targetColumn }, references)
}

/** `table.column` of every text that no two rows of a table share, those of which a folded form is the key among them. */
async function uniqueTexts(db: Kysely<Database>): Promise<Set<string>> {
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
