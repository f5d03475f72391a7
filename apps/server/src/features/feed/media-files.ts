import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { THUMBNAIL_TYPE, thumbnailKeyOf } from '../../media/media-keys.ts'
import { type MediaStore, MediaUnreachableError } from '../../media/media-store.ts'
import type { NewMediaItem } from './media-item-store.ts'
import type { PreparedMedia } from './prepare-media.ts'

/**
 * Keeps the files of media under new keys, and then runs `work`; when either fails, nothing of
 * them stays. A storage that did not answer is not waited for once more.
 */
export async function withStoredFiles<Result>(
  store: MediaStore,
  media: readonly PreparedMedia[],
  log: FastifyBaseLogger,
  work: (kept: NewMediaItem[]) => Promise<Result>,
): Promise<Result> {
  const kept: NewMediaItem[] = []
  try {
    for (const { file, grid, ...medium } of media) {
      const fileKey = randomUUID()
      kept.push({ ...medium, fileKey, gridSize: grid?.size ?? null })
      await store.put(fileKey, file, medium.contentType)
      if (grid !== null) await store.put(thumbnailKeyOf(fileKey), grid.file, THUMBNAIL_TYPE)
    }
    return await work(kept)
  } catch (error) {
    const removed = Promise.all(kept.map(({ fileKey }) => removeFiles(store, fileKey, log)))
    if (!(error instanceof MediaUnreachableError)) await removed
    throw error
  }
}

/** Removes the files of a medium. What stays behind is found and removed by the daily clean-up. */
export async function removeFiles(store: MediaStore, fileKey: string, log: FastifyBaseLogger): Promise<void> {
  try {
    await store.remove(thumbnailKeyOf(fileKey))
    await store.remove(fileKey)
  } catch (error) {
    log.warn({ err: error }, 'the files of a medium could not be removed yet')
  }
}
