import { type Kysely, sql } from 'kysely'
import { inBatches } from '../../database/in-batches.ts'
import type { LeagueTable } from '../../database/league-tables.ts'
import type { Database } from '../../database/schema.ts'
import { archiveError, DAMAGED } from './archive-error.ts'
import type { Row } from './archive-format.ts'
import type { Archive } from './read-archive.ts'

/** The numbers that rows have here, by table and by the number that they had. */
export type NewIds = Map<string, Map<number, number | null>>

type Value = Row[string] | Uint8Array

/**
 * Stores the rows of a table under numbers of this server, in the order of the numbers that they
 * had, and notes them. Throws an ApiError for a row that refers to none of the archive.
 */
export async function insertRows(
  db: Kysely<Database>,
  table: LeagueTable,
  rows: readonly Row[],
  ids: NewIds,
  archive: Archive,
): Promise<void> {
  const { counted } = table
  if (counted !== null) {
    const own = new Map<number, number | null>()
    ids.set(table.name, own)
    for (const row of rows.toSorted((a, b) => Number(a[counted]) - Number(b[counted]))) {
      const { [counted]: before, ...values } = await storable(table, row, ids, archive)
      if (typeof before !== 'number' || own.has(before)) throw archiveError(DAMAGED)
      own.set(before, await insertCounted(db, table.name, counted, values))
    }
    return
  }
  const ready = await Promise.all(rows.map((row) => storable(table, row, ids, archive)))
  await inBatches(ready, (batch) =>
    db
      .insertInto(table.name as 'leagues')
      .values(batch as never)
      .execute(),
  )
}

async function insertCounted(
  db: Kysely<Database>,
  table: string,
  counted: string,
  values: Record<string, Value>,
): Promise<number> {
  const row = await db
    .insertInto(table as 'leagues')
    .values(values as never)
    .returning(sql.ref<number>(counted).as('number'))
    .executeTakeFirstOrThrow()
  return row.number
}

/** The row with the numbers of this server, and with its bytes in place of the names of their files. */
async function storable(
  table: LeagueTable,
  row: Row,
  ids: NewIds,
  archive: Archive,
): Promise<Record<string, Value>> {
  const values: Record<string, Value> = { ...row }
  for (const [column, origin] of table.origins) {
    const before = row[column]
    if (before === null || before === undefined) continue
    const now = ids.get(origin)?.get(Number(before))
    if (now === undefined) throw archiveError(DAMAGED)
    values[column] = now
  }
  for (const { name, kind } of table.columns) {
    if (kind === 'bytes' && typeof row[name] === 'string') values[name] = await archive.bytes(row[name])
  }
  return values
}
