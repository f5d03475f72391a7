import type { Insertable } from 'kysely'
import type { Database } from '../schema/schema.ts'
import type { Db } from './database.ts'

type Row<Table extends keyof Database> = Insertable<Database[Table]>

/** Inserts a row, or gives these values to the one with the same key. The key has a constraint in the schema. */
export async function upsert<Table extends keyof Database, Key extends keyof Row<Table> & string>(
  db: Db,
  table: Table,
  key: Pick<Row<Table>, Key>,
  values: Omit<Row<Table>, Key>,
): Promise<void> {
  await db
    .insertInto(table)
    .values({ ...values, ...key } as never)
    .onConflict((conflict) => conflict.columns(Object.keys(key) as never).doUpdateSet(values as never))
    .execute()
}
