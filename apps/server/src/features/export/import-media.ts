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
 * Keeps the files of an archive's media under new keys, and runs `work` with the rows under those
 * keys; when either fails, no file stays. A file must be what its row says that it is, because it is
 * served as that. Throws an ApiError for one that is not.
 */
export async function withImportedMedia<Result>(
  files: MediaStore,
  archive: Archive,
  media: readonly ArchiveRow[],
  work: (media: ArchiveRow[]) => Promise<Result>,
): Promise<Result> {
  const folder = join(files.stagingFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const kept: string[] = []
  try {
    const rows: ArchiveRow[] = []
    for (const row of media) {
      const key = randomUUID()
      const before = String(row['file_key'])
      kept.push(key)
      await storeFile(key, mediaPath(before), String(row['content_type']), row['size'])
      if (row['grid_size'] !== null)
        await storeFile(
          thumbnailKeyOf(key),
          mediaPath(thumbnailKeyOf(before)),
          THUMBNAIL_TYPE,
          row['grid_size'],
        )
      rows.push({ ...row, file_key: key })
    }
    return await work(rows)
  } catch (error) {
    for (const key of kept) await Promise.allSettled([files.remove(key), files.remove(thumbnailKeyOf(key))])
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }

  /** A file that was gone already when the archive was made is gone here too. */
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
      throw archiveError(`${name} in the archive is not what it is said to be.`)
    await files.put(key, path, contentType)
  }
}
