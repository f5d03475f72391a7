import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Context } from '../../../context.ts'
import type { MediaStore } from '../../../media/media-store.ts'
import { readOwnerPicture } from '../../../media/owner-pictures.ts'
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

type ExportContext = Pick<Context, 'db' | 'media' | 'pictures'> & {
  log: { error: (detail: { err: unknown }, message: string) => void }
}

/**
 * Leaves out secrets, passwords, email addresses, and media files that no longer exist. A media file that cannot be
 * read destroys the stream with its error. Rows and responses are stored in temporary files until the stream is closed.
 * `excludesHiddenPicks`: leaves out picks that the league hides until the cutoff.
 */
export async function writeArchive(
  ctx: ExportContext,
  league: { id: number; name: string },
  now: Date,
  { excludesHiddenPicks }: { excludesHiddenPicks: boolean } = { excludesHiddenPicks: true },
): Promise<Readable> {
  const folder = await createStagingFolder(ctx.media.stagingFolder)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const data = await collectLeagueData(ctx.db, league.id, folder, excludesHiddenPicks ? now : null)
    const output = createZip(ctx, league.name, data, excludesHiddenPicks, now)
    output.once(
      'close',
      () => void remove().catch((err: unknown) => ctx.log.error({ err }, 'failed to remove export files')),
    )
    return output
  } catch (error) {
    await remove()
    throw error
  }
}

function createZip(
  { media, pictures }: ExportContext,
  name: string,
  data: LeagueData,
  excludesHiddenPicks: boolean,
  mtime: Date,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  const manifest = JSON.stringify(createManifest(name, data.people, mtime), null, 2)
  zip.addBuffer(Buffer.from(manifest), MANIFEST_PATH, { mtime })
  zip.addBuffer(Buffer.from(createReadme(name, excludesHiddenPicks, data.trophyKey !== null)), README_PATH, {
    mtime,
  })
  for (const { name: entry, path, isCompressed } of data.files)
    zip.addFile(path, entry, { mtime, mode: 0o100644, compress: !isCompressed })
  const addBinaryFiles = async () => {
    for (const [slug, source] of data.pictures) {
      const picture = await readOwnerPicture({ files: media, folder: pictures }, source)
      if (picture !== null) zip.addBuffer(picture, picturePath(slug), { mtime, compress: false })
    }
    if (data.trophyKey !== null) await addStoredFile(zip, media, data.trophyKey, TROPHY_PATH, mtime)
    // One file at a time: a league may have thousands, and each is open while it is read.
    for (const key of data.mediaKeys) await addStoredFile(zip, media, key, mediaPath(key), mtime)
    zip.end()
  }
  addBinaryFiles().catch(fail)
  return output
}

async function addStoredFile(zip: ZipFile, files: MediaStore, key: string, name: string, mtime: Date) {
  const stream = await files.read(key, null)
  if (stream === null) return
  // The client may disconnect before the file is read completely.
  const stop = () => stream.destroy()
  zip.outputStream.once('close', stop)
  zip.addReadStream(stream, name, { mtime, compress: false })
  await finished(stream)
  zip.outputStream.off('close', stop)
}

function createReadme(league: string, excludesHiddenPicks: boolean, hasTrophy: boolean): string {
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
