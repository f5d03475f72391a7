import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileStore } from '../../media/file-store.ts'
import { listFiles } from '../../testing/list-files.ts'
import { type FormFile, postFiles, postForm } from '../../testing/multipart-form.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { mediaCleanupJob } from '../feed/media.ts'

const TROPHY = '/api/league/Harbour/trophy/'

let testApp: TestApp
let admin: TestClient

beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  testApp.provider.read = () => buildSeason()
  await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
})
afterEach(() => testApp.close())

const createPicture = (width: number, height: number, background = '#336699') =>
  sharp({ create: { width, height, channels: 3, background } })

const upload = async (content: FormFile['content'], query = '') =>
  postFiles(admin, `${TROPHY}${query}`, [{ name: 'cup.txt', field: 'file', content }])

const uploadPng = async (query = '', width = 90) =>
  upload(new Uint8Array(await createPicture(width, 60).png().toBuffer()), query)

const readTrophy = async (client = admin, league = 'Harbour') =>
  (await client.get(`/api/league/${league}/history/`)).body.trophy

const fetchFile = (url: string, client = admin) =>
  testApp.app.inject({ url, cookies: Object.fromEntries(client.cookies) })

const listStoredFiles = () => listFiles(testApp.mediaFolder).map(({ name }) => name)

const listAudit = async () =>
  (await testApp.db.selectFrom('audit_log').select(['action', 'detail']).orderBy('id').execute())
    .filter(({ action }) => action.startsWith('trophy.'))
    .map(({ action, detail }) => [action, JSON.parse(detail)])

describe('uploading a trophy picture', () => {
  it('stores a resized JPEG without metadata, which members of the league see', async () => {
    expect(await readTrophy()).toBe(null)
    expect((await fetchFile(TROPHY)).statusCode).toBe(404)
    const photo = createPicture(3000, 2000).withExif({ IFD0: { Make: 'canary' } })
    const { status, body } = await upload(new Uint8Array(await photo.jpeg().toBuffer()))
    expect([status, body]).toEqual([
      200,
      { picture: expect.stringMatching(/^\/api\/league\/Harbour\/trophy\/\?v=[\w-]+$/), description: null },
    ])
    expect(await readTrophy()).toEqual(body)
    const file = await fetchFile(body.picture)
    expect([file.statusCode, file.headers['content-type'], file.headers['x-content-type-options']]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
    ])
    expect(file.headers['content-security-policy']).toContain('sandbox')
    const { format, width, height, exif } = await sharp(file.rawPayload).metadata()
    expect([format, width, height, exif]).toEqual(['jpeg', 1024, 683, undefined])
  })

  it('replaces the picture and its description, and removes the replaced file', async () => {
    const first = (await uploadPng('?description=A%20tin%20cup')).body
    expect(first.description).toBe('A tin cup')
    const second = (await uploadPng('?description=%20A%20new%20cup%20', 40)).body
    expect(second.description).toBe('A new cup')
    expect(second.picture).not.toBe(first.picture)
    expect(await readTrophy()).toEqual(second)
    expect(listStoredFiles()).toEqual([expect.stringContaining(second.picture.split('=')[1])])
    const third = (await uploadPng()).body
    expect([third.description, (await readTrophy()).description]).toEqual([null, null])
  })

  it('changes the description without a new upload', async () => {
    const { picture } = (await uploadPng()).body
    expect((await admin.post(`${TROPHY}description/`, { description: 'The old belt' })).status).toBe(200)
    expect(await readTrophy()).toEqual({ picture, description: 'The old belt' })
    await admin.post(`${TROPHY}description/`, { description: '  ' })
    expect(await readTrophy()).toEqual({ picture, description: null })
    const tooLong = await admin.post(`${TROPHY}description/`, { description: 'x'.repeat(201) })
    expect([tooLong.status, tooLong.body.fields]).toEqual([
      400,
      { description: 'Keep the description to 200 characters or fewer.' },
    ])
  })

  it('is not described by a form', async () => {
    await uploadPng()
    const form = new FormData()
    form.append('description', 'A cup')
    const { status, body } = await postForm(admin, `${TROPHY}description/`, form)
    expect([status, body.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('removes the picture with its file', async () => {
    await uploadPng()
    expect((await admin.delete(TROPHY)).status).toBe(200)
    expect([await readTrophy(), (await fetchFile(TROPHY)).statusCode, listStoredFiles()]).toEqual([
      null,
      404,
      [],
    ])
    const responses = [
      await admin.delete(TROPHY),
      await admin.post(`${TROPHY}description/`, { description: 'A cup' }),
    ]
    expect(responses.map(({ status, body }) => [status, body.code, body.error])).toEqual(
      responses.map(() => [404, 'picture_not_found', 'The league has no trophy picture.']),
    )
  })

  it('records each change in the audit log, and tells open pages', async () => {
    await uploadPng('?description=A%20tin%20cup')
    await admin.post(`${TROPHY}description/`, { description: 'A tin cup' })
    await admin.post(`${TROPHY}description/`, { description: null })
    await admin.post(`${TROPHY}description/`, { description: '' })
    await admin.delete(TROPHY)
    expect(await listAudit()).toEqual([
      ['trophy.picture', { description: 'A tin cup' }],
      ['trophy.description', { description: null }],
      ['trophy.picture_removed', {}],
    ])
    const events = await testApp.db.selectFrom('league_events').selectAll().execute()
    const changes = events.filter(({ name }) => name === 'history').map(({ data }) => JSON.parse(data))
    expect(new Set(changes.map(({ change }) => change))).toEqual(new Set(['pictures']))
  })

  it.each([
    ['text', 'hello', 415, 'Only images can be uploaded.'],
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      415,
      'Only images can be uploaded.',
    ],
    ['a web page that starts like a GIF', 'GIF89a<script>alert(1)</script>', 415, /image/],
    ['an empty file', '', 415, 'Only images can be uploaded.'],
    ['a file over the limit', 'x'.repeat(1024 * 1024 + 1), 413, /too large for the server limit/],
  ])('rejects %s and keeps the stored picture', async (_, content, status, message) => {
    const stored = (await uploadPng('?description=A%20cup')).body
    const response = await upload(content)
    expect([response.status, response.body.error]).toEqual([
      status,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ])
    expect([await readTrophy(), listStoredFiles().length]).toEqual([stored, 1])
  })

  it('rejects images that are truncated or have too many pixels, and forms without a picture', async () => {
    const png = new Uint8Array(await createPicture(300, 300).png().toBuffer())
    const huge = new Uint8Array(await createPicture(8001, 8001).png().toBuffer())
    const responses = [
      await upload(png.slice(0, png.length / 2)),
      await upload(huge),
      await postFiles(admin, TROPHY, []),
      await postFiles(admin, TROPHY, [{ name: 'cup.png', field: 'files', content: png }]),
      await admin.post(TROPHY, {}),
      await upload(png, `?description=${'x'.repeat(201)}`),
    ]
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [415, 'unsupported_media_type'],
      [413, 'too_large'],
      [400, 'invalid_input'],
      [400, 'invalid_input'],
      [415, 'unsupported_media_type'],
      [400, 'invalid_input'],
    ])
    expect([await readTrophy(), listStoredFiles()]).toEqual([null, []])
  })
})

describe('the trophy picture of a league', () => {
  it('uses the new name of a renamed league', async () => {
    await uploadPng()
    await admin.post('/api/league/Harbour/settings/', { name: 'Haven' })
    const { picture } = await readTrophy(admin, 'Haven')
    expect(picture).toMatch(/^\/api\/league\/Haven\/trophy\//)
    expect((await fetchFile(picture)).statusCode).toBe(200)
  })

  it('is no other league’s', async () => {
    await uploadPng()
    await admin.post('/api/create-league/', { name: 'Island', espn_league_id: 4712 })
    expect(await readTrophy(admin, 'Island')).toBe(null)
    expect((await fetchFile('/api/league/Island/trophy/')).statusCode).toBe(404)
  })

  it('is kept by the cleanup of media files, and its file is removed after the league', async () => {
    const { picture } = (await uploadPng()).body
    const clean = () => {
      for (const name of listStoredFiles()) utimesSync(join(testApp.mediaFolder, name), 1, 1)
      const files = fileStore(testApp.mediaFolder)
      return mediaCleanupJob(testApp.db, files, () => testApp.clock.now).run(new AbortController().signal)
    }
    await clean()
    expect((await fetchFile(picture)).statusCode).toBe(200)
    await admin.post('/api/league/Harbour/delete/', { name: 'Harbour' })
    expect(await testApp.db.selectFrom('trophy_pictures').selectAll().execute()).toEqual([])
    await clean()
    expect(listStoredFiles()).toEqual([])
  })
})
