import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { insertInBatches } from '../engine/queries.ts'
import { type ForeignKey, listForeignKeys, listTables, type Table } from './table-rows.ts'

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

export type LeagueTable = Table & {
  /** For each column that contains a generated id of another row: the table that generated the id. */
  idOrigins: ReadonlyMap<string, string>
  belongsToLeague: (leagueId: number) => RawBuilder<unknown>
}

/**
 * Tables that are never part of an export: secrets and what they open, jobs in progress, recent events, views, visits and
 * notifications, keys and files of posts to come, previews of links, reports, whom people muted, records and slips that
 * were announced, from where a league was imported, and what can be found in other rows. Owner pictures are exported as files instead.
 */
export const NEVER_EXPORTED: readonly string[] = [
  'league_credentials',
  'league_events',
  'jobs',
  'league_views',
  'league_webhooks',
  'notifications',
  'tab_visits',
  'post_keys',
  'media_drafts',
  'post_links',
  'content_reports',
  'mutes',
  'week_records',
  'slip_results',
  'owner_pictures',
  'api_token_leagues',
  'invite_links',
  'invite_uses',
  'public_links',
  'league_imports',
  'imported_people',
  'league_logos',
]

/**
 * The tables with rows of leagues, derived from the foreign keys, so that tables of later migrations are included.
 * Referenced tables come first.
 */
export async function listLeagueTables(db: Db): Promise<LeagueTable[]> {
  const references = await listForeignKeys(db)
  const tables = await listTables(db)
  const leagueTables: LeagueTable[] = []
  for (const table of tables) {
    if (NEVER_EXPORTED.includes(table.name)) continue
    const belongsToLeague = leagueConditionOf(table, references, leagueTables)
    if (belongsToLeague !== null)
      leagueTables.push({ ...table, belongsToLeague, idOrigins: findIdOrigins(table, references, tables) })
  }
  return leagueTables
}

/** NFL data, which all leagues of a server share. A league archive contains that of the league's seasons. */
export const NFL_TABLES: readonly string[] = ['nfl_games', 'nfl_byes', 'nfl_lines', 'nfl_weather']

/** The tables with NFL data. `belongsToLeague` is true for the data of the league's seasons. */
export async function listNflTables(db: Db): Promise<LeagueTable[]> {
  const tables = await listTables(db)
  return tables
    .filter(({ name }) => NFL_TABLES.includes(name))
    .map((table) => ({
      ...table,
      idOrigins: new Map(),
      belongsToLeague: (leagueId) => {
        const isOfSeason = sql`season in (select season from seasons where league_id = ${leagueId})`
        return table.columns.some(({ name }) => name === 'season')
          ? isOfSeason
          : sql`game_id in (select game_id from nfl_games where ${isOfSeason})`
      },
    }))
}

/** By league id, or by a reference to a row of the league. Null if the rows do not belong to leagues. */
function leagueConditionOf(
  table: Table,
  references: readonly ForeignKey[],
  leagueTables: readonly LeagueTable[],
): LeagueTable['belongsToLeague'] | null {
  if (table.name === 'leagues') return (leagueId) => sql`id = ${leagueId}`
  if (table.columns.some(({ name }) => name === 'league_id'))
    return (leagueId) => sql`league_id = ${leagueId}`
  // Without a value, a reference says nothing about its row.
  const isRequired = ({ column }: ForeignKey) =>
    table.primaryKey.includes(column) ||
    table.columns.some(({ name, isNullable }) => name === column && !isNullable)
  for (const { column, target, targetColumn } of references.filter(
    (each) => each.table === table.name && isRequired(each),
  )) {
    const owner = leagueTables.find(({ name }) => name === target)
    if (owner === undefined) continue
    return (leagueId) => sql`${sql.ref(column)} in (
      select ${sql.ref(targetColumn)} from ${sql.table(target)} where ${owner.belongsToLeague(leagueId)})`
  }
  return null
}

function findIdOrigins(table: Table, references: readonly ForeignKey[], tables: readonly Table[]) {
  const origins = new Map<string, string>()
  for (const { name } of table.columns) {
    const origin = findIdOrigin({ table: table.name, column: name }, references, tables)
    if (origin !== null && (origin !== table.name || name !== table.autoIncrementColumn))
      origins.set(name, origin)
  }
  return origins
}

function findIdOrigin(
  { table, column }: { table: string; column: string },
  references: readonly ForeignKey[],
  tables: readonly Table[],
): string | null {
  // The audit log outlives its league, so its column is not a foreign key.
  if (column === 'league_id') return 'leagues'
  if (tables.some(({ name, autoIncrementColumn }) => name === table && autoIncrementColumn === column))
    return table
  for (const { target, targetColumn } of references.filter(
    (each) => each.table === table && each.column === column,
  )) {
    const origin = findIdOrigin({ table: target, column: targetColumn }, references, tables)
    if (origin !== null) return origin
  }
  return null
}
