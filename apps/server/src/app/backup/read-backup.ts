import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { writerOf } from '../../database/engine/database.ts'
import { migrations } from '../../database/migrations/all-migrations.ts'
import { withZip, type Zip, ZipError } from '../../zip/read-zip.ts'
import {
  BackupError,
  DAMAGED_BACKUP_MESSAGE,
  isNewerVersion,
  MANIFEST_FILE,
  Manifest,
  mediaFile,
  pictureFile,
  tableFile,
} from './backup-format.ts'

const MB = 1024 * 1024
const MAX_MANIFEST_BYTES = 400 * MB
/** Backups are trusted and can be large. Free disk space is checked later, when their size is known. */
const ZIP_LIMITS = { files: 10_000_000, bytes: Number.MAX_SAFE_INTEGER }

const NOT_A_BACKUP_MESSAGE =
  'This file is not a Fieldhouse backup, or it is incomplete. Nothing was restored.'

export type Backup = {
  manifest: Manifest
  /** The content of a file that the manifest lists. */
  content: (name: string) => AsyncIterable<Uint8Array>
}

/**
 * Opens a backup, verifies the checksum of every file against the manifest, and runs `work` with it. Throws a
 * BackupError if the file is not a backup, is damaged, or was made by a newer release.
 */
export async function withBackup<Result>(
  file: string,
  work: (backup: Backup) => Promise<Result>,
): Promise<Result> {
  try {
    return await withZip(file, ZIP_LIMITS, async (zip) => {
      const manifest = await readManifest(zip)
      assertKnownMigrations(manifest)
      await verifyFiles(zip, manifest)
      return work({ manifest, content: (name) => readEntry(zip, name) })
    })
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    throw new BackupError(error.fault === 'no zip' ? NOT_A_BACKUP_MESSAGE : DAMAGED_BACKUP_MESSAGE, {
      cause: error,
    })
  }
}

async function readManifest(zip: Zip): Promise<Manifest> {
  const content = zip.content(MANIFEST_FILE)
  if (content === null) throw new BackupError(NOT_A_BACKUP_MESSAGE)
  if ((zip.sizes.get(MANIFEST_FILE) ?? 0) > MAX_MANIFEST_BYTES) throw new BackupError(DAMAGED_BACKUP_MESSAGE)
  const json = parseJson(await buffer(content))
  const isNewer = isNewerVersion(json)
  if (isNewer === null) throw new BackupError(NOT_A_BACKUP_MESSAGE)
  if (isNewer) throw new BackupError(`${NEWER_RELEASE_MESSAGE} Update Fieldhouse first.`)
  const manifest = Manifest.safeParse(json)
  if (!manifest.success) throw new BackupError(DAMAGED_BACKUP_MESSAGE, { cause: manifest.error })
  return manifest.data
}

const NEWER_RELEASE_MESSAGE = 'The backup was made by a newer release of Fieldhouse.'

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch (cause) {
    throw new BackupError(DAMAGED_BACKUP_MESSAGE, { cause })
  }
}

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
      if (applied.some((name, index) => name !== known[index])) throw new BackupError(DAMAGED_BACKUP_MESSAGE)
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
  if (names.size !== expected.length + 1 || names.size !== zip.sizes.size)
    throw new BackupError(DAMAGED_BACKUP_MESSAGE)
  for (const { file, size, sha256 } of expected) {
    if (zip.sizes.get(file) !== size) throw new BackupError(DAMAGED_BACKUP_MESSAGE)
    const hash = createHash('sha256')
    for await (const chunk of readEntry(zip, file)) hash.update(chunk)
    if (hash.digest('hex') !== sha256) throw new BackupError(DAMAGED_BACKUP_MESSAGE)
  }
}

function readEntry(zip: Zip, name: string): AsyncIterable<Uint8Array> {
  const content = zip.content(name)
  if (content === null) throw new BackupError(DAMAGED_BACKUP_MESSAGE)
  return content
}
