import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FormFile, postFiles } from '../../testing/multipart-form.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

let testApp: TestApp
let admin: TestClient

beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  const [ada, ben] = buildSeason().members
  testApp.provider.read = () =>
    buildSeason({
      members: [
        { ...ada, name: 'Žofie Marlow' },
        { ...ben, name: '🏈' },
      ] as never,
    })
  await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
})
afterEach(() => testApp.close())

const pictureUrl = (owner: string) => `/api/league/Harbour/owners/${encodeURIComponent(owner)}/picture/`

const uploadPicture = (
  content: FormFile['content'],
  owner = 'Žofie Marlow',
  overrides: Partial<FormFile> = {},
) => postFiles(admin, pictureUrl(owner), [{ name: 'me.txt', field: 'file', content, ...overrides }])

const createPicture = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })

const toBytes = async (picture: Sharp) => new Uint8Array(await picture.toBuffer())

const getHistoryPicture = async () => (await admin.get('/api/league/Harbour/history/')).body.people[1].picture

const listPictureFiles = () => readdirSync(join(testApp.dataDir, 'owners'))

async function fetchPicture(url: string, headers: Record<string, string> = {}) {
  return testApp.app.inject({ url, headers })
}

describe('uploading an owner picture', () => {
  it('stores a resized JPEG without camera metadata and serves it publicly', async () => {
    const rotated = createPicture(900, 600)
      .withExif({ IFD0: { Make: 'canary' } })
      .withMetadata({ orientation: 6 })
    const response = await uploadPicture(await toBytes(rotated.jpeg()))
    expect([response.status, response.body]).toEqual([
      200,
      { picture: expect.stringMatching(/^\/owners\/zofie-marlow\.jpg\?v=\w+$/) },
    ])
    expect(await getHistoryPicture()).toBe(response.body.picture)

    const file = await fetchPicture(response.body.picture)
    expect([file.statusCode, file.headers['content-type'], file.headers['x-content-type-options']]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
    ])
    const { format, width, height, exif } = await sharp(file.rawPayload).metadata()
    expect([format, width, height, exif]).toEqual(['jpeg', 341, 512, undefined])
    const revalidated = await fetchPicture('/owners/zofie-marlow.jpg', {
      'if-none-match': String(file.headers['etag']),
    })
    expect(revalidated.statusCode).toBe(304)
    expect(listPictureFiles()).toEqual(['zofie-marlow.jpg'])
  })

  it.each(['png', 'gif', 'webp', 'avif'] as const)('accepts %s images', async (format) => {
    const response = await uploadPicture(await toBytes(createPicture(40, 20).toFormat(format)))
    expect(response.status).toBe(200)
    const { width, format: stored } = await sharp(
      (await fetchPicture(response.body.picture)).rawPayload,
    ).metadata()
    expect([stored, width]).toEqual(['jpeg', 40])
  })

  it('changes the picture URL on replacement and clears it on removal', async () => {
    await uploadPicture(await toBytes(createPicture().png()))
    utimesSync(join(testApp.dataDir, 'owners', 'zofie-marlow.jpg'), 1, 1)
    const before = (await admin.get('/api/league/Harbour/owners/žofie%20marlow/')).body.picture
    const { picture } = (await uploadPicture(await toBytes(createPicture().webp()))).body
    expect([await getHistoryPicture(), picture]).toEqual([picture, expect.not.stringMatching(before)])
    expect((await admin.delete(pictureUrl('Žofie Marlow'))).status).toBe(200)
    expect([await getHistoryPicture(), (await fetchPicture(picture)).statusCode]).toEqual([null, 404])
    const auditEntries = await testApp.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .orderBy('id')
      .execute()
    expect(auditEntries.slice(-2).map(({ action, detail }) => [action, JSON.parse(detail).slug])).toEqual([
      ['owner.picture', 'zofie-marlow'],
      ['owner.picture_removed', 'zofie-marlow'],
    ])
  })

  it('finds a picture that was added to the data folder manually', async () => {
    expect(await getHistoryPicture()).toBe(null)
    writeFileSync(join(testApp.dataDir, 'owners', 'zofie-marlow.jpg'), await toBytes(createPicture().jpeg()))
    expect(await getHistoryPicture()).toMatch(/^\/owners\/zofie-marlow\.jpg/)
  })

  it('changes the URL of a picture that was overwritten in the data folder', async () => {
    const file = join(testApp.dataDir, 'owners', 'zofie-marlow.jpg')
    writeFileSync(file, await toBytes(createPicture().jpeg()))
    utimesSync(file, 1, 1)
    const getOwnerPicture = async () =>
      (await admin.get('/api/league/Harbour/owners/žofie%20marlow/')).body.picture
    const before = [await getHistoryPicture(), await getOwnerPicture()]
    writeFileSync(file, await toBytes(createPicture(40, 20).jpeg()))
    const after = [await getHistoryPicture(), await getOwnerPicture()]
    expect(before).toEqual([before[0], before[0]])
    expect(after).toEqual([after[0], after[0]])
    expect(after[0]).not.toBe(before[0])
  })

  it.each([
    ['text', 'hello', 415, 'Only images can be uploaded.'],
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      415,
      'Only images can be uploaded.',
    ],
    ['an empty file', '', 415, 'Only images can be uploaded.'],
    [
      'a file over the limit',
      'x'.repeat(1024 * 1024 + 1),
      413,
      'That file is too large for the server limit.',
    ],
  ])('rejects %s', async (_, content, status, message) => {
    const response = await uploadPicture(content)
    expect([response.status, response.body.error, listPictureFiles(), await getHistoryPicture()]).toEqual([
      status,
      message,
      [],
      null,
    ])
  })

  it('rejects truncated images and images with too many pixels', async () => {
    const complete = await toBytes(createPicture().png())
    const huge = await toBytes(createPicture(8001, 8001).png())
    const responses = [await uploadPicture(complete.slice(0, complete.length / 2)), await uploadPicture(huge)]
    expect(responses.map(({ status, body }) => [status, body.error])).toEqual([
      [415, "That image couldn't be read. Try a different file."],
      [413, 'That image has too many pixels. Choose a smaller one.'],
    ])
    expect(listPictureFiles()).toEqual([])
  })

  it('rejects unknown owners, names without letters and malformed uploads', async () => {
    const bytes = await toBytes(createPicture(9, 9).png())
    const responses = [
      await uploadPicture(bytes, 'Nobody'),
      await uploadPicture(bytes, '🏈'),
      await uploadPicture(bytes, 'Žofie Marlow', { field: 'files' }),
      await postFiles(admin, pictureUrl('Žofie Marlow'), []),
      await admin.post(pictureUrl('Žofie Marlow'), {}),
      await admin.post(pictureUrl('Žofie Marlow'), 'x', { 'content-type': 'multipart/form-data' }),
    ]
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'owner_not_found'],
      [400, 'no_picture_name'],
      [400, 'invalid_input'],
      [400, 'invalid_input'],
      [415, 'unsupported_media_type'],
      [400, 'malformed_body'],
    ])
    expect(listPictureFiles()).toEqual([])
  })
})

describe('serving owner pictures', () => {
  it('serves only pictures: no drafts, no other files and nothing outside the folder', async () => {
    const folder = join(testApp.dataDir, 'owners')
    mkdirSync(join(folder, 'inner'))
    writeFileSync(join(testApp.dataDir, 'secret-key.jpg'), 'secret')
    for (const name of ['.draft.jpg', 'notes.txt', 'inner/a.jpg', 'UPPER.jpg', 'two.dots.jpg'])
      writeFileSync(join(folder, name), 'secret')
    const paths = ['', '.draft.jpg', 'notes.txt', 'inner/a.jpg', 'inner%2Fa.jpg', 'UPPER.jpg', 'two.dots.jpg']
    const escapingPaths = [
      '../secret-key.jpg',
      '..%2Fsecret-key.jpg',
      '%2e%2e/secret-key.jpg',
      '..%5Csecret-key.jpg',
    ]
    for (const path of [
      ...paths,
      ...escapingPaths,
      'nobody.jpg',
      `${'x'.repeat(400)}.jpg`,
      '%00.jpg',
      '%.jpg',
    ]) {
      const response = await fetchPicture(`/owners/${path}`)
      expect([path, response.statusCode >= 400 && response.statusCode < 500]).toEqual([path, true])
      expect(response.body).not.toContain('secret')
    }
    expect(existsSync(join(testApp.dataDir, 'secret-key.jpg'))).toBe(true)
  })

  it('accepts names in any script', async () => {
    writeFileSync(join(testApp.dataDir, 'owners', '山田-太郎.jpg'), 'picture')
    const response = await fetchPicture(`/owners/${encodeURIComponent('山田-太郎')}.jpg`)
    expect([response.statusCode, response.body]).toEqual([200, 'picture'])
  })
})
