import { type CompiledQuery, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from '../schema/schema.ts'
import { finishWriteChecks } from './write-checks.ts'

/**
 * Executes queries in order, and in one round trip to the database. Do not mix reads with changes, which wait for the
 * checks of the request. So does the result in a transaction, even if the transaction then changes nothing.
 */
export function executeTogether<Rows extends readonly unknown[]>(
  db: Kysely<Database>,
  queries: { readonly [Index in keyof Rows]: CompiledQuery<Rows[Index]> },
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  return db.getExecutor().provideConnection(async (connection) => {
    const results = await Promise.all(queries.map((query) => connection.executeQuery(query)))
    await finishWriteChecks(connection)
    return results.map(({ rows }) => rows)
  }) as never
}

/** Adds a clause that locks the rows of a query until the end of the transaction. SQLite has one writer at a time. */
export function lockRows<Query extends { modifyEnd(clause: RawBuilder<unknown>): Query }>(
  db: Kysely<Database>,
  query: Query,
  lock: 'for share' | 'for no key update',
): Query {
  return usesPostgres(db) ? query.modifyEnd(sql.raw(lock)) : query
}

/** Whether a column contains one of these values, however many there are. */
export function isOneOf(
  db: Kysely<Database>,
  column: string,
  values: readonly (number | string)[],
  type: 'bigint' | 'text' = 'bigint',
): RawBuilder<boolean> {
  const ref = sql.ref(column)
  const list = sql.val(JSON.stringify(values))
  return usesPostgres(db)
    ? sql`${ref} = any(array(select json_array_elements_text(${list}::json))::${sql.raw(type)}[])`
    : sql`${ref} in (select value from json_each(${list}))`
}

export function usesPostgres(db: Kysely<Database>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

type Catalog = {
  sqlite_master: { name: string; type: string }
  pg_tables: { tablename: string; schemaname: string }
}

/** Whether a table exists. Reading the schema of all tables takes many times as long. */
export async function hasTable(db: Kysely<Database>, name: string): Promise<boolean> {
  const catalog = db as unknown as Kysely<Catalog>
  const query = usesPostgres(db)
    ? catalog
        .selectFrom('pg_tables')
        .select('tablename')
        .where('tablename', '=', name)
        .where('schemaname', '=', (each) => each.fn<string>('current_schema'))
    : catalog.selectFrom('sqlite_master').select('name').where('name', '=', name).where('type', '=', 'table')
  return (await query.execute()).length > 0
}

type SqlParameter = string | number | bigint | Uint8Array | null

/**
 * Converts the values of a statement to types that both engines accept. Booleans become 0 and 1. Throws a TypeError
 * for a value that an engine would store differently (SQLite silently stores a Date as NULL) or that only one of
 * them accepts.
 */
export function toSqlParameters(values: readonly unknown[]): SqlParameter[] {
  return values.map(toSqlParameter)
}

function toSqlParameter(value: unknown): SqlParameter {
  switch (typeof value) {
    case 'boolean':
      return value ? 1 : 0
    case 'number':
      if (Number.isFinite(value)) return value
      break
    case 'string':
      if (!value.includes('\0')) return value
      break
    case 'bigint':
      return value
    case 'object':
      if (value === null || value instanceof Uint8Array) return value
      break
    default:
  }
  throw new TypeError(`the database cannot store this value: ${describeValue(value)}`)
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return 'text with a null character'
  if (typeof value === 'object') return value?.constructor.name ?? 'object'
  return typeof value === 'number' ? String(value) : typeof value
}
