import {
  type Compilable,
  type CompiledQuery,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Database } from '../schema/schema.ts'

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

/**
 * A query that is built and compiled once for each engine, because that takes longer than most queries themselves.
 * `build` must return the same query each time.
 */
export function compileOnce<Given extends Values, Row>(
  build: (db: Kysely<Database>, value: ValueOf<Given>) => Compilable<Row>,
): (db: Kysely<Database>, values: Given) => Promise<Row[]> {
  const compiledByEngine = new Map<unknown, CompiledQuery<Row>>()
  return async (db, values) => {
    const engine = db.getExecutor().adapter.constructor
    let compiled = compiledByEngine.get(engine)
    if (compiled === undefined) {
      compiled = build(db, (name) => sql.val(new Placeholder(name)) as RawBuilder<never>).compile()
      compiledByEngine.set(engine, compiled)
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    )
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

/** Whether a column contains one of the values of a JSON array. */
export function isOneOf(
  db: Kysely<Database>,
  column: string,
  list: RawBuilder<string>,
  type: 'bigint' | 'text' = 'bigint',
): RawBuilder<boolean> {
  const ref = sql.ref(column)
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`${ref} = any(array(select json_array_elements_text(${list}::json))::${sql.raw(type)}[])`
    : sql`${ref} in (select value from json_each(${list}))`
}
