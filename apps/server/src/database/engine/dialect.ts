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
