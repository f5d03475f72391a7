import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMediaStore, fileStore } from '../media/file-store.ts'
import type { MediaStore } from '../media/media-store.ts'
import { ownerPictures, ownerPicturesFolder } from '../media/owner-pictures.ts'
import { createPhoto, createVideo } from '../testing/media-files.ts'
import { postFiles } from '../testing/multipart-form.ts'
import { STORAGE_CREDENTIALS, startObjectStorage } from '../testing/object-storage.ts'
import { createSocialLeague } from '../testing/social-league-fixture.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const SOCIAL = '/api/league/Harbour/social/'
/** Larger than one part of an upload to object storage. */
const LONG_VIDEO = Buffer.concat([
  createVideo('mp4'),
  Buffer.alloc(6 * 1024 * 1024, 'and the crowd goes wild '),
])

const cleanUps: (() => unknown)[] = []
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldhouse-storages-'))
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

async function createBucket(): Promise<MediaStore> {
  const { endpoint, close } = await startObjectStorage(join(folder, 'buckets'), 'league')
  cleanUps.push(close)
  for (const [name, value] of Object.entries(STORAGE_CREDENTIALS)) vi.stubEnv(name, value)
  return createMediaStore({
    dataDir: folder,
    MEDIA_URL: 's3://league/media',
    S3_ENDPOINT: endpoint,
    AWS_REGION: 'us-east-1',
  })
}

/** A server and its media storage. */
type TestServer = { testApp: TestApp; media: MediaStore }

const storesOf = ({ testApp, media }: TestServer) => ({
  db: testApp.db,
  media,
  pictures: ownerPictures(ownerPicturesFolder(testApp.dataDir)),
})

async function createLeagueOnDisk(video = createVideo('mp4')) {
  const { testApp, clients } = await createSocialLeague({ MAX_UPLOAD_MB: 10 })
  cleanUps.push(testApp.close)
  const uploaded = await postFiles(clients.player, `${SOCIAL}media/`, [
    { name: 'us.jpg', content: await createPhoto() },
    { name: 'catch.mp4', content: video },
  ])
  const trophy = await postFiles(clients.boss, '/api/league/Harbour/trophy/', [
    { name: 'cup.jpg', field: 'file', content: await createPhoto() },
  ])
  expect([uploaded.status, trophy.status]).toEqual([200, 200])
  const cookies = Object.fromEntries(clients.player.cookies)
  return { server: { testApp, media: fileStore(testApp.mediaFolder) }, cookies }
}

async function startEmptyServer(bucket?: MediaStore): Promise<TestServer> {
  const testApp = await startApp({}, bucket === undefined ? {} : { media: bucket })
  cleanUps.push(testApp.close)
  return { testApp, media: bucket ?? fileStore(testApp.mediaFolder) }
}

async function moveData(from: TestServer, to: TestServer): Promise<TestServer> {
  const file = join(folder, 'backup.zip')
  const options = { secretKey: 'a secret key of at least 32 bytes', release: '1.2.3', now: () => new Date(0) }
  const manifest = await writeBackup(file, { ...storesOf(from), ...options })
  expect(manifest).toMatchObject({ media: { length: 4 }, missing: [] })
  await restoreBackup(file, { ...storesOf(to), workFolder: join(to.testApp.dataDir, 'restoring') })
  return to
}

/** What a member's browser receives: complete files, a thumbnail, and a range of the video. */
async function readMedia({ testApp }: TestServer, cookies: Record<string, string>) {
  const requests: [string, Record<string, string>][] = [
    [`${SOCIAL}media/1/file`, {}],
    [`${SOCIAL}media/1/file?size=grid`, {}],
    [`${SOCIAL}media/2/file`, {}],
    [`${SOCIAL}media/2/file`, { range: 'bytes=5242870-5242890' }],
    ['/api/league/Harbour/trophy/', {}],
  ]
  return Promise.all(
    requests.map(async ([url, headers]) => {
      const response = await testApp.app.inject({ url, cookies, headers })
      const { 'content-type': type, 'content-length': length } = response.headers
      const sha256 = createHash('sha256').update(response.rawPayload).digest('hex')
      return { status: response.statusCode, type, length, sha256 }
    }),
  )
}

const listKeys = async (store: MediaStore) => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}

it('moves media from disk to object storage and back without changes', async () => {
  const { server: disk, cookies } = await createLeagueOnDisk(LONG_VIDEO)
  const before = await readMedia(disk, cookies)
  expect(before).toMatchObject([
    { status: 200, type: 'image/jpeg' },
    { status: 200, type: 'image/webp' },
    { status: 200, type: 'video/mp4', length: String(LONG_VIDEO.length) },
    { status: 206, type: 'video/mp4', length: '21' },
    { status: 200, type: 'image/jpeg' },
  ])

  const cloud = await moveData(disk, await startEmptyServer(await createBucket()))
  expect(await readMedia(cloud, cookies)).toEqual(before)
  expect(await listKeys(cloud.media)).toEqual(await listKeys(disk.media))

  const secondDisk = await moveData(cloud, await startEmptyServer())
  expect(await readMedia(secondDisk, cookies)).toEqual(before)
  expect(await listKeys(secondDisk.media)).toEqual(await listKeys(disk.media))
})

it('removes only the media that a failed restore added to object storage', async () => {
  const { server: disk } = await createLeagueOnDisk()
  const bucket = await createBucket()
  const [first = ''] = await listKeys(disk.media)
  await mkdir(bucket.stagingFolder, { recursive: true })
  await writeFile(join(bucket.stagingFolder, first), 'already here')
  await bucket.put(first, join(bucket.stagingFolder, first), 'image/jpeg')
  let puts = 0
  const failingStore: MediaStore = {
    ...bucket,
    put: async (...args) => {
      puts += 1
      if (puts === 3) throw new Error('storage failure')
      await bucket.put(...args)
    },
  }
  await expect(moveData(disk, { ...(await startEmptyServer()), media: failingStore })).rejects.toThrow(
    'storage failure',
  )
  expect(await listKeys(bucket)).toEqual([first])
})
