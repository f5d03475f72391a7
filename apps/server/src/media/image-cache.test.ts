import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { imageCache } from './image-proxy.ts'

const HOUR_MS = 60 * 60 * 1000
const START = new Date('2026-10-11T18:00:00Z')
const hoursLater = (hours: number) => new Date(START.getTime() + hours * HOUR_MS)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldhouse-images-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const listFiles = async () =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => name.includes('/'))
    .map((name) => name.slice(3))
    .sort()

it('returns what was stored, with the time, also to another process', async () => {
  await imageCache(folder, 1000).write('aa-64', Buffer.from('image'), START)
  const image = await imageCache(folder, 1000).read('aa-64', hoursLater(5))
  expect([image?.bytes.toString(), image?.storedAt]).toEqual(['image', START])
  expect(await imageCache(folder, 1000).read('ab-64', START)).toBeNull()
})

it('keeps the time of storing when an image is read', async () => {
  const cache = imageCache(folder, 1000)
  await cache.write('aa-64', Buffer.from('image'), START)
  await cache.read('aa-64', hoursLater(5))
  expect((await cache.read('aa-64', hoursLater(6)))?.storedAt).toEqual(START)
})

it('removes the images that were not used for the longest time when there are too many', async () => {
  const cache = imageCache(folder, 300)
  const image = Buffer.alloc(100)
  for (const [index, name] of ['aa', 'bb', 'cc'].entries()) await cache.write(name, image, hoursLater(index))
  await cache.read('aa', hoursLater(10))
  await cache.write('dd', image, hoursLater(11))
  expect(await listFiles()).toEqual(['aa', 'cc', 'dd'])
})

it('removes the files of a killed process', async () => {
  await mkdir(join(folder, 'aa'))
  for (const [name, at] of [
    ['old.part', START],
    ['new.part', hoursLater(2)],
  ] as const) {
    await writeFile(join(folder, 'aa', name), 'half')
    await utimes(join(folder, 'aa', name), at, at)
  }
  await imageCache(folder, 1000).write('aa-64', Buffer.from('image'), hoursLater(2))
  expect(await listFiles()).toEqual(['aa-64', 'new.part'])
})
