import { type Kysely, sql } from 'kysely'
import { insertInBatches } from '../../database/insert-in-batches.ts'
import type { LeagueTable } from '../../database/league-tables.ts'
import type { Database } from '../../database/schema.ts'
import { ARCHIVE_DAMAGED, archiveError } from './archive-error.ts'
import type { ArchiveRow } from './archive-format.ts'
import type { Archive } from './read-archive.ts'

/** The numbers that rows have here, by table and by the number that they had. */
export type IdMap = Map<string, Map<number, number | null>>

type ColumnValue = ArchiveRow[string] | Uint8Array

/**
 * Stores the rows of a table under numbers of this server, in the order of the numbers that they
 * had, and notes them. Throws an ApiError for a row that refers to none of the archive.
 */
export async function insertRows(
  db: Kysely<Database>,
  table: LeagueTable,
  rows: readonly ArchiveRow[],
  ids: IdMap,
  archive: Archive,
): Promise<void> {
  const { autoIncrementColumn } = table
  if (autoIncrementColumn !== null) {
    const own = new Map<number, number | null>()
    ids.set(table.name, own)
    for (const row of rows.toSorted(
      (a, b) => Number(a[autoIncrementColumn]) - Number(b[autoIncrementColumn]),
    )) {
      const { [autoIncrementColumn]: before, ...values } = await toStorableRow(table, row, ids, archive)
      if (typeof before !== 'number' || own.has(before)) throw archiveError(ARCHIVE_DAMAGED)
      own.set(before, await insertWithNewId(db, table.name, autoIncrementColumn, values))
    }
    return
  }
  const ready = await Promise.all(rows.map((row) => toStorableRow(table, row, ids, archive)))
  await insertInBatches(ready, (batch) =>
    db
      .insertInto(table.name as 'leagues')
      .values(batch as never)
      .execute(),
  )
}

async function insertWithNewId(
  db: Kysely<Database>,
  table: string,
  counted: string,
  values: Record<string, ColumnValue>,
): Promise<number> {
  const row = await db
    .insertInto(table as 'leagues')
    .values(values as never)
    .returning(sql.ref<number>(counted).as('number'))
    .executeTakeFirstOrThrow()
  return row.number
}

/** The row with the numbers of this server, and with its bytes in place of the names of their files. */
async function toStorableRow(
  table: LeagueTable,
  row: ArchiveRow,
  ids: IdMap,
  archive: Archive,
): Promise<Record<string, ColumnValue>> {
  const values: Record<string, ColumnValue> = { ...row }
  for (const [column, origin] of table.idOrigins) {
    const before = row[column]
    if (before === null || before === undefined) continue
    const now = ids.get(origin)?.get(Number(before))
    if (now === undefined) throw archiveError(ARCHIVE_DAMAGED)
    values[column] = now
  }
  for (const { name, kind } of table.columns) {
    if (kind === 'bytes' && typeof row[name] === 'string') values[name] = await archive.readBytes(row[name])
  }
  return values
}
