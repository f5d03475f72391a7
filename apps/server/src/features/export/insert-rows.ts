import { type Kysely, sql } from 'kysely'
import { insertInBatches } from '../../database/engine/insert-in-batches.ts'
import type { LeagueTable } from '../../database/portability/league-tables.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ARCHIVE_DAMAGED, archiveError } from './archive-error.ts'
import type { ArchiveRow } from './archive-format.ts'
import type { Archive } from './read-archive.ts'

/** The new ids of rows, by table and original id; null for people without an account. */
export type IdMap = Map<string, Map<number, number | null>>

type ColumnValue = ArchiveRow[string] | Uint8Array

/**
 * Inserts the rows of a table with new ids, in the order of their original ids, and adds the ids to the map.
 * Throws an ApiError for a row that refers to a row missing from the archive.
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
    const tableIds = new Map<number, number | null>()
    ids.set(table.name, tableIds)
    for (const row of rows.toSorted(
      (a, b) => Number(a[autoIncrementColumn]) - Number(b[autoIncrementColumn]),
    )) {
      const { [autoIncrementColumn]: originalId, ...values } = await toStorableRow(table, row, ids, archive)
      if (typeof originalId !== 'number' || tableIds.has(originalId)) throw archiveError(ARCHIVE_DAMAGED)
      tableIds.set(originalId, await insertWithNewId(db, table.name, autoIncrementColumn, values))
    }
    return
  }
  const storableRows = await Promise.all(rows.map((row) => toStorableRow(table, row, ids, archive)))
  await insertInBatches(storableRows, (batch) =>
    db
      .insertInto(table.name as 'leagues')
      .values(batch as never)
      .execute(),
  )
}

async function insertWithNewId(
  db: Kysely<Database>,
  table: string,
  idColumn: string,
  values: Record<string, ColumnValue>,
): Promise<number> {
  const row = await db
    .insertInto(table as 'leagues')
    .values(values as never)
    .returning(sql.ref<number>(idColumn).as('id'))
    .executeTakeFirstOrThrow()
  return row.id
}

/** Returns the row with ids of this server, and with binary values in place of file names. */
async function toStorableRow(
  table: LeagueTable,
  row: ArchiveRow,
  ids: IdMap,
  archive: Archive,
): Promise<Record<string, ColumnValue>> {
  const values: Record<string, ColumnValue> = { ...row }
  for (const [column, origin] of table.idOrigins) {
    const originalId = row[column]
    if (originalId === null || originalId === undefined) continue
    const newId = ids.get(origin)?.get(Number(originalId))
    if (newId === undefined) throw archiveError(ARCHIVE_DAMAGED)
    values[column] = newId
  }
  for (const { name, kind } of table.columns) {
    if (kind === 'bytes' && typeof row[name] === 'string') values[name] = await archive.readBytes(row[name])
  }
  return values
}
