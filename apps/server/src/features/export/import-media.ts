import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { detectFileKind } from '../../media/file-kind.ts'
import { THUMBNAIL_TYPE, thumbnailKeyOf } from '../../media/media-keys.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { archiveError } from './archive-error.ts'
import { type ArchiveRow, mediaPath } from './archive-format.ts'
import type { Archive } from './read-archive.ts'

/**
 * Stores the media files of an archive under new keys and runs `work` with the updated rows. If either fails,
 * the stored files are removed. A file must match the type and size in its row, because it is served with
 * that type. Throws an ApiError if it does not.
 */
export async function withImportedMedia<Result>(
  files: MediaStore,
  archive: Archive,
  media: readonly ArchiveRow[],
  work: (media: ArchiveRow[]) => Promise<Result>,
): Promise<Result> {
  const folder = join(files.stagingFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const storedKeys: string[] = []
  try {
    const rows: ArchiveRow[] = []
    for (const row of media) {
      const key = randomUUID()
      const archiveKey = String(row['file_key'])
      storedKeys.push(key)
      await storeFile(key, mediaPath(archiveKey), String(row['content_type']), row['size'])
      if (row['grid_size'] !== null)
        await storeFile(
          thumbnailKeyOf(key),
          mediaPath(thumbnailKeyOf(archiveKey)),
          THUMBNAIL_TYPE,
          row['grid_size'],
        )
      rows.push({ ...row, file_key: key })
    }
    return await work(rows)
  } catch (error) {
    for (const key of storedKeys)
      await Promise.allSettled([files.remove(key), files.remove(thumbnailKeyOf(key))])
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }

  /** Skips a file that was already missing when the archive was exported. */
  async function storeFile(
    key: string,
    name: string,
    contentType: string,
    size: ArchiveRow[string] | undefined,
  ) {
    const path = join(folder, key)
    if (!(await archive.extractTo(name, path))) return
    const kind = await detectFileKind(path)
    if (kind?.contentType !== contentType || (await stat(path)).size !== size)
      throw archiveError(`${name} in the archive doesn't match its declared type or size.`)
    await files.put(key, path, contentType)
  }
}
