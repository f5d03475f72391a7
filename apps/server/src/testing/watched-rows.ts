import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Database } from '../database/schema.ts'
import { isPostgres, type Table } from '../database/tables.ts'
import { type AllRows, allRows, dataTables } from './all-rows.ts'

/** What is written even by a call that is refused: how often somebody tried. */
const COUNTED: readonly string[] = ['attempts', 'attempt_buckets']

export type WatchedRows = {
  /** What every table held when the watch began. */
  before: AllRows
  /**
   * Puts everything back to what it was, but for what is counted of tries, and answers which tables
   * had changed. Where nothing was written, it costs one small question.
   */
  putBack: () => Promise<string[]>
  /** Lets everyone try again. */
  forgetTries: () => Promise<void>
}

type Change = { table: Table; extra: Row[]; missing: Row[]; changed: Row[] }
type Row = Record<string, unknown>

/**
 * Watches all tables from now on, by triggers that note which of them are written. What was written
 * beside the database, or with triggers off, goes unseen.
 */
export async function watchRows(db: Db): Promise<WatchedRows> {
  const tables = (await dataTables(db)).filter(({ name }) => !COUNTED.includes(name))
  const before = await allRows(db, tables)
  await noteWrites(db, tables)
  return {
    before,
    async putBack() {
      const written = await writtenTables(db)
      if (written.length === 0) return []
      const kept = before.filter(({ table }) => written.includes(table.name))
      const now = await allRows(
        db,
        kept.map(({ table }) => table),
      )
      const changes = kept
        .map(({ table, rows }, index) => changeOf(table, rows, now[index]?.rows ?? []))
        .filter(({ extra, missing, changed }) => extra.length + missing.length + changed.length > 0)
      await db.transaction().execute(async (transaction) => {
        await undo(transaction, changes)
        await sql`delete from written_tables`.execute(transaction)
      })
      return changes.map(({ table }) => table.name)
    },
    async forgetTries() {
      await db.deleteFrom('attempts').execute()
    },
  }
}

async function writtenTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct name from written_tables`.execute(db)
  return rows.map(({ name }) => name)
}

async function noteWrites(db: Db, tables: readonly Table[]): Promise<void> {
  const id = isPostgres(db) ? 'integer generated always as identity primary key' : 'integer primary key'
  await sql.raw(`create table written_tables (id ${id}, name text not null)`).execute(db)
  const statements = isPostgres(db) ? postgresTriggers(tables) : sqliteTriggers(tables)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

function postgresTriggers(tables: readonly Table[]): string[] {
  return [
    `create function note_write() returns trigger language plpgsql as $$
     begin insert into written_tables (name) values (tg_table_name); return null; end $$`,
    ...tables.map(
      ({ name }) =>
        `create trigger note_write after insert or update or delete on "${name}" execute function note_write()`,
    ),
  ]
}

function sqliteTriggers(tables: readonly Table[]): string[] {
  return tables.flatMap(({ name }) =>
    ['insert', 'update', 'delete'].map(
      (deed) =>
        `create trigger "note_${deed}_${name}" after ${deed} on "${name}"
         begin insert into written_tables (name) values ('${name}'); end`,
    ),
  )
}

function changeOf(table: Table, before: readonly Row[], after: readonly Row[]): Change {
  const keyOf = (row: Row) => JSON.stringify(table.key.map((column) => row[column]))
  const then = new Map(before.map((row) => [keyOf(row), row]))
  const now = new Map(after.map((row) => [keyOf(row), row]))
  return {
    table,
    extra: after.filter((row) => !then.has(keyOf(row))),
    missing: before.filter((row) => !now.has(keyOf(row))),
    changed: before.filter((row) => {
      const found = now.get(keyOf(row))
      return found !== undefined && !isDeepStrictEqual(found, row)
    }),
  }
}

/** Rows that refer to others go before those, and come back after them. */
async function undo(transaction: Transaction<Database>, changes: readonly Change[]): Promise<void> {
  for (const { table, extra } of changes.toReversed()) {
    for (const row of extra)
      await sql`delete from ${sql.table(table.name)} where ${isRow(table, row)}`.execute(transaction)
  }
  for (const { table, missing, changed } of changes) {
    if (missing.length > 0)
      await transaction
        .insertInto(table.name as 'users')
        .values(missing as never)
        .execute()
    for (const row of changed) {
      const columns = Object.entries(row).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      await sql`update ${sql.table(table.name)} set ${sql.join(columns)} where ${isRow(table, row)}`.execute(
        transaction,
      )
    }
  }
}

function isRow(table: Table, row: Row) {
  return sql.join(
    table.key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  )
}
