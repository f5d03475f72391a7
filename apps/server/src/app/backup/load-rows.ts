import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { connect, type Db, migrate } from '../../database/database.ts'
import { deferForeignKeys } from '../../database/deferred-constraints.ts'
import { listTables, type Table } from '../../database/list-tables.ts'
import type { Database } from '../../database/schema.ts'
import { restartSequence } from '../../database/sequences.ts'
import { batchSizeFor, insertRows, type StoredRow } from '../../database/table-rows.ts'
import { inTransaction, isInvalidValue } from '../../database/transaction.ts'
import { BackupError, DAMAGED_BACKUP_MESSAGE } from './backup-error.ts'
import { type Manifest, type TableContent, tableFile } from './backup-format.ts'
import type { Backup } from './read-backup.ts'
import { readLines } from './read-lines.ts'
import { parseRow } from './serialize-row.ts'

export type WorkFolderOptions = {
  /** A folder on this machine for the time of the work, which is emptied before and gone afterwards. */
  workFolder: string
  /** How much a folder can take; asked of the system where it is not given. */
  freeBytes?: (folder: string) => Promise<number>
}

/** Rows with their indexes, and the log of the one transaction that writes them. */
const DISK_USAGE_FACTOR = 3

/**
 * Runs `work` with a database of its own that has the rows of a backup in the tables of this release:
 * they are made as the release of the backup had them, filled, and then brought to this one. Throws a
 * BackupError for rows that do not belong in the tables, and where the folder has no room for them.
 */
export async function withLoadedRows<Result>(
  backup: Backup,
  { workFolder: folder, freeBytes = freeBytesIn }: WorkFolderOptions,
  work: (loaded: Db) => Promise<Result>,
): Promise<Result> {
  // Left there by a restore that was killed.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const db = connect({ engine: 'sqlite', file: join(folder, 'rows.db') })
  try {
    assertFreeSpace(backup.manifest, await freeBytes(folder))
    // What a power cut leaves of it is of no use.
    await sql`pragma synchronous = off`.execute(db)
    await migrate(db, backup.manifest.migrations.at(-1))
    await loadAllTables(db, backup)
    await migrate(db)
    return await work(db)
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
}

async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

function assertFreeSpace({ tables, media }: Manifest, free: number): void {
  const rows = tables.reduce((sum, { size }) => sum + size, 0)
  const files = media.reduce((sum, { size }) => sum + size, 0)
  const needed = rows * DISK_USAGE_FACTOR + files
  if (needed <= free) return
  throw new BackupError(
    `There is no room to restore: it takes up to ${toMegabytes(needed)} MB in the data folder, and ${toMegabytes(free)} MB are left. Nothing was restored.`,
  )
}

const toMegabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)

async function loadAllTables(db: Db, backup: Backup): Promise<void> {
  try {
    await inTransaction(db, async (transaction) => {
      const tables = await listTables(transaction)
      const contents = matchTables(tables, backup.manifest)
      const endLateKeys = await deferForeignKeys(transaction, tables)
      for (const { table, content } of contents) await loadTable(transaction, table, content, backup)
      await endLateKeys()
    })
  } catch (error) {
    throw isInvalidValue(error) ? new BackupError(DAMAGED_BACKUP_MESSAGE, { cause: error }) : error
  }
}

/** The tables in the order in which they are filled, each with what the backup tells of it. */
function matchTables(tables: readonly Table[], manifest: Manifest) {
  const contents = new Map(manifest.tables.map((content) => [content.name, content]))
  if (contents.size !== tables.length) throw new BackupError(DAMAGED_BACKUP_MESSAGE)
  return tables.map((table) => {
    const content = contents.get(table.name)
    if (content === undefined || columnSignature(table.columns) !== columnSignature(content.columns))
      throw new BackupError(DAMAGED_BACKUP_MESSAGE)
    return { table, content }
  })
}

function columnSignature(columns: TableContent['columns']): string {
  return columns
    .map(({ name, kind }) => `${name} ${kind}`)
    .sort()
    .join(', ')
}

async function loadTable(
  transaction: Transaction<Database>,
  table: Table,
  content: TableContent,
  backup: Backup,
): Promise<void> {
  const most = batchSizeFor(table)
  let rows: StoredRow[] = []
  let count = 0
  for await (const line of readLines(backup.content(tableFile(table.name)))) {
    rows.push(parseRow(line, content.columns))
    count += 1
    if (rows.length < most) continue
    await insertRows(transaction, table.name, rows)
    rows = []
  }
  if (rows.length > 0) await insertRows(transaction, table.name, rows)
  if (count !== content.rows) throw new BackupError(DAMAGED_BACKUP_MESSAGE)
  const last = BigInt(content.counted_to ?? 0)
  if (table.autoIncrementColumn !== null && last > 0n)
    await restartSequence(transaction, table, table.autoIncrementColumn, last)
}
