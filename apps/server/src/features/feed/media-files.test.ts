import { Readable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { type MediaStore, MediaUnreachableError } from '../../media/media-store.ts'
import { withKeptFiles } from './media-files.ts'
import type { PreparedMedium } from './prepare-medium.ts'

const PHOTO = { kind: 'photo', file: 'photo', contentType: 'image/png', size: 10, grid: null }

/** A storage that keeps nothing and fails with the error. */
function failing(error: Error, remove: MediaStore['remove']): MediaStore {
  return {
    incoming: '/nowhere',
    put: () => Promise.reject(error),
    read: async () => Readable.from([]),
    remove,
    async *list() {},
  }
}

const keepIn = (store: MediaStore) =>
  withKeptFiles(store, [PHOTO as unknown as PreparedMedium], { warn: vi.fn() } as never, async () => 'kept')

it('does not wait once more for a storage that does not answer', async () => {
  const isGone = new MediaUnreachableError('gone')
  const store = failing(isGone, () => new Promise(() => undefined))
  await expect(keepIn(store)).rejects.toBe(isGone)
})

it('has removed what was kept before it tells of another failure', async () => {
  const isFull = new Error('full')
  const removed: string[] = []
  const store = failing(isFull, async (key) => void removed.push(key))
  await expect(keepIn(store)).rejects.toBe(isFull)
  expect(removed).toHaveLength(2)
})
