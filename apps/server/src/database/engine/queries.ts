import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
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

export function excluded<Column extends string>(
  ...columns: readonly Column[]
): Record<Column, RawBuilder<never>> {
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as Record<
    Column,
    RawBuilder<never>
  >
}

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

/** Rows per statement. Both engines limit the number of values in a statement. */
const BATCH_SIZE = 500

export async function* inBatches<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Calls `insert` with up to 500 rows at a time, in order; not at all without rows. */
export async function insertInBatches<Row>(
  rows: readonly Row[],
  insert: (batch: Row[]) => Promise<unknown>,
): Promise<void> {
  for await (const batch of inBatches(rows, BATCH_SIZE)) await insert(batch)
}

/** No lease is longer. A lease that seems to be was taken before the clock was set back. */
const MAX_LEASE_MS = 10 * MINUTE_MS

export function leaseExpired(at: Date): RawBuilder<SqlBool> {
  const now = at.getTime()
  return sql<SqlBool>`(lease_until is null or lease_until < ${now} or lease_until > ${now + MAX_LEASE_MS})`
}

export function isLeaseExpired(leaseUntil: number | null, at: Date): boolean {
  const now = at.getTime()
  return leaseUntil === null || leaseUntil < now || leaseUntil > now + MAX_LEASE_MS
}
