import { sql } from 'kysely'
import { insertInBatches } from '../engine/batches.ts'
import type { Db } from '../engine/database.ts'
import type { LeagueTable } from './league-tables.ts'

/** Rows in memory at a time. Pages with binary values are smaller, because these values may be large. */
const PAGE_SIZE = 500
const PAGE_SIZE_WITH_BYTES = 10

export type StoredRow = Readonly<Record<string, unknown>>

/** A row outside of a database. A binary value is replaced by the name of a file that contains it. */
export type ArchiveRow = Record<string, string | number | null>

/** The new ids of rows, by table and original id; null for people without an account. */
export type IdMap = Map<string, Map<number, number | null>>

type ReadBytes = (name: string) => Promise<Uint8Array | null>

type ColumnValue = ArchiveRow[string] | Uint8Array

export class LeagueRowError extends Error {
  override name = 'LeagueRowError'
}

export function userIdColumns({ idOrigins }: LeagueTable): string[] {
  return [...idOrigins].filter(([, origin]) => origin === 'users').map(([column]) => column)
}

/** Yields a league's rows of a table in primary key order, one page at a time, without hidden rows. */
export async function* readLeagueRows(
  db: Db,
  table: LeagueTable,
  leagueId: number,
  isHidden: (row: StoredRow) => boolean,
): AsyncGenerator<StoredRow> {
  const pageSize = table.columns.some(({ kind }) => kind === 'bytes') ? PAGE_SIZE_WITH_BYTES : PAGE_SIZE
  const primaryKey = sql.join(table.primaryKey.map((column) => sql.ref(column)))
  let lastRow: StoredRow | undefined
  for (;;) {
    const after: StoredRow | undefined = lastRow
    const afterCondition =
      after === undefined
        ? sql``
        : sql`and (${primaryKey}) > (${sql.join(table.primaryKey.map((column) => sql.val(after[column])))})`
    const { rows } = await sql<StoredRow>`
      select * from ${sql.table(table.name)} where ${table.belongsToLeague(leagueId)} ${afterCondition}
      order by ${primaryKey} limit ${sql.lit(pageSize)}`.execute(db)
    yield* rows.filter((row) => !isHidden(row))
    lastRow = rows.at(-1)
    if (rows.length < pageSize) return
  }
}

/** In the order of their original ids. Adds the new ids to the map. Throws a LeagueRowError. */
export async function insertLeagueRows(
  db: Db,
  table: LeagueTable,
  rows: readonly ArchiveRow[],
  ids: IdMap,
  readBytes: ReadBytes,
): Promise<void> {
  const { autoIncrementColumn } = table
  if (autoIncrementColumn !== null) {
    const tableIds = new Map<number, number | null>()
    ids.set(table.name, tableIds)
    for (const row of rows.toSorted(
      (a, b) => Number(a[autoIncrementColumn]) - Number(b[autoIncrementColumn]),
    )) {
      const { [autoIncrementColumn]: originalId, ...values } = await toStorableRow(table, row, ids, readBytes)
      if (typeof originalId !== 'number' || tableIds.has(originalId)) throw new LeagueRowError()
      tableIds.set(originalId, await insertWithNewId(db, table.name, autoIncrementColumn, values))
    }
    return
  }
  const storableRows = await Promise.all(rows.map((row) => toStorableRow(table, row, ids, readBytes)))
  await insertInBatches(storableRows, (batch) =>
    db
      .insertInto(table.name as 'leagues')
      .values(batch as never)
      .execute(),
  )
}

async function insertWithNewId(db: Db, table: string, idColumn: string, values: Record<string, ColumnValue>) {
  const row = await db
    .insertInto(table as 'leagues')
    .values(values as never)
    .returning(sql.ref<number>(idColumn).as('id'))
    .executeTakeFirstOrThrow()
  return row.id
}

async function toStorableRow(table: LeagueTable, row: ArchiveRow, ids: IdMap, readBytes: ReadBytes) {
  const values: Record<string, ColumnValue> = { ...row }
  for (const [column, origin] of table.idOrigins) {
    const originalId = row[column]
    if (originalId === null || originalId === undefined) continue
    const newId = ids.get(origin)?.get(Number(originalId))
    if (newId === undefined) throw new LeagueRowError()
    values[column] = newId
  }
  for (const { name, kind } of table.columns) {
    if (kind === 'bytes' && typeof row[name] === 'string') values[name] = await readBytes(row[name])
  }
  return values
}
