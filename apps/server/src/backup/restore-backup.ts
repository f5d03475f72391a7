import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  connect,
  type Db,
  disableDiskSync,
  inTransaction,
  migrate,
  writerOf,
} from '../database/engine/database.ts'
import { isInvalidValue } from '../database/engine/database-errors.ts'
import { inBatches } from '../database/engine/queries.ts'
import { migrations } from '../database/migrations/all-migrations.ts'
import {
  assertEmpty,
  batchSizeFor,
  copyDatabase,
  fillTables,
  listTables,
  type StoredRow,
  type TableSource,
} from '../database/portability/table-rows.ts'
import { withZip, type Zip, ZipError } from '../files/zip.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { OwnerPictures } from '../media/owner-pictures.ts'
import {
  BackupError,
  damagedBackup,
  isNewerVersion,
  MANIFEST_FILE,
  Manifest,
  mediaFile,
  parseJson,
  parseRow,
  pictureFile,
  readLines,
  type TableContent,
  tableFile,
} from './backup-format.ts'

export type RestoreTarget = {
  /** Must not contain any rows. Missing tables are created. */
  db: Db
  media: MediaStore
  pictures: OwnerPictures
  /** A local folder for temporary files. Emptied before the work and removed after it. */
  workFolder: string
  freeBytes?: (folder: string) => Promise<number>
}

/**
 * Restores a backup of this or an older release, rows and files, to an empty database of either engine: either
 * completely or not at all. The rows are loaded into a temporary database first, so that only valid rows reach
 * the target. Throws a BackupError, or a CopyRefusedError if the target has rows.
 */
export async function restoreBackup(file: string, target: RestoreTarget): Promise<Manifest> {
  const { db: to } = target
  // Checked first, because it is the most common mistake and reading the file can take a long time.
  await assertEmpty(to, await listTables(to))
  return withBackup(file, async (backup) => {
    await withLoadedRows(backup, target, async (from) => {
      await migrate(to)
      await withRestoredFiles(backup, target, () => copyDatabase({ from, to }))
    })
    return backup.manifest
  })
}

/** Estimated size on disk relative to the rows in the backup: rows, indexes and the write-ahead log. */
const DISK_USAGE_FACTOR = 3

/**
 * Loads the rows of a backup into a temporary SQLite database and runs `work` with it. The tables are created
 * as in the release that made the backup, filled, and then migrated to this release. Throws a BackupError for
 * invalid rows, and if the folder does not have enough free space.
 */
async function withLoadedRows<Result>(
  backup: Backup,
  { workFolder: folder, freeBytes = freeBytesIn }: RestoreTarget,
  work: (loaded: Db) => Promise<Result>,
): Promise<Result> {
  // Left behind by a restore that was killed.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const db = connect({ engine: 'sqlite', file: join(folder, 'rows.db') })
  try {
    assertFreeSpace(backup.manifest, await freeBytes(folder))
    await disableDiskSync(db)
    await migrate(db, backup.manifest.migrations.at(-1))
    await loadAllTables(db, backup)
    await migrate(db)
    return await work(db)
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
}

export async function freeBytesIn(folder: string): Promise<number> {
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

export const toMegabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)

async function loadAllTables(db: Db, backup: Backup): Promise<void> {
  const contents = new Map(backup.manifest.tables.map((content) => [content.name, content]))
  const contentOf = (table: string) => contents.get(table) ?? throwDamaged()
  try {
    await inTransaction(db, async (transaction) => {
      const tables = await listTables(transaction)
      if (contents.size !== tables.length) throwDamaged()
      for (const { name, columns } of tables)
        if (columnSignature(columns) !== columnSignature(contentOf(name).columns)) throwDamaged()
      const source: TableSource = {
        readBatches: (table) => inBatches(readRows(backup, contentOf(table.name)), batchSizeFor(table)),
        findLastId: async ({ name }) => BigInt(contentOf(name).counted_to ?? 0),
      }
      await fillTables(transaction, tables, source, (table, rows) => {
        if (rows !== contentOf(table).rows) throwDamaged()
      })
    })
  } catch (error) {
    throw isInvalidValue(error) ? damagedBackup(error) : error
  }
}

function columnSignature(columns: TableContent['columns']): string {
  return columns
    .map(({ name, kind }) => `${name} ${kind}`)
    .sort()
    .join(', ')
}

async function* readRows(backup: Backup, { name, columns }: TableContent): AsyncGenerator<StoredRow> {
  for await (const line of readLines(backup.content(tableFile(name)))) yield parseRow(line, columns)
}

function throwDamaged(): never {
  throw damagedBackup()
}

/**
 * Stores the media and owner pictures of a backup under their original names and then runs `work`. If either
 * fails, the files that did not exist before are removed again.
 */
async function withRestoredFiles<Result>(
  backup: Backup,
  targets: RestoreTarget,
  work: () => Promise<Result>,
) {
  const undoSteps: (() => Promise<void>)[] = []
  try {
    await restoreMedia(backup, targets.media, undoSteps)
    await restorePictures(backup, targets.pictures, undoSteps)
    return await work()
  } catch (error) {
    await Promise.allSettled(undoSteps.map((remove) => remove()))
    throw error
  }
}

async function restoreMedia(backup: Backup, store: MediaStore, undoSteps: (() => Promise<void>)[]) {
  const { media } = backup.manifest
  if (media.length === 0) return
  const existingKeys = new Set<string>()
  for await (const { key } of store.list()) existingKeys.add(key)
  const folder = join(store.stagingFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    for (const { key, content_type } of media) {
      const path = join(folder, key)
      await pipeline(backup.content(mediaFile(key)), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      if (!existingKeys.has(key)) undoSteps.push(() => store.remove(key))
      await store.put(key, path, content_type)
      await rm(path, { force: true })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function restorePictures(backup: Backup, pictures: OwnerPictures, undoSteps: (() => Promise<void>)[]) {
  const existingSlugs = new Set(await pictures.listSlugs())
  for (const { slug } of backup.manifest.pictures) {
    if (!existingSlugs.has(slug)) undoSteps.push(() => pictures.remove(slug))
    await pictures.save(slug, await buffer(backup.content(pictureFile(slug))))
  }
}

const MB = 1024 * 1024
const MAX_MANIFEST_BYTES = 400 * MB
/** Backups are trusted and can be large. Free disk space is checked later, when their size is known. */
const ZIP_LIMITS = { files: 10_000_000, bytes: Number.MAX_SAFE_INTEGER }

const NOT_A_BACKUP_MESSAGE =
  'This file is not a Fieldhouse backup, or it is incomplete. Nothing was restored.'

type Backup = {
  manifest: Manifest
  content: (name: string) => AsyncIterable<Uint8Array>
}

/**
 * Opens a backup, verifies the checksum of every file against the manifest, and runs `work` with it. Throws a
 * BackupError if the file is not a backup, is damaged, or was made by a newer release.
 */
async function withBackup<Result>(file: string, work: (backup: Backup) => Promise<Result>): Promise<Result> {
  try {
    return await withZip(file, ZIP_LIMITS, async (zip) => {
      const manifest = await readManifest(zip)
      assertKnownMigrations(manifest)
      await verifyFiles(zip, manifest)
      return work({ manifest, content: (name) => readEntry(zip, name) })
    })
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    throw error.fault === 'no zip'
      ? new BackupError(NOT_A_BACKUP_MESSAGE, { cause: error })
      : damagedBackup(error)
  }
}

async function readManifest(zip: Zip): Promise<Manifest> {
  const content = zip.content(MANIFEST_FILE)
  if (content === null) throw new BackupError(NOT_A_BACKUP_MESSAGE)
  if ((zip.sizes.get(MANIFEST_FILE) ?? 0) > MAX_MANIFEST_BYTES) throwDamaged()
  const json = parseJson(String(await buffer(content)))
  const isNewer = isNewerVersion(json)
  if (isNewer === null) throw new BackupError(NOT_A_BACKUP_MESSAGE)
  if (isNewer) throw new BackupError(`${NEWER_RELEASE_MESSAGE} Update Fieldhouse first.`)
  const manifest = Manifest.safeParse(json)
  if (!manifest.success) throw damagedBackup(manifest.error)
  return manifest.data
}

const NEWER_RELEASE_MESSAGE = 'The backup was made by a newer release of Fieldhouse.'

/** A release can read the backups of all earlier releases. Throws a BackupError for any other backup. */
function assertKnownMigrations({ migrations: applied }: Manifest): void {
  const known = Object.keys(migrations)
  const unknown = applied.filter((name) => !known.includes(name)).join(', ')
  switch (writerOf(applied)) {
    case 'newer release':
      throw new BackupError(
        `${NEWER_RELEASE_MESSAGE} Unknown migrations: ${unknown}. Restore it with that release.`,
      )
    case 'development build':
      throw new BackupError(
        'The backup was made by a development build of Fieldhouse. Restore it with that build, and export the leagues to import them here.',
      )
    case 'release':
      if (applied.some((name, index) => name !== known[index])) throwDamaged()
  }
}

/** Throws a BackupError unless the files match the manifest exactly. */
async function verifyFiles(zip: Zip, { tables, media, pictures }: Manifest): Promise<void> {
  const expected = [
    ...tables.map((each) => ({ ...each, file: tableFile(each.name) })),
    ...media.map((each) => ({ ...each, file: mediaFile(each.key) })),
    ...pictures.map((each) => ({ ...each, file: pictureFile(each.slug) })),
  ]
  const names = new Set([MANIFEST_FILE, ...expected.map(({ file }) => file)])
  if (names.size !== expected.length + 1 || names.size !== zip.sizes.size) throwDamaged()
  for (const { file, size, sha256 } of expected) {
    if (zip.sizes.get(file) !== size) throwDamaged()
    const hash = createHash('sha256')
    for await (const chunk of readEntry(zip, file)) hash.update(chunk)
    if (hash.digest('hex') !== sha256) throwDamaged()
  }
}

function readEntry(zip: Zip, name: string): AsyncIterable<Uint8Array> {
  return zip.content(name) ?? throwDamaged()
}
