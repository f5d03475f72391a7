import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { connect, type Db, migrate } from '../../database/engine/database.ts'
import { inTransaction, isInvalidValue } from '../../database/engine/transaction.ts'
import { deferForeignKeys } from '../../database/portability/deferred-constraints.ts'
import { listTables, type Table } from '../../database/portability/list-tables.ts'
import { restartSequence } from '../../database/portability/sequences.ts'
import { batchSizeFor, insertRows, type StoredRow } from '../../database/portability/table-rows.ts'
import type { Database } from '../../database/schema/schema.ts'
import { BackupError, DAMAGED_BACKUP_MESSAGE } from './backup-error.ts'
import { type Manifest, type TableContent, tableFile } from './backup-format.ts'
import type { Backup } from './read-backup.ts'
import { readLines } from './read-lines.ts'
import { parseRow } from './serialize-row.ts'

export type WorkFolderOptions = {
  /** A local folder for temporary files. Emptied before the work and removed after it. */
  workFolder: string
  /** Free disk space of a folder, in bytes. Default: as reported by the operating system. */
  freeBytes?: (folder: string) => Promise<number>
}

/** Estimated size on disk relative to the rows in the backup: rows, indexes and the write-ahead log. */
const DISK_USAGE_FACTOR = 3

/**
 * Loads the rows of a backup into a temporary SQLite database and runs `work` with it. The tables are created
 * as in the release that made the backup, filled, and then migrated to this release. Throws a BackupError for
 * invalid rows, and if the folder does not have enough free space.
 */
export async function withLoadedRows<Result>(
  backup: Backup,
  { workFolder: folder, freeBytes = freeBytesIn }: WorkFolderOptions,
  work: (loaded: Db) => Promise<Result>,
): Promise<Result> {
  // Left behind by a restore that was killed.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const db = connect({ engine: 'sqlite', file: join(folder, 'rows.db') })
  try {
    assertFreeSpace(backup.manifest, await freeBytes(folder))
    // The database is temporary, so it does not need to survive a power failure.
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

function assertFreeSpace({ tables, media }: Manifest, freeSpace: number): void {
  const rowBytes = tables.reduce((sum, { size }) => sum + size, 0)
  const mediaBytes = media.reduce((sum, { size }) => sum + size, 0)
  const needed = rowBytes * DISK_USAGE_FACTOR + mediaBytes
  if (needed <= freeSpace) return
  throw new BackupError(
    `Not enough disk space to restore. Needed in the data directory: up to ${toMegabytes(needed)} MB. Available: ${toMegabytes(freeSpace)} MB. Nothing was restored.`,
  )
}

const toMegabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)

async function loadAllTables(db: Db, backup: Backup): Promise<void> {
  try {
    await inTransaction(db, async (transaction) => {
      const tables = await listTables(transaction)
      const contents = matchTables(tables, backup.manifest)
      const endDeferral = await deferForeignKeys(transaction, tables)
      for (const { table, content } of contents) await loadTable(transaction, table, content, backup)
      await endDeferral()
    })
  } catch (error) {
    throw isInvalidValue(error) ? new BackupError(DAMAGED_BACKUP_MESSAGE, { cause: error }) : error
  }
}

/** Pairs each table with its content in the backup, in the order in which the tables are filled. */
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
  const batchSize = batchSizeFor(table)
  let rows: StoredRow[] = []
  let count = 0
  for await (const line of readLines(backup.content(tableFile(table.name)))) {
    rows.push(parseRow(line, content.columns))
    count += 1
    if (rows.length < batchSize) continue
    await insertRows(transaction, table.name, rows)
    rows = []
  }
  if (rows.length > 0) await insertRows(transaction, table.name, rows)
  if (count !== content.rows) throw new BackupError(DAMAGED_BACKUP_MESSAGE)
  const last = BigInt(content.counted_to ?? 0)
  if (table.autoIncrementColumn !== null && last > 0n)
    await restartSequence(transaction, table, table.autoIncrementColumn, last)
}
