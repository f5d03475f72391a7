import { sql } from 'kysely'
import { appliedMigrations, type Db } from '../engine/database.ts'
import { inSnapshot } from '../engine/transaction.ts'
import { listTables, type Table } from './list-tables.ts'
import { fillTables, findLastId, listNonEmptyTables, readRowBatches } from './table-rows.ts'

/** The database cannot be copied. The message says why. Nothing was written. */
export class CopyRefusedError extends Error {
  override name = 'CopyRefusedError'
}

export type CopyOptions = {
  from: Db
  /** Migrated and without rows. */
  to: Db
  onTable?: (table: string, rows: number) => void
}

/** The server fills this table when it starts. Its rows are replaced by those of the source. */
const STARTUP_TABLE = 'jobs'

/**
 * Copies a consistent snapshot of all rows to a database of either engine, in one transaction. Ids continue after
 * the highest id that the source ever generated. Throws a CopyRefusedError.
 */
export async function copyDatabase({ from, to, onTable }: CopyOptions): Promise<void> {
  await inSnapshot(from, (source) =>
    to.transaction().execute(async (target) => {
      await assertSameRelease(source, target)
      const tables = await requireSameTables(source, target)
      await assertEmpty(target, tables)
      await target.deleteFrom(STARTUP_TABLE).execute()
      const content = {
        readBatches: (table: Table) => readRowBatches(source, table),
        findLastId: (table: Table) => findLastId(source, table),
      }
      await fillTables(target, tables, content, onTable)
      await assertRowCountsMatch(source, target, tables)
    }),
  )
}

async function assertSameRelease(source: Db, target: Db): Promise<void> {
  const [sourceMigrations, targetMigrations] = [
    await appliedMigrations(source),
    await appliedMigrations(target),
  ]
  const differing = [...sourceMigrations, ...targetMigrations].filter(
    (name) => !sourceMigrations.includes(name) || !targetMigrations.includes(name),
  )
  if (sourceMigrations.length > 0 && differing.length === 0) return
  const details = differing.length > 0 ? ` (migrations in only one of them: ${differing.join(', ')})` : ''
  throw new CopyRefusedError(
    `The databases were not written by the same release of Fieldhouse${details}. Start this release on both databases once, then copy again.`,
  )
}

/** The tables of the target, in its order. Throws a CopyRefusedError if the tables differ. */
async function requireSameTables(source: Db, target: Db): Promise<Table[]> {
  const [sourceTables, targetTables] = [await listTables(source), await listTables(target)]
  const shapesOf = (tables: readonly Table[]) => new Set(tables.map(describeShape))
  const [sourceShapes, targetShapes] = [shapesOf(sourceTables), shapesOf(targetTables)]
  const differing = [...sourceTables, ...targetTables].filter(
    (table) => !sourceShapes.has(describeShape(table)) || !targetShapes.has(describeShape(table)),
  )
  if (differing.length > 0) {
    const names = [...new Set(differing.map((table) => table.name))].join(', ')
    throw new CopyRefusedError(`The tables of the two databases differ: ${names}.`)
  }
  const withoutKey = targetTables.find((table) => table.primaryKey.length === 0)
  if (withoutKey !== undefined) throw new CopyRefusedError(`The table ${withoutKey.name} has no primary key.`)
  return targetTables
}

function describeShape({ name, columns, primaryKey }: Table): string {
  return [name, ...columns.map((column) => `${column.name} ${column.kind}`).sort(), ...primaryKey].join(', ')
}

/** Throws a CopyRefusedError if a table has rows other than those that the server adds when it starts. */
export async function assertEmpty(target: Db, tables: readonly Table[]): Promise<void> {
  const others = tables.filter(({ name }) => name !== STARTUP_TABLE)
  const nonEmptyTables = await listNonEmptyTables(target, others)
  if (nonEmptyTables.length === 0) return
  throw new CopyRefusedError(
    `The target database is not empty. Tables with rows: ${nonEmptyTables.join(', ')}. Use an empty database.`,
  )
}

async function assertRowCountsMatch(source: Db, target: Db, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const [sourceCount, targetCount] = [await countRows(source, name), await countRows(target, name)]
    if (sourceCount !== targetCount) {
      throw new CopyRefusedError(
        `Only ${targetCount} of ${sourceCount} rows of ${name} were copied. The copy was rolled back.`,
      )
    }
  }
}

async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count)
}
