import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Every value of an indexed column, lowest first, without null. Steps from each to the next along the index,
 * however many rows have it.
 */
export async function distinctValues<Value>(db: Db, table: string, column: string): Promise<Value[]> {
  const [rows, own] = [sql.table(table), sql.ref(`${table}.${column}`)]
  const found = await sql<{ value: Value }>`
    with recursive stepped(value) as (
      select min(${own}) from ${rows}
      union all
      select (select min(${own}) from ${rows} where ${own} > stepped.value)
      from stepped where stepped.value is not null
    )
    select value from stepped where value is not null order by value`.execute(db)
  return found.rows.map(({ value }) => value)
}
