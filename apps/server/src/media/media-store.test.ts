import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IS_NET } from '../testing/is-net.ts'
import { STORAGE_CREDENTIALS, startObjectStorage } from '../testing/object-storage.ts'
import { createMediaStore } from './file-store.ts'
import { type MediaStore, MediaUnreachableError } from './media-store.ts'
import { s3Store } from './s3-store.ts'

let folder: string
let close: () => Promise<unknown>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldhouse-store-'))
  close = async () => undefined
})
afterEach(async () => {
  await close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

async function createObjectStorage(): Promise<MediaStore> {
  const storage = await startObjectStorage(join(folder, 'buckets'), 'league')
  close = storage.close
  for (const [name, value] of Object.entries(STORAGE_CREDENTIALS)) vi.stubEnv(name, value)
  return createMediaStore({
    dataDir: folder,
    MEDIA_URL: 's3://league/media/two',
    S3_ENDPOINT: storage.endpoint,
    AWS_REGION: 'us-east-1',
  })
}

const createFolderStorage = (MEDIA_URL?: string) =>
  createMediaStore({ dataDir: folder, MEDIA_URL, S3_ENDPOINT: undefined, AWS_REGION: 'us-east-1' })

async function put(store: MediaStore, key: string, content: string | Uint8Array): Promise<void> {
  mkdirSync(store.stagingFolder, { recursive: true })
  const file = join(store.stagingFolder, key)
  writeFileSync(file, content)
  await store.put(key, file, 'video/mp4')
}

async function listKeys(store: MediaStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key, storedAt } of store.list()) {
    expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(60_000)
    keys.push(key)
  }
  return keys.sort()
}

async function readText(store: MediaStore, key: string, range: [number, number] | null = null) {
  const stream = await store.read(key, range === null ? null : { first: range[0], last: range[1] })
  return stream === null ? null : (await buffer(stream)).toString()
}

describe.each([
  ['a folder', () => createFolderStorage()],
  ['object storage', createObjectStorage],
])('media in %s', (_, createStore) => {
  it('reads files completely and in ranges until they are removed', async () => {
    const store = await createStore()
    expect(await listKeys(store)).toEqual([])
    await put(store, 'abc-1', 'touchdown')
    await put(store, 'xyz-2', 'fumble')
    expect(await readText(store, 'abc-1')).toBe('touchdown')
    expect(await readText(store, 'abc-1', [5, 8])).toBe('down')
    expect(await readText(store, 'abc-1', [0, 1])).toBe('to')
    expect(await listKeys(store)).toEqual(['abc-1', 'xyz-2'])
    await store.remove('abc-1')
    await store.remove('abc-1')
    expect(await listKeys(store)).toEqual(['xyz-2'])
    expect(await readText(store, 'abc-1')).toBe(null)
    expect(await readText(store, 'abc-1', [0, 1])).toBe(null)
  })

  it.runIf(IS_NET)('stores files larger than one part of an upload', async () => {
    const store = await createStore()
    const large = Uint8Array.from({ length: 9 * 1024 * 1024 }, (_unused, index) => index % 253)
    await put(store, 'large', large)
    const stream = await store.read('large', null)
    expect(stream === null ? null : (await buffer(stream)).equals(large)).toBe(true)
  })
})

describe('object storage', () => {
  it('throws a MediaUnreachableError when the storage is down', async () => {
    const store = await createObjectStorage()
    await put(store, 'here', 'here')
    await close()
    close = async () => undefined
    mkdirSync(store.stagingFolder, { recursive: true })
    const operations = [
      () => put(store, 'new', 'new'),
      () => store.read('here', null),
      () => store.remove('here'),
      () => listKeys(store),
    ]
    for (const operation of operations)
      await expect(operation()).rejects.toBeInstanceOf(MediaUnreachableError)
  })
})

describe('object storage that accepts connections but never responds', () => {
  it('times out with a MediaUnreachableError', async () => {
    const sockets: Socket[] = []
    const silentServer = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silentServer, 'listening')
    close = async () => {
      for (const socket of sockets) socket.destroy()
      silentServer.close()
    }
    for (const [name, value] of Object.entries(STORAGE_CREDENTIALS)) vi.stubEnv(name, value)
    const { port } = silentServer.address() as AddressInfo
    const bucket = {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'league',
      prefix: '',
      region: 'us-east-1',
      setting: 'MEDIA_URL' as const,
    }
    const store = s3Store({ ...bucket, stagingFolder: join(folder, 'incoming') }, 50)
    const operations = [() => put(store, 'new', 'new'), () => store.read('here', null), () => listKeys(store)]
    for (const operation of operations)
      await expect(operation()).rejects.toBeInstanceOf(MediaUnreachableError)
  })
})

describe('MEDIA_URL', () => {
  it.each([
    ['file:%s/pictures', 'pictures'],
    ['file://%s/with%20space', 'with space'],
    [undefined, 'media'],
  ])('stores media in a folder for %s', async (url, name) => {
    await put(await createFolderStorage(url?.replace('%s', folder)), 'key', 'x')
    expect(readdirSync(join(folder, name))).toContain('ke')
  })
})
