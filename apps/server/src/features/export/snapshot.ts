import { type Kysely, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { type LeagueTable, leagueTablesOf } from '../../database/league-tables.ts'
import type { Database } from '../../database/schema.ts'
import { bytesFile, type Person, type Row } from './archive-format.ts'

/** All that is stored of a league at one moment. */
export type Snapshot = {
  /** By the name of the table. */
  tables: ReadonlyMap<string, Row[]>
  /** The values that are bytes, by the name of their file. */
  bytes: ReadonlyMap<string, Uint8Array>
  people: Person[]
}

/** Reads every row of a league, without secrets. All of them are in memory at once. */
export async function snapshotOf(db: Db, leagueId: number): Promise<Snapshot> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute(async (moment) => {
    const tables = new Map<string, Row[]>()
    const bytes = new Map<string, Uint8Array>()
    const userIds = new Set<number>()
    for (const table of await leagueTablesOf(moment)) {
      const stored = await rowsOf(moment, table, leagueId)
      for (const column of peopleColumns(table))
        for (const row of stored) if (row[column] !== null) userIds.add(Number(row[column]))
      tables.set(
        table.name,
        stored.map((row) => rowToExport(table, row, bytes)),
      )
    }
    return { tables, bytes, people: await peopleOf(moment, userIds) }
  })
}

/** The columns that name an account by its number. */
export function peopleColumns({ origins }: LeagueTable): string[] {
  return [...origins].filter(([, origin]) => origin === 'users').map(([column]) => column)
}

async function rowsOf(db: Kysely<Database>, table: LeagueTable, leagueId: number) {
  const order = sql.join(table.key.map((column) => sql.ref(column)))
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table.name)} where ${table.ofLeague(leagueId)} order by ${order}`.execute(db)
  return rows
}

function rowToExport(
  table: LeagueTable,
  row: Readonly<Record<string, unknown>>,
  bytes: Map<string, Uint8Array>,
): Row {
  return Object.fromEntries(
    table.columns.map(({ name, kind }) => {
      const value = row[name]
      if (kind !== 'bytes' || value === null) return [name, value as Row[string]]
      const file = bytesFile(table.name, table.key.map((column) => row[column]).join('-'), name)
      bytes.set(file, value as Uint8Array)
      return [name, file]
    }),
  )
}

async function peopleOf(db: Kysely<Database>, userIds: ReadonlySet<number>): Promise<Person[]> {
  if (userIds.size === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('id', 'in', [...userIds])
    .orderBy('id')
    .execute()
}
