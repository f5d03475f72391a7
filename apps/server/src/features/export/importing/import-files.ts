import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchiveRow } from '../../../database/portability/league-rows.ts'
import { detectFileKind } from '../../../media/file-kind.ts'
import { ImageError } from '../../../media/image-errors.ts'
import { type MediaStore, THUMBNAIL_TYPE, thumbnailKeyOf } from '../../../media/media-store.ts'
import { isValidPictureSlug, storePictureFile } from '../../../media/owner-pictures.ts'
import { createStagingFolder } from '../../../media/staging.ts'
import { OWNER_PICTURE_SIDE, TROPHY_PICTURE_SIDE, toSmallJpeg } from '../../../media/to-small-jpeg.ts'
import { removeVideoMetadata } from '../../../media/video/remove-video-metadata.ts'
import { archiveError, mediaPath, PICTURE_PATH, picturePath, TROPHY_PATH } from '../archive-format.ts'
import type { Archive } from './read-archive.ts'

/** More than any league has owners. */
const MAX_PICTURES = 2000

/**
 * Re-encodes and stores the media files of an archive under new keys and runs `work` with the updated rows. If either fails,
 * the stored files are removed. A file must match the type and size in its row, because it is served with
 * that type. Throws an ImportRejection if it does not.
 */
export async function withImportedMedia<Result>(
  files: MediaStore,
  archive: Archive,
  { media, maxFileMb }: { media: readonly ArchiveRow[]; maxFileMb: number },
  work: (media: ArchiveRow[]) => Promise<Result>,
): Promise<Result> {
  const folder = await createStagingFolder(files.stagingFolder)
  const storedKeys: string[] = []
  try {
    const rows: ArchiveRow[] = []
    for (const row of media) {
      const key = randomUUID()
      storedKeys.push(key)
      rows.push({ ...row, ...(await storeMedia(key, row)), file_key: key })
    }
    return await work(rows)
  } catch (error) {
    for (const key of storedKeys)
      await Promise.allSettled([files.remove(key), files.remove(thumbnailKeyOf(key))])
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }

  /**
   * Removes location and camera data, like those of an upload, and returns the changed columns. Skips a file that was
   * already missing when the archive was exported.
   */
  async function storeMedia(key: string, row: ArchiveRow): Promise<ArchiveRow> {
    const name = mediaPath(String(row['file_key']))
    const contentType = String(row['content_type'])
    const path = join(folder, key)
    if (!(await archive.extractTo(name, path))) return {}
    const { size } = await stat(path)
    if (size > maxFileMb * 1024 ** 2) {
      throw archiveError(
        `${name} in the archive is larger than uploads to this server may be (${maxFileMb} MB). Ask the operator to raise MAX_UPLOAD_MB.`,
      )
    }
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
}

async function reencodeImage(name: string, path: string, contentType: string) {
  // Loaded on demand: the image library takes tens of megabytes, and many servers never import an image.
  const { sanitizeImage } = await import('../../../media/sanitize-image.ts')
  return sanitizeImage(path, contentType).catch((error: unknown) => {
    if (!(error instanceof ImageError)) throw error
    throw archiveError(`${name} in the archive isn't a valid picture.`, error)
  })
}

/**
 * Re-encodes and stores the owner pictures of an archive, then runs `work` with the stored files by slug, which
 * returns the slugs of the league's owners. Pictures of anyone else are removed again, and all of them if `work`
 * fails. Throws an ImportRejection for a file that is not a picture.
 */
export async function withImportedPictures<Result extends { ownerSlugs: readonly string[] }>(
  files: MediaStore,
  archive: Archive,
  work: (pictureKeys: ReadonlyMap<string, string>) => Promise<Result>,
): Promise<Result> {
  const keys = new Map<string, string>()
  const removePictures = (isRemoved: (slug: string) => boolean) =>
    Promise.allSettled([...keys].flatMap(([slug, key]) => (isRemoved(slug) ? [files.remove(key)] : [])))
  try {
    for (const slug of pictureSlugs(archive))
      keys.set(slug, await storePicture(files, archive, picturePath(slug), OWNER_PICTURE_SIDE))
    const result = await work(keys)
    await removePictures((slug) => !result.ownerSlugs.includes(slug))
    return result
  } catch (error) {
    await removePictures(() => true)
    throw error
  }
}

/**
 * Re-encodes and stores the trophy picture of an archive under a new key and runs `work` with the updated rows. Leaves out
 * a picture that was already missing when the archive was exported. If `work` fails, the stored file is removed. Throws
 * an ImportRejection for a file that is not a picture.
 */
export async function withImportedTrophy<Result>(
  files: MediaStore,
  archive: Archive,
  trophies: readonly ArchiveRow[],
  work: (trophies: ArchiveRow[]) => Promise<Result>,
): Promise<Result> {
  const rows: ArchiveRow[] = []
  try {
    for (const row of archive.names.has(TROPHY_PATH) ? trophies : [])
      rows.push({ ...row, file_key: await storePicture(files, archive, TROPHY_PATH, TROPHY_PICTURE_SIDE) })
    return await work(rows)
  } catch (error) {
    await Promise.allSettled(rows.map((row) => files.remove(String(row['file_key']))))
    throw error
  }
}

function pictureSlugs({ names }: Archive): string[] {
  const slugs = [...names].flatMap((name) => PICTURE_PATH.exec(name)?.[1] ?? [])
  if (slugs.length > MAX_PICTURES) throw archiveError('The archive is too large to import.')
  return slugs.filter(isValidPictureSlug)
}

/** Re-encodes and stores a picture of an archive. Returns its key. Throws an ImportRejection if it is not a picture. */
async function storePicture(
  files: MediaStore,
  archive: Archive,
  name: string,
  maxSide: number,
): Promise<string> {
  const bytes = (await archive.readBytes(name)) ?? new Uint8Array()
  try {
    return await storePictureFile(files, await toSmallJpeg(bytes, maxSide))
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw archiveError(`${name} in the archive isn't a valid picture.`, error)
  }
}
