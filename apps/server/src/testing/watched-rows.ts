import { isDeepStrictEqual } from 'node:util'
import type { Operations } from '@fieldhouse/contract/operations'
import { type Generated, type Kysely, sql, type Transaction } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '../database/engine/database.ts'
import { usesPostgres } from '../database/engine/dialect.ts'
import type { Table } from '../database/portability/table-rows.ts'
import type { Database } from '../database/schema/schema.ts'
import { type AllRows, dataTables, readAllRows } from './all-rows.ts'
import { removeAuditTriggers } from './audit-triggers.ts'

/** Tables that rejected requests also write to: the counters of the rate limits. */
const IGNORED_TABLES: readonly string[] = ['attempts', 'attempt_buckets']

export type WatchedRows = {
  /** The rows of every watched table at the start. */
  before: AllRows
  /** The current rows of the tables that were written since the last restore. */
  readWritten: () => Promise<AllRows>
  /**
   * Restores everything except the counters of the rate limits, and returns the names of the tables
   * that had changed. Costs one small query if nothing was written.
   */
  restore: () => Promise<string[]>
  /** Restores the same, and returns what was written. A table that was written need not have changed. */
  restoreChanges: () => Promise<Change[]>
  /** Resets the rate limits. */
  clearRateLimits: () => Promise<void>
}

/** The rows that were added to a table, and the earlier state of those that were deleted or updated. */
export type Change = {
  table: Table
  extra: Row[]
  missing: Row[]
  changed: Row[]
  /** The columns in which a row was updated. */
  columns: string[]
}
type Row = Record<string, unknown>

/**
 * Starts watching all tables, with triggers that record which of them are written. Does not see writes
 * outside the database or with triggers turned off.
 */
export async function watchRows(db: Db): Promise<WatchedRows> {
  const tables = (await dataTables(db)).filter(({ name }) => !IGNORED_TABLES.includes(name))
  const before = await readAllRows(db, tables)
  // Otherwise, entries of the audit log could not be deleted again.
  await removeAuditTriggers(db)
  await createWriteTriggers(db, tables)
  const readTables = (names: readonly string[]) =>
    readAllRows(
      db,
      tables.filter(({ name }) => names.includes(name)),
    )
  async function restoreChanges() {
    // Before the rows are read, so that what a job writes meanwhile is found by the next restore.
    const written = await readTables(await takeWrittenTables(db))
    if (written.length === 0) return []
    const rowsBefore = new Map(before.map(({ table, rows }) => [table.name, rows]))
    const changes = written.map(({ table, rows }) => diffTable(table, rowsBefore.get(table.name) ?? [], rows))
    await db.transaction().execute(async (transaction) => {
      const firstId = await addMark(transaction)
      await undoChanges(transaction, changes)
      // Only the marks of this transaction: a job may be writing at the same time.
      const isOwn = usesPostgres(db) ? sql`xmin = pg_current_xact_id()::xid` : sql`id >= ${firstId}`
      await sql`delete from written_tables where ${isOwn}`.execute(transaction)
    })
    return changes
  }
  return {
    before,
    readWritten: async () => readTables(await listWrittenTables(db)),
    restoreChanges,
    restore: async () => (await restoreChanges()).filter(hasChanged).map(({ table }) => table.name),
    async clearRateLimits() {
      await db.deleteFrom('attempts').execute()
    },
  }
}

async function listWrittenTables(db: Db): Promise<string[]> {
  const rows = await marks(db).selectFrom('written_tables').select('name').distinct().execute()
  return rows.map(({ name }) => name)
}

/** Returns the names, and forgets them. */
async function takeWrittenTables(db: Db): Promise<string[]> {
  const rows = await marks(db).deleteFrom('written_tables').returning('name').execute()
  return [...new Set(rows.map(({ name }) => name))]
}

/** On SQLite, nobody else writes after this until the transaction ends. */
async function addMark(transaction: Transaction<Database>): Promise<number> {
  const mark = marks(transaction).insertInto('written_tables').values({ name: '' })
  return (await mark.returning('id').executeTakeFirstOrThrow()).id
}

/** The table of what was written, which only tests have. */
const marks = (db: Db) => db as unknown as Kysely<{ written_tables: { id: Generated<number>; name: string } }>

async function createWriteTriggers(db: Db, tables: readonly Table[]): Promise<void> {
  const id = usesPostgres(db) ? 'integer generated always as identity primary key' : 'integer primary key'
  await sql.raw(`create table written_tables (id ${id}, name text not null)`).execute(db)
  const statements = usesPostgres(db) ? postgresTriggers(tables) : sqliteTriggers(tables)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

function postgresTriggers(tables: readonly Table[]): string[] {
  return [
    `create function record_write() returns trigger language plpgsql as $$
     begin insert into written_tables (name) values (tg_table_name); return null; end $$`,
    ...tables.map(
      ({ name }) =>
        // For each row, as those of SQLite: a statement that finds none writes nothing.
        `create trigger record_write after insert or update or delete on "${name}" for each row execute function record_write()`,
    ),
  ]
}

function sqliteTriggers(tables: readonly Table[]): string[] {
  return tables.flatMap(({ name }) =>
    ['insert', 'update', 'delete'].map(
      (operation) =>
        `create trigger "record_${operation}_${name}" after ${operation} on "${name}"
         begin insert into written_tables (name) values ('${name}'); end`,
    ),
  )
}

function diffTable(table: Table, before: readonly Row[], after: readonly Row[]): Change {
  const keyOf = (row: Row) => JSON.stringify(table.primaryKey.map((column) => row[column]))
  const beforeByKey = new Map(before.map((row) => [keyOf(row), row]))
  const afterByKey = new Map(after.map((row) => [keyOf(row), row]))
  const changedColumnsOf = (row: Row) => {
    const current = afterByKey.get(keyOf(row))
    if (current === undefined) return []
    return Object.keys(row).filter((column) => !isDeepStrictEqual(current[column], row[column]))
  }
  return {
    table,
    extra: after.filter((row) => !beforeByKey.has(keyOf(row))),
    missing: before.filter((row) => !afterByKey.has(keyOf(row))),
    changed: before.filter((row) => changedColumnsOf(row).length > 0),
    columns: [...new Set(before.flatMap(changedColumnsOf))],
  }
}

export function hasChanged({ extra, missing, changed }: Change): boolean {
  return extra.length + missing.length + changed.length > 0
}

/** Deletes rows before the rows that they reference, and inserts them after those. */
async function undoChanges(transaction: Transaction<Database>, changes: readonly Change[]): Promise<void> {
  for (const { table, extra } of changes.toReversed()) {
    for (const row of extra)
      await sql`delete from ${sql.table(table.name)} where ${matchesKey(table, row)}`.execute(transaction)
  }
  for (const { table, missing, changed } of changes) {
    if (missing.length > 0)
      await transaction
        .insertInto(table.name as 'users')
        .values(missing as never)
        .execute()
    for (const row of changed) {
      const columns = Object.entries(row).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      await sql`update ${sql.table(table.name)} set ${sql.join(columns)} where ${matchesKey(table, row)}`.execute(
        transaction,
      )
    }
  }
}

function matchesKey(table: Table, row: Row) {
  return sql.join(
    table.primaryKey.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  )
}

/** The kinds of the jobs that an operation starts at once. */
const JOBS_OF: Partial<Record<keyof Operations, string[]>> = {
  retryFailedJob: ['webhook'],
  makeBackup: ['backup', 'backup-check'],
  readSeasons: ['backfill'],
}

/**
 * Waits for the job that an operation starts, so that its changes are restored with those of the request. Restored
 * before, the job would not run, or change rows later.
 */
export async function waitForJobOf(name: keyof Operations, db: Db): Promise<void> {
  const kinds = JOBS_OF[name]
  if (kinds === undefined) return
  const open = db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', kinds)
    .where('status', 'in', ['queued', 'running'])
  // Also before the first test.
  await vi.waitFor(async () => expect(await open.execute()).toEqual([]), 20_000)
}
