import {
  type Compilable,
  type CompiledQuery,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Database } from '../schema/schema.ts'
import { finishWriteChecks } from './write-checks.ts'

/** The values of a query: texts, numbers and null. Several IDs are passed as JSON, see `isOneOf`. */
type Values = Record<string, string | number | null>

/** Stands for a value in a query, so that the query can be compiled before its values are known. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Returns the expression for one of the values of a query. */
export type ValueOf<Given> = <Name extends keyof Given & string>(name: Name) => RawBuilder<Given[Name]>

/** A query that is compiled once. It can be executed in transactions, too. */
export interface CompiledOnce<Given, Row> {
  (db: Kysely<Database>, values: Given): Promise<Row[]>
  /** The query with its values, to be executed elsewhere. */
  with(db: Kysely<Database>, values: Given): CompiledQuery<Row>
}

/**
 * A query that is built and compiled once for each engine, because that takes longer than most queries themselves.
 * `build` must return the same query each time.
 */
export function compileOnce<Given extends Values, Row>(
  build: (db: Kysely<Database>, value: ValueOf<Given>) => Compilable<Row>,
): CompiledOnce<Given, Row> {
  const compiledByEngine = new Map<unknown, CompiledQuery<Row>>()

  function withValues(db: Kysely<Database>, values: Given): CompiledQuery<Row> {
    const engine = db.getExecutor().adapter.constructor
    let compiled = compiledByEngine.get(engine)
    if (compiled === undefined) {
      compiled = build(db, (name) => sql.val(new Placeholder(name)) as RawBuilder<never>).compile()
      compiledByEngine.set(engine, compiled)
    }
    const { sql: text, query, queryId } = compiled
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    )
    return { sql: text, query, queryId, parameters }
  }

  const execute = async (db: Kysely<Database>, values: Given) =>
    (await db.executeQuery<Row>(withValues(db, values))).rows
  return Object.assign(execute, { with: withValues })
}

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

/** Whether a column contains one of these values, or of those of a JSON array, however many there are. */
export function isOneOf(
  db: Kysely<Database>,
  column: string,
  values: readonly (number | string)[] | RawBuilder<string>,
  type: 'bigint' | 'text' = 'bigint',
): RawBuilder<boolean> {
  const ref = sql.ref(column)
  const list = Array.isArray(values) ? sql.val(JSON.stringify(values)) : values
  return usesPostgres(db)
    ? sql`${ref} = any(array(select json_array_elements_text(${list}::json))::${sql.raw(type)}[])`
    : sql`${ref} in (select value from json_each(${list}))`
}

export function usesPostgres(db: Kysely<Database>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
