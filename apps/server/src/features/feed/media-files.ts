import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { GRID_TYPE, gridKeyOf } from '../../media/media-keys.ts'
import { type MediaStore, MediaUnreachableError } from '../../media/media-store.ts'
import type { MediumToAdd } from './medium-store.ts'
import type { PreparedMedium } from './prepare-medium.ts'

/**
 * Keeps the files of media under new keys, and then runs `work`; when either fails, nothing of
 * them stays. A storage that did not answer is not waited for once more.
 */
export async function withKeptFiles<Result>(
  store: MediaStore,
  media: readonly PreparedMedium[],
  log: FastifyBaseLogger,
  work: (kept: MediumToAdd[]) => Promise<Result>,
): Promise<Result> {
  const kept: MediumToAdd[] = []
  try {
    for (const { file, grid, ...medium } of media) {
      const fileKey = randomUUID()
      kept.push({ ...medium, fileKey, gridSize: grid?.size ?? null })
      await store.put(fileKey, file, medium.contentType)
      if (grid !== null) await store.put(gridKeyOf(fileKey), grid.file, GRID_TYPE)
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
    await store.remove(gridKeyOf(fileKey))
    await store.remove(fileKey)
  } catch (error) {
    log.warn({ err: error }, 'the files of a medium could not be removed yet')
  }
}
