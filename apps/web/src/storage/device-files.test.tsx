import { beforeEach, expect, it, vi } from 'vitest'
import { clearUserStorage } from './browser-storage.ts'
import { deleteFiles, deleteOtherFiles, readFile, storeFile } from './device-files.ts'

beforeEach(() => deleteOtherFiles(() => false))

const buildFile = (name: string, size = 3) => new File(['x'.repeat(size)], name, { type: 'image/png' })

it('stores a file with its name, type and bytes until it is deleted', async () => {
  expect(await storeFile('a', buildFile('one.png'))).toBe(true)
  const file = await readFile('a')
  expect([file?.name, file?.type, await file?.text()]).toEqual(['one.png', 'image/png', 'xxx'])
  await deleteFiles(['a', 'unknown'])
  expect(await readFile('a')).toBe(null)
})

it('refuses a file that would pass the limit together with the others, and keeps those', async () => {
  expect(await storeFile('a', buildFile('one.png', 6), 10)).toBe(true)
  expect(await storeFile('b', buildFile('two.png', 5), 10)).toBe(false)
  expect(await storeFile('c', buildFile('three.png', 4), 10)).toBe(true)
  expect(await Promise.all(['a', 'b', 'c'].map(async (key) => (await readFile(key))?.size))).toEqual([
    6,
    undefined,
    4,
  ])
})

it('never passes the limit with files that are stored at the same time', async () => {
  const stored = await Promise.all(['a', 'b', 'c'].map((key) => storeFile(key, buildFile(key, 4), 10)))
  expect(stored.filter(Boolean)).toHaveLength(2)
})

it('returns false when the browser has no room or blocks storage', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await storeFile('a', buildFile('one.png'))).toBe(false)
  vi.restoreAllMocks()
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect([await storeFile('a', buildFile('one.png')), await readFile('a')]).toEqual([false, null])
})

it('deletes all files at sign-out', async () => {
  await storeFile('a', buildFile('one.png'))
  clearUserStorage(localStorage)
  expect(await readFile('a')).toBe(null)
})
