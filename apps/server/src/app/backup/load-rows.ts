import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { countOnFrom } from '../../database/counted-ids.ts'
import { connect, type Db, migrate } from '../../database/database.ts'
import { allowLateKeys } from '../../database/late-keys.ts'
import type { Database } from '../../database/schema.ts'
import { insertStored, rowsAtOnce, type StoredRow } from '../../database/table-rows.ts'
import { type Table, tablesOf } from '../../database/tables.ts'
import { inTransaction, isMisfit } from '../../database/transaction.ts'
import { BackupError, DAMAGED } from './backup-error.ts'
import { type Manifest, type TableContent, tableFile } from './backup-format.ts'
import { linesOf } from './lines.ts'
import type { Backup } from './read-backup.ts'
import { rowIn } from './row-lines.ts'

export type WorkPlace = {
  /** A folder on this machine for the time of the work, which is emptied before and gone afterwards. */
  workFolder: string
  /** How much a folder can take; asked of the system where it is not given. */
  freeBytes?: (folder: string) => Promise<number>
}

/** Rows with their indexes, and the log of the one transaction that writes them. */
const TIMES_ON_DISK = 3

/**
 * Runs `work` with a database of its own that has the rows of a backup in the tables of this release:
 * they are made as the release of the backup had them, filled, and then brought to this one. Throws a
 * BackupError for rows that do not belong in the tables, and where the folder has no room for them.
 */
export async function withLoadedRows<Result>(
  backup: Backup,
  { workFolder: folder, freeBytes = bytesLeftIn }: WorkPlace,
  work: (loaded: Db) => Promise<Result>,
): Promise<Result> {
  // Left there by a restore that was killed.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const db = connect({ engine: 'sqlite', file: join(folder, 'rows.db') })
  try {
    refuseWithoutRoom(backup.manifest, await freeBytes(folder))
    // What a power cut leaves of it is of no use.
    await sql`pragma synchronous = off`.execute(db)
    await migrate(db, backup.manifest.migrations.at(-1))
    await load(db, backup)
    await migrate(db)
    return await work(db)
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
}

async function bytesLeftIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

function refuseWithoutRoom({ tables, media }: Manifest, free: number): void {
  const rows = tables.reduce((sum, { size }) => sum + size, 0)
  const files = media.reduce((sum, { size }) => sum + size, 0)
  const needed = rows * TIMES_ON_DISK + files
  if (needed <= free) return
  throw new BackupError(
    `There is no room to restore: it takes up to ${inMb(needed)} MB in the data folder, and ${inMb(free)} MB are left. Nothing was restored.`,
  )
}

const inMb = (bytes: number) => Math.ceil(bytes / 1_000_000)

async function load(db: Db, backup: Backup): Promise<void> {
  try {
    await inTransaction(db, async (transaction) => {
      const tables = await tablesOf(transaction)
      const contents = contentsFor(tables, backup.manifest)
      const endLateKeys = await allowLateKeys(transaction, tables)
      for (const { table, content } of contents) await loadTable(transaction, table, content, backup)
      await endLateKeys()
    })
  } catch (error) {
    throw isMisfit(error) ? new BackupError(DAMAGED, { cause: error }) : error
  }
}

/** The tables in the order in which they are filled, each with what the backup tells of it. */
function contentsFor(tables: readonly Table[], manifest: Manifest) {
  const contents = new Map(manifest.tables.map((content) => [content.name, content]))
  if (contents.size !== tables.length) throw new BackupError(DAMAGED)
  return tables.map((table) => {
    const content = contents.get(table.name)
    if (content === undefined || shapeOf(table.columns) !== shapeOf(content.columns))
      throw new BackupError(DAMAGED)
    return { table, content }
  })
}

function shapeOf(columns: TableContent['columns']): string {
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
  const most = rowsAtOnce(table)
  let rows: StoredRow[] = []
  let count = 0
  for await (const line of linesOf(backup.content(tableFile(table.name)))) {
    rows.push(rowIn(line, content.columns))
    count += 1
    if (rows.length < most) continue
    await insertStored(transaction, table.name, rows)
    rows = []
  }
  if (rows.length > 0) await insertStored(transaction, table.name, rows)
  if (count !== content.rows) throw new BackupError(DAMAGED)
  const last = BigInt(content.counted_to ?? 0)
  if (table.counted !== null && last > 0n) await countOnFrom(transaction, table, table.counted, last)
}
