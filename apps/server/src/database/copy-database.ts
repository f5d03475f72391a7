import { type Kysely, sql, type Transaction } from 'kysely'
import { appliedMigrations, type Db } from './database.ts'
import { deferForeignKeys } from './deferred-constraints.ts'
import { listTables, type Table } from './list-tables.ts'
import type { Database } from './schema.ts'
import { lastSequenceValue, restartSequence } from './sequences.ts'
import { insertRows, listNonEmptyTables, readRowBatches } from './table-rows.ts'

/** The copy cannot be made as asked, and nothing was written; the message says why. */
export class CopyRefusedError extends Error {
  override name = 'CopyRefusedError'
}

export type CopyOptions = {
  from: Db
  /** Migrated, and without any row. */
  to: Db
  /** Told after each table how many rows it has. */
  onTable?: (table: string, rows: number) => void
}

/** What a server writes at its start by itself: the source's rows take its place. */
const STARTUP_TABLE = 'scheduled_jobs'

/**
 * Copies every row of every table, as they are at one moment, to a database of the other engine
 * or the same: all or nothing. New rows get numbers after those that the source ever gave.
 * Throws a CopyRefusedError.
 */
export async function copyDatabase({ from, to, onTable }: CopyOptions): Promise<void> {
  const reading = from.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  await reading.execute((source) =>
    to.transaction().execute(async (target) => {
      await assertSameRelease(source, target)
      const tables = await requireSameTables(source, target)
      await assertEmpty(target, tables)
      await target.deleteFrom(STARTUP_TABLE).execute()
      const endLateKeys = await deferForeignKeys(target, tables)
      for (const table of tables) {
        const rows = await copyTable(source, target, table)
        onTable?.(table.name, rows)
      }
      await endLateKeys()
      for (const table of tables) await copySequence(source, target, table)
      await assertRowCountsMatch(source, target, tables)
    }),
  )
}

async function assertSameRelease(source: Kysely<Database>, target: Kysely<Database>): Promise<void> {
  const [ours, theirs] = [await appliedMigrations(source), await appliedMigrations(target)]
  const differing = [...ours, ...theirs].filter((name) => !ours.includes(name) || !theirs.includes(name))
  if (ours.length > 0 && differing.length === 0) return
  const which = differing.length > 0 ? ` (only one has ${differing.join(', ')})` : ''
  throw new CopyRefusedError(
    `The two databases are not of the same release of Fieldhouse${which}. Start this release on both once, then copy.`,
  )
}

/** The target's tables in its order. */
async function requireSameTables(source: Kysely<Database>, target: Kysely<Database>): Promise<Table[]> {
  const [ours, theirs] = [await listTables(source), await listTables(target)]
  const described = (tables: readonly Table[]) => new Set(tables.map(describeShape))
  const [here, there] = [described(ours), described(theirs)]
  const differing = [...ours, ...theirs].filter(
    (table) => !here.has(describeShape(table)) || !there.has(describeShape(table)),
  )
  if (differing.length > 0) {
    const names = [...new Set(differing.map((table) => table.name))].join(', ')
    throw new CopyRefusedError(`The two databases have not the same tables: look at ${names}.`)
  }
  const keyless = theirs.find((table) => table.primaryKey.length === 0)
  if (keyless !== undefined) throw new CopyRefusedError(`The table ${keyless.name} has no primary key.`)
  return theirs
}

function describeShape({ name, columns, primaryKey }: Table): string {
  return [name, ...columns.map((column) => `${column.name} ${column.kind}`).sort(), ...primaryKey].join(', ')
}

/** Throws a CopyRefusedError when a table has a row that somebody has put there. */
export async function assertEmpty(target: Kysely<Database>, tables: readonly Table[]): Promise<void> {
  const filled = await listNonEmptyTables(
    target,
    tables.filter(({ name }) => name !== STARTUP_TABLE),
  )
  if (filled.length === 0) return
  throw new CopyRefusedError(
    `The target is not empty: it has rows in ${filled.join(', ')}. Name a database that is empty.`,
  )
}

async function copyTable(
  source: Kysely<Database>,
  target: Transaction<Database>,
  table: Table,
): Promise<number> {
  let copied = 0
  for await (const rows of readRowBatches(source, table)) {
    await insertRows(target, table.name, rows)
    copied += rows.length
  }
  return copied
}

async function copySequence(source: Kysely<Database>, target: Kysely<Database>, table: Table): Promise<void> {
  if (table.autoIncrementColumn === null) return
  const last = await lastSequenceValue(source, table, table.autoIncrementColumn)
  if (last > 0n) await restartSequence(target, table, table.autoIncrementColumn, last)
}

async function assertRowCountsMatch(
  source: Kysely<Database>,
  target: Kysely<Database>,
  tables: readonly Table[],
): Promise<void> {
  for (const { name } of tables) {
    const [ours, theirs] = [await countRows(source, name), await countRows(target, name)]
    if (ours !== theirs) {
      throw new CopyRefusedError(`Of the ${ours} rows of ${name}, ${theirs} arrived. Nothing was kept.`)
    }
  }
}

async function countRows(db: Kysely<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count)
}
