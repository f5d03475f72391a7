import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileStore } from '../../media/file-store.ts'
import { type MediaStore, MediaUnreachableError } from '../../media/media-store.ts'
import { listFiles } from '../../testing/list-files.ts'
import { createAnimatedImage, createPhoto, createPicture, createVideo } from '../../testing/media-files.ts'
import { type FormFile, postFiles } from '../../testing/multipart-form.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'
import { mediaCleanupJob } from './media-cleanup-job.ts'
import { mediaItemStore } from './media-item-store.ts'

const UPLOAD_URL = '/api/league/Harbour/social/media/'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague({ MAX_UPLOAD_MB: 1 })
})
afterEach(() => league.testApp.close())

const upload = (files: readonly FormFile[], who: Actor = 'player') =>
  postFiles(league.clients[who], UPLOAD_URL, files)

/** A file as it is sent, byte for byte. */
async function download(url: string, headers: Record<string, string> = {}, who: Actor = 'player') {
  const { app } = league.testApp
  const cookies = Object.fromEntries(league.clients[who].cookies)
  const reply = await app.inject({ method: 'GET', url, headers, cookies })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

const listStoredFiles = () => listFiles(league.testApp.mediaFolder).map(({ name }) => name)

const listMediaRows = () => league.testApp.db.selectFrom('feed_media').selectAll().execute()

describe('an uploaded picture', () => {
  it('is shown upright, and tells neither place nor camera', async () => {
    const photo = await createPhoto(60, 40)
    expect(photo.includes('Canary Camera')).toBe(true)
    const { status, body } = await upload([{ name: 'IMG_0001.JPG', content: photo }])
    expect([status, body.error]).toEqual([200, undefined])
    expect(body.items).toEqual([
      {
        type: 'media',
        id: 1,
        user: 'Rosa Field',
        by_league: false,
        pinned: false,
        created_at: '2026-10-11T18:30:00.000Z',
        can_delete: true,
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

  it('is made smaller, whole and for the grid', async () => {
    const large = await createPicture(3000, 300).jpeg({ quality: 30 }).toBuffer()
    const { body } = await upload([{ name: 'wide.jpg', content: Buffer.from(large) }])
    expect(body.items[0]).toMatchObject({ width: 2560, height: 256 })
    const grid = await download(`${body.items[0].url}?size=grid`)
    expect(await sharp(grid.bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 64 })
    expect(grid.headers['content-type']).toBe('image/webp')
  })

  it.each(['gif', 'webp'] as const)('keeps moving as %s, and stands still in the grid', async (type) => {
    const { body } = await upload([{ name: 'moves', content: await createAnimatedImage(type) }])
    expect(body.items[0]).toMatchObject({ content_type: `image/${type}`, width: 40, height: 30 })
    const full = await sharp((await download(body.items[0].url)).bytes).metadata()
    expect([full.format, full.pages]).toEqual([type, 3])
    const grid = await sharp((await download(`${body.items[0].url}?size=grid`)).bytes).metadata()
    expect([grid.pages ?? 1, grid.height]).toEqual([1, 30])
  })

  it('may be of any of the accepted types, several at once, whatever their names say', async () => {
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

describe('a file of a medium', () => {
  const video = createVideo('mp4', 1000)
  let url: string
  beforeEach(async () => {
    url = (await upload([{ name: 'touchdown.mp4', content: video }])).body.items[0].url
  })

  it('is sent so that it runs nothing and stays with this person', async () => {
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
    const again = await download(url, { 'if-none-match': String(headers.etag) })
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag])
  })

  it('is sent in parts', async () => {
    const part = await download(url, { range: 'bytes=100-199' })
    expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      'bytes 100-199/1000',
      '100',
    ])
    expect(part.bytes.equals(video.subarray(100, 200))).toBe(true)
    const end = await download(url, { range: 'bytes=-10' })
    expect([end.status, end.bytes.equals(video.subarray(990))]).toEqual([206, true])
    const beyond = await download(url, { range: 'bytes=1000-' })
    expect([
      beyond.status,
      beyond.headers['content-range'],
      JSON.parse(beyond.bytes.toString()).code,
    ]).toEqual([416, 'bytes */1000', 'range_not_satisfiable'])
    const other = await download(url, { range: 'bytes=0-9', 'if-range': '"another version"' })
    expect([other.status, other.bytes.length]).toEqual([200, 1000])
  })

  it('is for those who are members now', async () => {
    const tries: [Actor, number][] = [
      ['nobody', 401],
      ['stranger', 403],
      ['viewer', 200],
      ['boss', 200],
    ]
    for (const [who, status] of tries) {
      expect([who, (await download(url, {}, who)).status]).toEqual([who, status])
      expect([who, (await upload([{ name: 'a', content: video }], who)).status]).toEqual([who, status])
    }
    expect(await listMediaRows()).toHaveLength(3)
    await league.testApp.db.deleteFrom('memberships').where('role', '=', 'viewer').execute()
    expect((await download(url, {}, 'viewer')).status).toBe(403)
  })

  it('is deleted with its medium, by its author or a league admin', async () => {
    expect((await league.remove('viewer', 'media/1/')).body.code).toBe('not_allowed')
    expect(listStoredFiles()).toHaveLength(1)
    expect((await league.remove('skipper', 'media/1/')).body).toEqual({ message: 'The medium was deleted.' })
    expect([listStoredFiles(), await listMediaRows(), (await download(url)).status]).toEqual([[], [], 404])
  })
})

describe('an upload that is not taken', () => {
  const expectNothing = async () =>
    expect([listStoredFiles(), await listMediaRows(), await league.feed()]).toEqual([[], [], []])

  it('holds a file that is too large', async () => {
    const answer = await upload([
      { name: 'small.mp4', content: createVideo('mp4') },
      { name: 'large.mp4', content: createVideo('mp4', 1024 * 1024 + 1) },
    ])
    expect([answer.status, answer.body]).toEqual([
      413,
      { error: 'That file is too large for the server limit.', code: 'too_large' },
    ])
    await expectNothing()
    expect((await upload([{ name: 'just.mp4', content: createVideo('mp4', 1024 * 1024) }])).status).toBe(200)
  })

  it('holds something else than images and videos beside a picture', async () => {
    const answer = await upload([
      { name: 'good.jpg', content: await createPhoto() },
      {
        name: 'logo.png',
        content: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      },
    ])
    expect([answer.status, answer.body]).toEqual([
      415,
      { error: 'Only images and videos can be uploaded.', code: 'unsupported_media_type' },
    ])
    await expectNothing()
  })

  it('holds no file, too many, or another field', async () => {
    const video = { name: 'a.mp4', content: createVideo('mp4') }
    const answers = [
      await upload([]),
      await upload(Array.from({ length: 11 }, () => video)),
      await upload([{ ...video, field: 'picture' }]),
      await league.clients.player.post(UPLOAD_URL, Buffer.from('--x\r\nbroken'), {
        'content-type': 'multipart/form-data; boundary=x',
      }),
    ]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, 'Choose at least one file.'],
      [400, 'Send at most 10 files at once.'],
      [400, "Send the files as the field 'files'."],
      [400, 'The form is damaged or breaks off.'],
    ])
    expect((await league.clients.player.post(UPLOAD_URL, { files: [] })).status).toBe(415)
    await expectNothing()
  })

  it('breaks off in the middle: no file and no row stays', async () => {
    await league.testApp.app.listen({ port: 0 })
    const { port } = league.testApp.app.server.address() as AddressInfo
    const { cookies } = league.clients.player
    const headers = {
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      'x-csrftoken': cookies.get('csrftoken') ?? '',
      'content-type': 'multipart/form-data; boundary=edge',
      'content-length': 900_000,
    }
    const sending = request({ port, method: 'POST', path: UPLOAD_URL, headers })
    const broken = once(sending, 'error')
    const head = '--edge\r\ncontent-disposition: form-data; name="files"; filename="a.mp4"\r\n\r\n'
    sending.write(Buffer.concat([Buffer.from(head), createVideo('mp4', 400_000)]))
    await expect.poll(listStoredFiles, { timeout: 10_000 }).toHaveLength(1)
    sending.destroy(new Error('the network is gone'))
    await broken
    await expect
      .poll(() => readdirSync(join(league.testApp.mediaFolder, 'incoming')), { timeout: 10_000 })
      .toEqual([])
    await expectNothing()
  })

  it('is one of very many by one person', async () => {
    const statuses = new Set<number>()
    for (let count = 0; count < 60; count += 1) statuses.add((await upload([])).status)
    expect([...statuses]).toEqual([400])
    expect((await upload([])).status).toBe(429)
    expect((await upload([], 'viewer')).status).toBe(400)
  })

  it('cannot be stored: what was stored of it already is removed', async () => {
    await league.testApp.close()
    const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-full-'))
    const store = fileStore(folder)
    let room = 2
    const put: MediaStore['put'] = async (...file) => {
      if (room === 0) throw new MediaUnreachableError('no answer')
      room -= 1
      await store.put(...file)
    }
    league = await createSocialLeague({}, { media: { ...store, put } })
    const files = [
      { name: 'a', content: createVideo('mp4') },
      { name: 'b', content: await createPhoto() },
    ]
    const answer = await upload(files)
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'not_ready', '5'])
    expect([room, listFiles(folder), await listMediaRows()]).toEqual([0, [], []])
    rmSync(folder, { recursive: true })
  })
})

describe('the daily clean-up', () => {
  it('removes what no medium has, and nothing of the last day', async () => {
    const { testApp } = league
    await upload([{ name: 'a.jpg', content: await createPhoto() }])
    const old = new Date(testApp.clock.now.getTime() - 25 * 60 * 60 * 1000)
    const shelf = join(testApp.mediaFolder, 'ab')
    const [left, young] = [
      join(testApp.mediaFolder, 'incoming/left'),
      join(testApp.mediaFolder, 'incoming/young'),
    ]
    for (const folder of [shelf, left, young]) mkdirSync(folder, { recursive: true })
    for (const name of ['abandoned', 'abandoned-grid', 'about-to-be']) writeFileSync(join(shelf, name), 'x')
    for (const path of ['abandoned', 'abandoned-grid'].map((name) => join(shelf, name)))
      utimesSync(path, old, old)
    utimesSync(left, old, old)
    for (const path of [join(shelf, 'about-to-be'), young])
      utimesSync(path, testApp.clock.now, testApp.clock.now)
    // The pictures in use are old as well.
    for (const path of listStoredFiles().filter((name) => !name.startsWith('ab')))
      utimesSync(join(testApp.mediaFolder, path), old, old)
    const job = mediaCleanupJob(
      fileStore(testApp.mediaFolder),
      mediaItemStore(testApp.db),
      () => testApp.clock.now,
    )
    await job.run(new AbortController().signal)
    expect(readdirSync(shelf)).toEqual(['about-to-be'])
    expect([existsSync(left), existsSync(young)]).toEqual([false, true])
    expect((await download('/api/league/Harbour/social/media/1/file?size=grid')).status).toBe(200)
    await expect(job.run(AbortSignal.abort())).rejects.toThrow('aborted')
  })
})
