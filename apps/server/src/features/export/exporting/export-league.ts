import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Db } from '../../../database/engine/database.ts'
import type { MediaStore } from '../../../media/media-store.ts'
import { type OwnerPictures, readOwnerPicture } from '../../../media/owner-pictures.ts'
import { createStagingFolder } from '../../../media/staging.ts'
import {
  createManifest,
  MANIFEST_PATH,
  mediaPath,
  picturePath,
  README_PATH,
  TROPHY_PATH,
} from '../archive-format.ts'
import { collectLeagueData, type LeagueData } from './collect-league-data.ts'

export type ExportOptions = {
  db: Db
  files: MediaStore
  pictures: Pick<OwnerPictures, 'read'>
  /** Called when temporary files could not be removed after an archive was sent. */
  onCleanupError: (error: unknown) => void
  /** Whether to leave out picks that the league hides until the cutoff. */
  excludesHiddenPicks: boolean
  now: () => Date
}

/**
 * Exports a league as a zip stream: a snapshot of its rows, raw provider responses, media, pictures of owners
 * and the trophy, and CSV files. Secrets, passwords and email addresses are left out. A media file that no longer exists is left
 * out; one that cannot be read destroys the stream with its error. Rows and responses are stored in temporary
 * files until the stream is closed.
 */
export async function exportLeague(
  options: ExportOptions,
  league: { id: number; name: string },
): Promise<Readable> {
  const folder = await createStagingFolder(options.files.stagingFolder)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const hiddenAt = options.excludesHiddenPicks ? options.now() : null
    const data = await collectLeagueData(options.db, league.id, folder, hiddenAt)
    const output = createZip(options, league.name, data)
    output.once('close', () => void remove().catch(options.onCleanupError))
    return output
  } catch (error) {
    await remove()
    throw error
  }
}

function createZip(options: ExportOptions, name: string, data: LeagueData): Readable {
  const { files, pictures, excludesHiddenPicks, now } = options
  const zip = new ZipFile()
  const mtime = now()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  const manifest = JSON.stringify(createManifest(name, data.people, mtime), null, 2)
  zip.addBuffer(Buffer.from(manifest), MANIFEST_PATH, { mtime })
  zip.addBuffer(
    Buffer.from(createReadme(name, { excludesHiddenPicks, hasTrophy: data.trophyKey !== null })),
    README_PATH,
    { mtime },
  )
  for (const { name: entry, path, isCompressed } of data.files)
    zip.addFile(path, entry, { mtime, mode: 0o100644, compress: !isCompressed })
  const addBinaryFiles = async () => {
    await addPictures(zip, { files, folder: pictures }, data, mtime)
    if (data.trophyKey !== null) await addStoredFile(zip, files, data.trophyKey, TROPHY_PATH, mtime)
    await addMedia(zip, files, data, mtime)
    zip.end()
  }
  addBinaryFiles().catch(fail)
  return output
}

async function addPictures(
  zip: ZipFile,
  stores: { files: MediaStore; folder: ExportOptions['pictures'] },
  { pictures }: LeagueData,
  mtime: Date,
): Promise<void> {
  for (const [slug, source] of pictures) {
    const picture = await readOwnerPicture(stores, source)
    if (picture !== null) zip.addBuffer(picture, picturePath(slug), { mtime, compress: false })
  }
}

/** Adds one file at a time: a league may have thousands, and each is open while it is read. */
async function addMedia(
  zip: ZipFile,
  files: MediaStore,
  { mediaKeys }: LeagueData,
  mtime: Date,
): Promise<void> {
  for (const key of mediaKeys) await addStoredFile(zip, files, key, mediaPath(key), mtime)
}

/** Adds nothing if the file does not exist. */
async function addStoredFile(
  zip: ZipFile,
  files: MediaStore,
  key: string,
  name: string,
  mtime: Date,
): Promise<void> {
  const stream = await files.read(key, null)
  if (stream === null) return
  // The client may disconnect before the file is read completely.
  const stop = () => stream.destroy()
  zip.outputStream.once('close', stop)
  zip.addReadStream(stream, name, { mtime, compress: false })
  await finished(stream)
  zip.outputStream.off('close', stop)
}

type ReadmeContent = { excludesHiddenPicks: boolean; hasTrophy: boolean }

function createReadme(league: string, { excludesHiddenPicks, hasTrophy }: ReadmeContent): string {
  return [
    `This is an archive of the league ${league}, exported from Fieldhouse.`,
    '',
    'csv/     standings, games, picks and the feed, for spreadsheets',
    'tables/  all stored data, as JSON',
    'bytes/   raw provider responses (gzip)',
    'media/   uploaded pictures and videos',
    'owners/  owner pictures',
    ...(hasTrophy ? [`${TROPHY_PATH}  the picture of the trophy`] : []),
    '',
    'To import it into Fieldhouse, use "Import a league" in the admin panel or run',
    '  npm run admin -- import-league FILE',
    'It does not contain passwords, email addresses or cookies.',
    ...(excludesHiddenPicks
      ? ['Picks that the league hides until the cutoff are not included before the cutoff.']
      : []),
    '',
  ].join('\n')
}
