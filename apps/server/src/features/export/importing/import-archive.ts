import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword } from '../../../auth/passwords.ts'
import type { Context } from '../../../context.ts'
import { newToken } from '../../../crypto/crypto.ts'
import type { ArchiveRow } from '../../../database/portability/league-rows.ts'
import { parseLeagueName } from '../../../ingestion/league-fields.ts'
import { detectFileKind, ImageError } from '../../../media/file-kind.ts'
import { createStagingFolder } from '../../../media/file-store.ts'
import { type MediaStore, THUMBNAIL_TYPE, thumbnailKeyOf } from '../../../media/media-store.ts'
import {
  isValidPictureSlug,
  OWNER_PICTURE_SIDE,
  storePictureFile,
  TROPHY_PICTURE_SIDE,
  toSmallJpeg,
} from '../../../media/owner-pictures.ts'
import { removeVideoMetadata } from '../../../media/video-metadata.ts'
import type { Actor } from '../../../repositories/audit.ts'
import {
  ARCHIVE_DAMAGED,
  archiveError,
  mediaPath,
  PICTURE_PATH,
  picturePath,
  TROPHY_PATH,
} from '../archive-format.ts'
import { type Archive, validateRows, withArchive } from './read-archive.ts'
import { withSeasonDocuments, withSeasonTables } from './season-tables.ts'
import { listTables, rejectTakenName, storeImport } from './store-import.ts'

/**
 * Completely or not at all. A `name` of null keeps the league's name. `actor` is null for the command line. Throws an
 * ApiError if the name is taken, or if the archive is damaged, from a newer release, or contains data that this
 * release would not have written.
 */
export async function importArchive(
  { db, media: files, settings, now }: Pick<Context, 'db' | 'media' | 'settings' | 'now'>,
  archiveFile: string,
  name: string | null,
  actor: (Actor & { isAdmin: boolean }) | null,
): Promise<{ league: string; matched: string[]; created: string[] }> {
  return withArchive(archiveFile, async (archive) => {
    const tables = await listTables(db)
    const rows = withSeasonDocuments(await validateRows(archive, withSeasonTables(tables)))
    if (rows.get('leagues')?.length !== 1) throw archiveError(ARCHIVE_DAMAGED)
    const league = parseLeagueName(name ?? archive.manifest.name)
    // Check the name before unpacking files, because a taken name is the most common error.
    await rejectTakenName(db, league)
    // New accounts need a password reset first.
    const passwordHash = await hashPassword(newToken())
    const { matched, created } = await withImportedFiles(
      files,
      archive,
      settings.MAX_UPLOAD_MB,
      rows,
      ({ media, trophies, pictureKeys }) =>
        storeImport(db, {
          archive,
          tables,
          rows: new Map([...rows, ['feed_media', media], ['trophy_pictures', trophies]]),
          league,
          pictureKeys,
          passwordHash,
          actor,
          now: now(),
        }),
    )
    return { league, matched, created }
  })
}

/** More than any league has owners. */
const MAX_PICTURES = 2000

type Target = { files: MediaStore; archive: Archive; maxFileMb: number; folder: string }

/**
 * Re-encodes and stores the files of an archive under new keys, then runs `work` with them, which returns the slugs of
 * the league's owners. Pictures of anyone else are removed again, and all stored files if `work` fails. A media file
 * must match the type and size in its row, because it is served with that type. Throws an ApiError if it does
 * not, and for a picture that is none. A file that was already missing when the archive was exported is skipped.
 */
async function withImportedFiles<Result extends { ownerSlugs: readonly string[] }>(
  files: MediaStore,
  archive: Archive,
  maxFileMb: number,
  rows: ReadonlyMap<string, readonly ArchiveRow[]>,
  work: (imported: {
    media: ArchiveRow[]
    trophies: ArchiveRow[]
    /** By the slug of their owner. */
    pictureKeys: ReadonlyMap<string, string>
  }) => Promise<Result>,
): Promise<Result> {
  const folder = await createStagingFolder(files.stagingFolder)
  const target = { files, archive, maxFileMb, folder }
  const mediaKeys: string[] = []
  const pictures = new Map<string, string>()
  const trophies: ArchiveRow[] = []
  try {
    for (const slug of pictureSlugs(archive))
      pictures.set(slug, await storePicture(target, picturePath(slug), OWNER_PICTURE_SIDE))
    const media: ArchiveRow[] = []
    for (const row of rows.get('feed_media') ?? []) {
      const key = randomUUID()
      mediaKeys.push(key)
      media.push({ ...row, ...(await storeMedia(target, key, row)), file_key: key })
    }
    for (const row of archive.names.has(TROPHY_PATH) ? (rows.get('trophy_pictures') ?? []) : [])
      trophies.push({ ...row, file_key: await storePicture(target, TROPHY_PATH, TROPHY_PICTURE_SIDE) })
    const result = await work({ media, trophies, pictureKeys: pictures })
    const unused = [...pictures].filter(([slug]) => !result.ownerSlugs.includes(slug))
    await Promise.allSettled(unused.map(([, key]) => files.remove(key)))
    return result
  } catch (error) {
    const keys = [
      ...pictures.values(),
      ...mediaKeys.flatMap((key) => [key, thumbnailKeyOf(key)]),
      ...trophies.map((row) => String(row['file_key'])),
    ]
    // One after the other: a league may have thousands.
    for (const key of keys) await Promise.allSettled([files.remove(key)])
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Removes location and camera data, like those of an upload, and returns the changed columns. Skips a file that was
 * already missing when the archive was exported.
 */
async function storeMedia({ files, archive, maxFileMb, folder }: Target, key: string, row: ArchiveRow) {
  const name = mediaPath(String(row['file_key']))
  const contentType = String(row['content_type'])
  const path = join(folder, key)
  if (!(await archive.extractTo(name, path))) return {}
  const { size } = await stat(path)
  if (size > maxFileMb * 1024 ** 2)
    throw archiveError(
      `${name} in the archive is larger than uploads to this server may be (${maxFileMb} MB). Ask the operator to raise MAX_UPLOAD_MB.`,
    )
  const kind = await detectFileKind(path)
  if (kind?.contentType !== contentType || size !== row['size'])
    throw archiveError(`${name} in the archive doesn't match its declared type or size.`)
  if (kind.kind === 'video') {
    await removeVideoMetadata(path, contentType)
    await files.put(key, path, contentType)
    return { grid_size: null }
  }
  const { full, thumbnail, width, height } = await reencodeImage(name, path, contentType)
  await writeFile(path, full)
  await files.put(key, path, contentType)
  const gridKey = thumbnailKeyOf(key)
  await writeFile(join(folder, gridKey), thumbnail, { mode: 0o600 })
  await files.put(gridKey, join(folder, gridKey), THUMBNAIL_TYPE)
  return { size: full.length, grid_size: thumbnail.length, width, height }
}

async function reencodeImage(name: string, path: string, contentType: string) {
  // Loaded on demand: the image library takes tens of megabytes, and many servers never import an image.
  const { sanitizeImage } = await import('../../../media/sanitize-image.ts')
  return sanitizeImage(path, contentType).catch((error: unknown) => {
    if (!(error instanceof ImageError)) throw error
    throw archiveError(`${name} in the archive isn't a valid picture.`, error)
  })
}

function pictureSlugs({ names }: Archive): string[] {
  const slugs = [...names].flatMap((name) => PICTURE_PATH.exec(name)?.[1] ?? [])
  if (slugs.length > MAX_PICTURES) throw archiveError('The archive is too large to import.')
  return slugs.filter(isValidPictureSlug)
}

/** Re-encodes and stores a picture of an archive. Returns its key. Throws an ApiError if it is not a picture. */
async function storePicture({ files, archive }: Target, name: string, maxSide: number): Promise<string> {
  const bytes = (await archive.readBytes(name)) ?? new Uint8Array()
  try {
    return await storePictureFile(files, await toSmallJpeg(bytes, maxSide))
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw archiveError(`${name} in the archive isn't a valid picture.`, error)
  }
}
