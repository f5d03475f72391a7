import { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { type MediaStore, MediaUnreachableError } from '../../media/media-store.ts'
import { type PreparedMedia, withStoredFiles } from './media.ts'

const PHOTO: PreparedMedia = {
  kind: 'image',
  content_type: 'image/png',
  width: 1,
  height: 1,
  file: 'photo',
  size: 10,
  grid_size: null,
  gridFile: null,
}

function neverResolves(): Promise<void> {
  return new Promise<void>(() => undefined)
}

/** A storage whose `put` fails with the error. */
function createFailingStore(error: Error, remove: MediaStore['remove']): MediaStore {
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
  withStoredFiles(store, [PHOTO], pino({ level: 'silent' }), async () => 'stored')

it('does not wait for the removal when the storage is unreachable', async () => {
  const unreachable = new MediaUnreachableError('unreachable')
  const store = createFailingStore(unreachable, neverResolves)
  await expect(storeIn(store)).rejects.toBe(unreachable)
})

it('removes the stored files before it rejects with another error', async () => {
  const diskFull = new Error('disk full')
  const removed: string[] = []
  const store = createFailingStore(diskFull, async (key) => void removed.push(key))
  await expect(storeIn(store)).rejects.toBe(diskFull)
  expect(removed).toHaveLength(2)
})
