import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uploadQueue } from '../../http/file-transfers.ts'
import { fileStore } from '../../media/file-store.ts'
import { type MediaStore, MediaUnreachableError } from '../../media/media-store.ts'
import { listFiles } from '../../testing/list-files.ts'
import { createAnimatedImage, createPhoto, createPicture, createVideo } from '../../testing/media-files.ts'
import { type FormFile, postFiles } from '../../testing/multipart-form.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'
import { BusyError } from '../../threads/work-queues.ts'
import { mediaCleanupJob } from './media.ts'

const UPLOAD_URL = '/api/league/Harbour/social/media/'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague({ MAX_UPLOAD_MB: 1 })
})
afterEach(() => league.testApp.close())

const upload = (files: readonly FormFile[], actor: Actor = 'player') =>
  postFiles(league.clients[actor], UPLOAD_URL, files)

/** Downloads a file as raw bytes. */
async function download(url: string, headers: Record<string, string> = {}, actor: Actor = 'player') {
  const { app } = league.testApp
  const cookies = Object.fromEntries(league.clients[actor].cookies)
  const reply = await app.inject({ method: 'GET', url, headers, cookies })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

const listStoredFiles = () => listFiles(league.testApp.mediaFolder).map(({ name }) => name)

const listMediaRows = () => league.testApp.db.selectFrom('feed_media').selectAll().execute()

describe('uploaded images', () => {
  it('rotates a photo upright and strips its location and camera data', async () => {
    const photo = await createPhoto(60, 40)
    expect(photo.includes('Canary Camera')).toBe(true)
    const { status, body } = await upload([{ name: 'IMG_0001.JPG', content: photo }])
    expect([status, body.error]).toEqual([200, undefined])
    expect(body.items).toEqual([
      {
        type: 'media',
        id: 1,
        version: 1,
        user: 'Rosa Field',
        by_league: false,
        pinned: false,
        created_at: '2026-10-11T18:30:00.000Z',
        can_delete: true,
        likes_count: 0,
        comments_count: 0,
        liked: false,
        comments_preview: [],
        kind: 'image',
        url: '/api/league/Harbour/social/media/1/file',
        content_type: 'image/jpeg',
        width: 40,
        height: 60,
      },
    ])
    expect(await league.feed()).toEqual(body.items)
    for (const size of ['', '?size=grid']) {
      const { bytes } = await download(`${body.items[0].url}${size}`)
      const { exif, xmp, iptc, icc, orientation, width, height } = await sharp(bytes).metadata()
      expect([exif, xmp, iptc, icc, orientation, width, height]).toEqual([
        ...Array.from({ length: 5 }, () => undefined),
        40,
        60,
      ])
      expect(bytes.includes('Canary')).toBe(false)
    }
  })

  it('resizes a large image and creates a thumbnail for the grid', async () => {
    const large = await createPicture(3000, 300).jpeg({ quality: 30 }).toBuffer()
    const { body } = await upload([{ name: 'wide.jpg', content: Buffer.from(large) }])
    expect(body.items[0]).toMatchObject({ width: 2560, height: 256 })
    const grid = await download(`${body.items[0].url}?size=grid`)
    expect(await sharp(grid.bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 64 })
    expect(grid.headers['content-type']).toBe('image/webp')
  })

  it.each(['gif', 'webp'] as const)(
    'keeps the animation of a %s file and uses a still thumbnail',
    async (type) => {
      const { body } = await upload([{ name: 'animated', content: await createAnimatedImage(type) }])
      expect(body.items[0]).toMatchObject({ content_type: `image/${type}`, width: 40, height: 30 })
      const full = await sharp((await download(body.items[0].url)).bytes).metadata()
      expect([full.format, full.pages]).toEqual([type, 3])
      const grid = await sharp((await download(`${body.items[0].url}?size=grid`)).bytes).metadata()
      expect([grid.pages ?? 1, grid.height]).toEqual([1, 30])
    },
  )

  it('accepts several files of all supported types and ignores their names', async () => {
    const types = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const
    const pictures = await Promise.all(
      types.map(async (type) => ({
        name: '../../movie.mp4',
        content: Buffer.from(await createPicture(8, 6).toFormat(type).toBuffer()),
      })),
    )
    const videos = (['mp4', 'webm', 'quicktime'] as const).map((type) => ({
      name: 'a.jpg',
      content: createVideo(type),
    }))
    const { body } = await upload([...pictures, ...videos])
    expect(body.items.map((item: { content_type: string }) => item.content_type)).toEqual([
      ...types.map((type) => `image/${type}`),
      'video/mp4',
      'video/webm',
      'video/quicktime',
    ])
    expect(listStoredFiles()).toHaveLength(13)
    for (const { url, content_type, kind } of body.items) {
      const { status, headers, bytes } = await download(url)
      expect([status, headers['content-type']]).toEqual([200, content_type])
      expect(headers['content-disposition']).toMatch(
        /^inline; filename="\d\.(?:jpeg|png|gif|webp|avif|mp4|webm|mov)"$/,
      )
      if (kind === 'video') expect(videos.some(({ content }) => content.equals(bytes))).toBe(true)
    }
  })
})

describe('media files', () => {
  const video = createVideo('mp4', 1000)
  let url: string
  beforeEach(async () => {
    url = (await upload([{ name: 'touchdown.mp4', content: video }])).body.items[0].url
  })

  it('sends a file with headers that forbid scripts and shared caching', async () => {
    const { headers, bytes } = await download(url)
    expect(bytes.equals(video)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '1000',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'content-disposition': 'inline; filename="1.mp4"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
    })
    const revalidated = await download(url, { 'if-none-match': String(headers.etag) })
    expect([revalidated.status, revalidated.bytes.length, revalidated.headers.etag]).toEqual([
      304,
      0,
      headers.etag,
    ])
  })

  it.each([
    ['several tags', (etag: string) => `"another", ${etag}`, 304],
    ['tags without spaces', (etag: string) => `${etag},"another"`, 304],
    ['a weak tag', (etag: string) => `W/${etag}`, 304],
    ['weak and strong tags', (etag: string) => `W/"another" , W/${etag}`, 304],
    ['any tag', () => '*', 304],
    ['other tags', () => '"another", W/"third"', 200],
    ['a tag that contains the right one', (etag: string) => `"a-${etag.slice(1)}`, 200],
    ['a tag without quotes', (etag: string) => etag.slice(1, -1), 200],
  ])('understands an If-None-Match header with %s', async (_, ifNoneMatch, status) => {
    const { headers } = await download(url)
    const { status: actualStatus } = await download(url, {
      'if-none-match': ifNoneMatch(String(headers.etag)),
    })
    expect(actualStatus).toBe(status)
  })

  it('supports range requests', async () => {
    const part = await download(url, { range: 'bytes=100-199' })
    expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      'bytes 100-199/1000',
      '100',
    ])
    expect(part.bytes.equals(video.subarray(100, 200))).toBe(true)
    const suffix = await download(url, { range: 'bytes=-10' })
    expect([suffix.status, suffix.bytes.equals(video.subarray(990))]).toEqual([206, true])
    const beyond = await download(url, { range: 'bytes=1000-' })
    expect([
      beyond.status,
      beyond.headers['content-range'],
      JSON.parse(beyond.bytes.toString()).code,
    ]).toEqual([416, 'bytes */1000', 'range_not_satisfiable'])
    const other = await download(url, { range: 'bytes=0-9', 'if-range': '"another version"' })
    expect([other.status, other.bytes.length]).toEqual([200, 1000])
  })

  it('allows current members only to upload and download files', async () => {
    const cases: [Actor, number][] = [
      ['anonymous', 401],
      ['stranger', 403],
      ['viewer', 200],
      ['boss', 200],
    ]
    for (const [actor, status] of cases) {
      expect([actor, (await download(url, {}, actor)).status]).toEqual([actor, status])
      expect([actor, (await upload([{ name: 'a', content: video }], actor)).status]).toEqual([actor, status])
    }
    expect(await listMediaRows()).toHaveLength(3)
    await league.testApp.db.deleteFrom('memberships').where('role', '=', 'viewer').execute()
    expect((await download(url, {}, 'viewer')).status).toBe(403)
  })

  it('lets the author or a league admin delete a media item and its file', async () => {
    expect((await league.remove('viewer', 'media/1/')).body.code).toBe('not_allowed')
    expect(listStoredFiles()).toHaveLength(1)
    expect((await league.remove('skipper', 'media/1/')).body).toEqual({ message: 'Upload deleted.' })
    expect([listStoredFiles(), await listMediaRows(), (await download(url)).status]).toEqual([[], [], 404])
  })
})

describe('rejected uploads', () => {
  const expectNothingStored = async () =>
    expect([listStoredFiles(), await listMediaRows(), await league.feed()]).toEqual([[], [], []])

  it('rejects an upload with a file over the size limit', async () => {
    const response = await upload([
      { name: 'small.mp4', content: createVideo('mp4') },
      { name: 'large.mp4', content: createVideo('mp4', 1024 * 1024 + 1) },
    ])
    expect([response.status, response.body]).toEqual([
      413,
      { error: 'That file is too large for the server limit.', code: 'too_large' },
    ])
    await expectNothingStored()
    expect((await upload([{ name: 'just.mp4', content: createVideo('mp4', 1024 * 1024) }])).status).toBe(200)
  })

  it('removes the location from a video', async () => {
    const location = Buffer.from('\0\0\0\x21udta\0\0\0\x19\xa9xyz+47.6062-122.3321', 'latin1')
    const video = Buffer.concat([createVideo('quicktime', 20), location])
    const { body } = await upload([{ name: 'touchdown.mov', content: video }])
    const { bytes } = await download(body.items[0].url)
    expect([bytes.length, bytes.includes('47.6062')]).toEqual([video.length, false])
  })

  it('rejects an upload with a file that is neither an image nor a video', async () => {
    const response = await upload([
      { name: 'good.jpg', content: await createPhoto() },
      {
        name: 'logo.png',
        content: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      },
    ])
    expect([response.status, response.body]).toEqual([
      415,
      { error: 'Only images and videos can be uploaded.', code: 'unsupported_media_type' },
    ])
    await expectNothingStored()
  })

  it('rejects an upload without files, with too many files, or with another form field', async () => {
    const video = { name: 'a.mp4', content: createVideo('mp4') }
    const responses = [
      await upload([]),
      await upload(Array.from({ length: 11 }, () => video)),
      await upload([{ ...video, field: 'picture' }]),
      await league.clients.player.post(UPLOAD_URL, Buffer.from('--x\r\nbroken'), {
        'content-type': 'multipart/form-data; boundary=x',
      }),
    ]
    expect(responses.map(({ status, body }) => [status, body.error])).toEqual([
      [400, 'Choose at least one file.'],
      [400, 'Upload at most 10 files at a time.'],
      [400, "Upload the files in the form field 'files'."],
      [400, 'The upload is incomplete or malformed.'],
    ])
    expect((await league.clients.player.post(UPLOAD_URL, { files: [] })).status).toBe(415)
    await expectNothingStored()
  })

  it('stores nothing when the connection closes during an upload', async () => {
    await league.testApp.app.listen({ port: 0 })
    const { port } = league.testApp.app.server.address() as AddressInfo
    const { cookies } = league.clients.player
    const headers = {
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      'x-csrftoken': cookies.get('csrftoken') ?? '',
      'content-type': 'multipart/form-data; boundary=edge',
      'content-length': 900_000,
    }
    const clientRequest = request({ port, method: 'POST', path: UPLOAD_URL, headers })
    const failed = once(clientRequest, 'error')
    const partHeader = '--edge\r\ncontent-disposition: form-data; name="files"; filename="a.mp4"\r\n\r\n'
    clientRequest.write(Buffer.concat([Buffer.from(partHeader), createVideo('mp4', 400_000)]))
    await expect.poll(listStoredFiles).toHaveLength(1)
    clientRequest.destroy(new Error('connection lost'))
    await failed
    await expect.poll(() => readdirSync(join(league.testApp.mediaFolder, 'incoming'))).toEqual([])
    await expectNothingStored()
  })

  it('waits for its turn while others upload many files', async () => {
    const { promise: whileOthersWork, resolve: endWork } = Promise.withResolvers<void>()
    const refused = new Promise<unknown>((resolve) => {
      for (let count = 0; count < 42; count += 1)
        uploadQueue.run('others', () => whileOthersWork).catch(resolve)
    })
    const file = { name: 'a.jpg', content: await createPhoto() }
    const uploaded = upload([file])
    expect(await refused).toBeInstanceOf(BusyError)
    expect(await listMediaRows()).toEqual([])
    endWork()
    expect((await uploaded).status).toBe(200)
  })

  it('limits the upload rate of each user', async () => {
    const statuses = new Set<number>()
    for (let count = 0; count < 60; count += 1) statuses.add((await upload([])).status)
    expect([...statuses]).toEqual([400])
    expect((await upload([])).status).toBe(429)
    expect((await upload([], 'viewer')).status).toBe(400)
  })

  it('removes files that were already stored when a later one cannot be stored', async () => {
    await league.testApp.close()
    const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-full-'))
    const store = fileStore(folder)
    let capacity = 2
    const put: MediaStore['put'] = async (...file) => {
      if (capacity === 0) throw new MediaUnreachableError('unreachable')
      capacity -= 1
      await store.put(...file)
    }
    league = await createSocialLeague({}, { media: { ...store, put } })
    const files = [
      { name: 'a', content: createVideo('mp4') },
      { name: 'b', content: await createPhoto() },
    ]
    const response = await upload(files)
    expect([response.status, response.body.code, response.headers['retry-after']]).toEqual([
      503,
      'not_ready',
      '5',
    ])
    expect([capacity, await listMediaRows()]).toEqual([0, []])
    // The response does not wait for a storage that may be out of reach.
    await vi.waitFor(() => expect(listFiles(folder)).toEqual([]))
    rmSync(folder, { recursive: true })
  })
})

describe('the daily cleanup job', () => {
  it('removes files without a media item and skips those of the last 24 hours', async () => {
    const { testApp } = league
    await upload([{ name: 'a.jpg', content: await createPhoto() }])
    const old = new Date(testApp.clock.now.getTime() - 25 * 60 * 60 * 1000)
    // Each file is in a folder named after the first two characters of its key, which no other one begins with.
    const folder = join(testApp.mediaFolder, 'zz')
    const [staleUpload, recentUpload] = [
      join(testApp.mediaFolder, 'incoming/stale'),
      join(testApp.mediaFolder, 'incoming/recent'),
    ]
    for (const path of [folder, staleUpload, recentUpload]) mkdirSync(path, { recursive: true })
    for (const name of ['zz-orphan', 'zz-orphan-grid', 'zz-recent']) writeFileSync(join(folder, name), 'x')
    for (const path of ['zz-orphan', 'zz-orphan-grid'].map((name) => join(folder, name)))
      utimesSync(path, old, old)
    utimesSync(staleUpload, old, old)
    for (const path of [join(folder, 'zz-recent'), recentUpload])
      utimesSync(path, testApp.clock.now, testApp.clock.now)
    // The files in use are old, too.
    for (const path of listStoredFiles().filter((name) => !name.startsWith('zz')))
      utimesSync(join(testApp.mediaFolder, path), old, old)
    const job = mediaCleanupJob(testApp.db, fileStore(testApp.mediaFolder), () => testApp.clock.now)
    await job.run(new AbortController().signal)
    expect(readdirSync(folder)).toEqual(['zz-recent'])
    expect([existsSync(staleUpload), existsSync(recentUpload)]).toEqual([false, true])
    expect((await download('/api/league/Harbour/social/media/1/file?size=grid')).status).toBe(200)
    await expect(job.run(AbortSignal.abort())).rejects.toThrow('aborted')
  })

  it('continues when a file disappears while the job is running', async () => {
    const { testApp } = league
    const old = new Date(testApp.clock.now.getTime() - 25 * 60 * 60 * 1000)
    const [uploads, files] = [join(testApp.mediaFolder, 'incoming'), join(testApp.mediaFolder, 'ab')]
    for (const folder of [uploads, files]) {
      mkdirSync(folder, { recursive: true })
      // A link to a missing file is listed, but does not exist when it is looked at, like a vanished file.
      symlinkSync(join(testApp.mediaFolder, 'missing'), join(folder, 'ab-vanished'))
    }
    writeFileSync(join(files, 'ab-orphan'), 'x')
    utimesSync(join(files, 'ab-orphan'), old, old)
    await mediaCleanupJob(testApp.db, fileStore(testApp.mediaFolder), () => testApp.clock.now).run(
      new AbortController().signal,
    )
    expect(existsSync(join(files, 'ab-orphan'))).toBe(false)
  })
})
