import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Db } from '../../database/database.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { OwnerPictures } from '../../media/owner-pictures.ts'
import { createManifest, MANIFEST_PATH, mediaPath, picturePath, README_PATH } from './archive-format.ts'
import { collectLeagueData, type LeagueData } from './collect-league-data.ts'

export type ExportOptions = {
  db: Db
  files: MediaStore
  pictures: Pick<OwnerPictures, 'read'>
  /** Told of files that could not be removed when an archive was sent. */
  onCleanupError: (error: unknown) => void
  /** Whether picks that the league hides until the cut-off are left out till then, as from every answer. */
  excludesHiddenPicks: boolean
  now: () => Date
}

/**
 * The archive of a league as a zip: its rows as they are at this moment, the raw answers, the
 * media, the owners' pictures, and tables for people. What of it is a secret stays here, and so do
 * passwords and email addresses. A medium whose file is gone is left out; one that cannot be read
 * ends the stream with its error. Rows and answers lie on the disk until the stream is closed.
 */
export async function exportLeague(
  options: ExportOptions,
  league: { id: number; name: string },
): Promise<Readable> {
  const folder = join(options.files.stagingFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const hiddenAt = options.excludesHiddenPicks ? options.now() : null
    const gathered = await collectLeagueData(options.db, league.id, folder, hiddenAt)
    const output = createZip(options, league.name, gathered)
    output.once('close', () => void remove().catch(options.onCleanupError))
    return output
  } catch (error) {
    await remove()
    throw error
  }
}

function createZip(options: ExportOptions, name: string, gathered: LeagueData): Readable {
  const { files, pictures, excludesHiddenPicks, now } = options
  const zip = new ZipFile()
  const mtime = now()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  const manifest = JSON.stringify(createManifest(name, gathered.people, mtime), null, 2)
  zip.addBuffer(Buffer.from(manifest), MANIFEST_PATH, { mtime })
  zip.addBuffer(Buffer.from(createReadme(name, excludesHiddenPicks)), README_PATH, { mtime })
  for (const { name: entry, path, isCompressed } of gathered.files)
    zip.addFile(path, entry, { mtime, mode: 0o100644, compress: !isCompressed })
  const addRest = async () => {
    await addPictures(zip, pictures, gathered, mtime)
    await addMedia(zip, files, gathered, mtime)
    zip.end()
  }
  addRest().catch(fail)
  return output
}

async function addPictures(
  zip: ZipFile,
  pictures: ExportOptions['pictures'],
  { ownerSlugs }: LeagueData,
  mtime: Date,
): Promise<void> {
  for (const slug of ownerSlugs) {
    const picture = await pictures.read(slug)
    if (picture !== null) zip.addBuffer(picture, picturePath(slug), { mtime, compress: false })
  }
}

/** One file after the other: a league may have thousands, and each is open while it is read. */
async function addMedia(
  zip: ZipFile,
  files: MediaStore,
  { mediaKeys }: LeagueData,
  mtime: Date,
): Promise<void> {
  for (const key of mediaKeys) {
    const stream = await files.read(key, null)
    if (stream === null) continue
    // Whoever reads the archive may go away.
    const stop = () => stream.destroy()
    zip.outputStream.once('close', stop)
    zip.addReadStream(stream, mediaPath(key), { mtime, compress: false })
    await finished(stream)
    zip.outputStream.off('close', stop)
  }
}

function createReadme(league: string, leavesOutHiddenPicks: boolean): string {
  return [
    `This is the league ${league}, as Fieldhouse keeps it.`,
    '',
    'csv/     standings, games, picks and the feed, for spreadsheets',
    'tables/  everything that is stored, as JSON',
    'bytes/   what the provider answered, as it came (gzip)',
    'media/   uploaded pictures and videos',
    'owners/  the pictures of owners',
    '',
    'A Fieldhouse reads it with "Import a league" in the admin panel, or with',
    '  npm run admin -- import-league FILE',
    'Passwords, email addresses and cookies are not in it.',
    ...(leavesOutHiddenPicks ? ['Nor are picks that the league hides until the cut-off, before that.'] : []),
    '',
  ].join('\n')
}
