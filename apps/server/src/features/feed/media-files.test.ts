import { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { type MediaStore, MediaUnreachableError } from '../../media/media-store.ts'
import { withStoredFiles } from './media-files.ts'
import type { PreparedMedia } from './prepare-media.ts'

const PHOTO: PreparedMedia = {
  kind: 'image',
  contentType: 'image/png',
  width: 1,
  height: 1,
  file: 'photo',
  size: 10,
  grid: null,
}

/** An answer that never comes. */
function neverResolves(): Promise<void> {
  return new Promise<void>(() => undefined)
}

/** A storage that keeps nothing and fails with the error. */
function failingStorage(error: Error, remove: MediaStore['remove']): MediaStore {
  return {
    stagingFolder: '/nowhere',
    async put() {
      throw error
    },
    read: async () => Readable.from([]),
    remove,
    async *list() {},
  }
}

const storeIn = (store: MediaStore) =>
  withStoredFiles(store, [PHOTO], pino({ level: 'silent' }), async () => 'kept')

it('does not wait once more for a storage that does not answer', async () => {
  const isGone = new MediaUnreachableError('gone')
  const store = failingStorage(isGone, neverResolves)
  await expect(storeIn(store)).rejects.toBe(isGone)
})

it('has removed what was kept before it tells of another failure', async () => {
  const isFull = new Error('full')
  const removed: string[] = []
  const store = failingStorage(isFull, async (key) => void removed.push(key))
  await expect(storeIn(store)).rejects.toBe(isFull)
  expect(removed).toHaveLength(2)
})
