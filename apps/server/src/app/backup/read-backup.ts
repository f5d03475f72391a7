import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { migrations } from '../../database/migrations.ts'
import { withZip, type Zip, ZipError } from '../../zip/read-zip.ts'
import { BackupError, DAMAGED } from './backup-error.ts'
import { isNewer, MANIFEST, Manifest, mediumFile, pictureFile, tableFile } from './backup-format.ts'

const MB = 1024 * 1024
const LARGEST_MANIFEST = 400 * MB
/** What a backup holds is ours and may be large; whether there is room for it is looked up when it is known. */
const LIMITS = { files: 10_000_000, bytes: Number.MAX_SAFE_INTEGER }

const NO_BACKUP = 'That file is no backup of Fieldhouse, or only the beginning of one. Nothing was restored.'

export type Backup = {
  manifest: Manifest
  /** The content of a file that the manifest tells of. */
  content: (name: string) => AsyncIterable<Uint8Array>
}

/**
 * Opens a backup while `work` runs, after every byte of it was compared with what the manifest tells.
 * Throws a BackupError for a file that is none, that is damaged, or of a newer release.
 */
export async function withBackup<Result>(
  file: string,
  work: (backup: Backup) => Promise<Result>,
): Promise<Result> {
  try {
    return await withZip(file, LIMITS, async (zip) => {
      const manifest = await manifestIn(zip)
      refuseOtherRelease(manifest)
      await compareFiles(zip, manifest)
      return work({ manifest, content: (name) => contentOf(zip, name) })
    })
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    throw new BackupError(error.fault === 'no zip' ? NO_BACKUP : DAMAGED, { cause: error })
  }
}

async function manifestIn(zip: Zip): Promise<Manifest> {
  const content = zip.content(MANIFEST)
  if (content === null) throw new BackupError(NO_BACKUP)
  if ((zip.sizes.get(MANIFEST) ?? 0) > LARGEST_MANIFEST) throw new BackupError(DAMAGED)
  const json = parsed(await buffer(content))
  const newer = isNewer(json)
  if (newer === null) throw new BackupError(NO_BACKUP)
  if (newer) throw new BackupError(`${ofNewer} Update this one first.`)
  const manifest = Manifest.safeParse(json)
  if (!manifest.success) throw new BackupError(DAMAGED, { cause: manifest.error })
  return manifest.data
}

const ofNewer = 'The backup was made by a newer release of Fieldhouse than this one.'

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch (cause) {
    throw new BackupError(DAMAGED, { cause })
  }
}

/** A release knows the data of every one before it. */
function refuseOtherRelease(manifest: Manifest): void {
  const known = Object.keys(migrations).sort()
  const newer = manifest.migrations.filter((name) => !known.includes(name))
  if (newer.length > 0) {
    throw new BackupError(`${ofNewer} It knows ${newer.join(', ')}. Restore it with that release.`)
  }
  if (manifest.migrations.some((name, index) => name !== known[index])) throw new BackupError(DAMAGED)
}

/** Throws a BackupError unless the files are exactly those of the manifest. */
async function compareFiles(zip: Zip, { tables, media, pictures }: Manifest): Promise<void> {
  const told = [
    ...tables.map((each) => ({ ...each, file: tableFile(each.name) })),
    ...media.map((each) => ({ ...each, file: mediumFile(each.key) })),
    ...pictures.map((each) => ({ ...each, file: pictureFile(each.slug) })),
  ]
  const names = new Set([MANIFEST, ...told.map(({ file }) => file)])
  if (names.size !== told.length + 1 || names.size !== zip.sizes.size) throw new BackupError(DAMAGED)
  for (const { file, size, sha256 } of told) {
    if (zip.sizes.get(file) !== size) throw new BackupError(DAMAGED)
    const hash = createHash('sha256')
    for await (const chunk of contentOf(zip, file)) hash.update(chunk)
    if (hash.digest('hex') !== sha256) throw new BackupError(DAMAGED)
  }
}

function contentOf(zip: Zip, name: string): AsyncIterable<Uint8Array> {
  const content = zip.content(name)
  if (content === null) throw new BackupError(DAMAGED)
  return content
}
