import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * The distinct values of an indexed column, ascending, without null. Looks up each next value in the index, so
 * the cost depends on the number of values and not on the number of rows.
 */
export async function distinctValues<Value>(db: Db, table: string, column: string): Promise<Value[]> {
  const [rows, columnRef] = [sql.table(table), sql.ref(`${table}.${column}`)]
  const result = await sql<{ value: Value }>`
    with recursive stepped(value) as (
      select min(${columnRef}) from ${rows}
      union all
      select (select min(${columnRef}) from ${rows} where ${columnRef} > stepped.value)
      from stepped where stepped.value is not null
    )
    select value from stepped where value is not null order by value`.execute(db)
  return result.rows.map(({ value }) => value)
}
