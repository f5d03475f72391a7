import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fileStore } from '../../media/file-store.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { mediaStoreAt } from '../../media/media-store-at.ts'
import { ownerPictures, picturesFolderIn } from '../../media/owner-pictures.ts'
import { postFiles } from '../../testing/a-form.ts'
import { aSocialLeague } from '../../testing/a-social-league.ts'
import { aPhoto, aVideo } from '../../testing/media-files.ts'
import { objectStorage, STORAGE_USER } from '../../testing/object-storage.ts'
import { startApp, type TestApp } from '../../testing/start-app.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const SOCIAL = '/api/league/Harbour/social/'
/** Larger than one part of an upload to the storage. */
const LONG_VIDEO = Buffer.concat([aVideo('mp4'), Buffer.alloc(6 * 1024 * 1024, 'and the crowd goes wild ')])

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

async function aBucket(): Promise<MediaStore> {
  const { endpoint, close } = await objectStorage(join(folder, 'buckets'), 'league')
  cleanUps.push(close)
  for (const [name, value] of Object.entries(STORAGE_USER)) vi.stubEnv(name, value)
  return mediaStoreAt({
    dataDir: folder,
    MEDIA_URL: 's3://league/media',
    S3_ENDPOINT: endpoint,
    AWS_REGION: 'us-east-1',
  })
}

/** Where the rows, the media and the pictures of a server are. */
type Place = { world: TestApp; media: MediaStore }

const partsOf = ({ world, media }: Place) => ({
  db: world.db,
  media,
  pictures: ownerPictures(picturesFolderIn(world.dataDir)),
})

async function aLeagueOnDisk(video = aVideo('mp4')) {
  const { world, people } = await aSocialLeague({ MAX_UPLOAD_MB: 10 })
  cleanUps.push(world.close)
  const uploaded = await postFiles(people.player, `${SOCIAL}media/`, [
    { name: 'us.jpg', content: await aPhoto() },
    { name: 'catch.mp4', content: video },
  ])
  expect(uploaded.status).toBe(200)
  const cookies = Object.fromEntries(people.player.cookies)
  return { place: { world, media: fileStore(world.mediaFolder) }, cookies }
}

async function anEmptyPlace(bucket?: MediaStore): Promise<Place> {
  const world = await startApp({}, bucket === undefined ? {} : { media: bucket })
  cleanUps.push(world.close)
  return { world, media: bucket ?? fileStore(world.mediaFolder) }
}

async function moved(from: Place, to: Place): Promise<Place> {
  const file = join(folder, 'backup.zip')
  const source = { secretKey: 'a secret key of at least 32 bytes', release: '1.2.3', now: () => new Date(0) }
  const written = await writeBackup(file, { ...partsOf(from), ...source })
  expect(written).toMatchObject({ media: { length: 3 }, missing: [] })
  await restoreBackup(file, { ...partsOf(to), workFolder: join(to.world.dataDir, 'restoring') })
  return to
}

/** What a member's browser gets: both files whole, the small picture of the grid, and a middle part of the video. */
async function sentBy({ world }: Place, cookies: Record<string, string>) {
  const asked: [string, Record<string, string>][] = [
    ['media/1/file', {}],
    ['media/1/file?size=grid', {}],
    ['media/2/file', {}],
    ['media/2/file', { range: 'bytes=5242870-5242890' }],
  ]
  return Promise.all(
    asked.map(async ([path, headers]) => {
      const answer = await world.app.inject({ url: `${SOCIAL}${path}`, cookies, headers })
      const { 'content-type': type, 'content-length': length } = answer.headers
      const sha256 = createHash('sha256').update(answer.rawPayload).digest('hex')
      return { status: answer.statusCode, type, length, sha256 }
    }),
  )
}

const keysIn = async (store: MediaStore) => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}

it('brings media from a disk into an object storage, and from there to a disk, byte for byte', async () => {
  const { place: disk, cookies } = await aLeagueOnDisk(LONG_VIDEO)
  const before = await sentBy(disk, cookies)
  expect(before).toMatchObject([
    { status: 200, type: 'image/jpeg' },
    { status: 200, type: 'image/webp' },
    { status: 200, type: 'video/mp4', length: String(LONG_VIDEO.length) },
    { status: 206, type: 'video/mp4', length: '21' },
  ])

  const cloud = await moved(disk, await anEmptyPlace(await aBucket()))
  expect(await sentBy(cloud, cookies)).toEqual(before)
  expect(await keysIn(cloud.media)).toEqual(await keysIn(disk.media))

  const again = await moved(cloud, await anEmptyPlace())
  expect(await sentBy(again, cookies)).toEqual(before)
  expect(await keysIn(again.media)).toEqual(await keysIn(disk.media))
})

it('takes out of an object storage what a restore that fails has put there, and nothing else', async () => {
  const { place: disk } = await aLeagueOnDisk()
  const bucket = await aBucket()
  const [first = ''] = await keysIn(disk.media)
  await mkdir(bucket.incoming, { recursive: true })
  await writeFile(join(bucket.incoming, first), 'was here before')
  await bucket.put(first, join(bucket.incoming, first), 'image/jpeg')
  let puts = 0
  const breaking: MediaStore = {
    ...bucket,
    put: async (...medium) => {
      puts += 1
      if (puts === 3) throw new Error('the storage went away')
      await bucket.put(...medium)
    },
  }
  await expect(moved(disk, { ...(await anEmptyPlace()), media: breaking })).rejects.toThrow(
    'the storage went away',
  )
  expect(await keysIn(bucket)).toEqual([first])
})
