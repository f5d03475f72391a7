import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import {
  type MediaStore,
  MediaUnreachableError,
  THUMBNAIL_TYPE,
  thumbnailKeyOf,
} from '../../../media/media-store.ts'
import type { NewMediaItem } from './media-item-store.ts'
import type { PreparedMedia } from './uploads.ts'

/**
 * Stores the media files under new keys, then runs `work`. When either fails, the stored files are
 * removed. After a `MediaUnreachableError` the removal is not awaited, because the storage would time
 * out a second time.
 */
export async function withStoredFiles<Result>(
  store: MediaStore,
  media: readonly PreparedMedia[],
  log: FastifyBaseLogger,
  work: (stored: NewMediaItem[]) => Promise<Result>,
): Promise<Result> {
  const stored: NewMediaItem[] = []
  try {
    for (const { file, grid, ...details } of media) {
      const fileKey = randomUUID()
      stored.push({ ...details, fileKey, gridSize: grid?.size ?? null })
      await store.put(fileKey, file, details.contentType)
      if (grid !== null) await store.put(thumbnailKeyOf(fileKey), grid.file, THUMBNAIL_TYPE)
    }
    return await work(stored)
  } catch (error) {
    const removal = removeFiles(
      store,
      stored.map(({ fileKey }) => fileKey),
      log,
    )
    if (!(error instanceof MediaUnreachableError)) await removal
    throw error
  }
}

/** Removes files with their thumbnails. The daily cleanup job removes files that this fails to remove. */
export async function removeFiles(
  store: MediaStore,
  fileKeys: readonly string[],
  log: FastifyBaseLogger,
): Promise<void> {
  const remove = async (fileKey: string) => {
    try {
      await store.remove(thumbnailKeyOf(fileKey))
      await store.remove(fileKey)
    } catch (error) {
      log.warn({ err: error }, 'failed to remove media files')
    }
  }
  await Promise.all(fileKeys.map(remove))
}
