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

const uploadPicture = (content: FormFile['content'], owner = 'Žofie Marlow', more: Partial<FormFile> = {}) =>
  postFiles(admin, pictureUrl(owner), [{ name: 'me.txt', field: 'file', content, ...more }])

const createPicture = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })

const toBytes = async (picture: Sharp) => new Uint8Array(await picture.toBuffer())

const getHistoryPicture = async () => (await admin.get('/api/league/Harbour/history/')).body.people[1].picture

const listPictureFiles = () => readdirSync(join(testApp.dataDir, 'owners'))

async function fetchPicture(url: string, headers: Record<string, string> = {}) {
  return testApp.app.inject({ url, headers })
}

describe('the picture of an owner', () => {
  it('is a small JPEG without what the camera wrote, shown to anyone at the owner’s address', async () => {
    const upright = createPicture(900, 600)
      .withExif({ IFD0: { Make: 'canary' } })
      .withMetadata({ orientation: 6 })
    const answer = await uploadPicture(await toBytes(upright.jpeg()))
    expect([answer.status, answer.body]).toEqual([
      200,
      { picture: expect.stringMatching(/^\/owners\/zofie-marlow\.jpg\?v=\w+$/) },
    ])
    expect(await getHistoryPicture()).toBe(answer.body.picture)

    const file = await fetchPicture(answer.body.picture)
    expect([file.statusCode, file.headers['content-type'], file.headers['x-content-type-options']]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
    ])
    const { format, width, height, exif } = await sharp(file.rawPayload).metadata()
    expect([format, width, height, exif]).toEqual(['jpeg', 341, 512, undefined])
    const again = await fetchPicture('/owners/zofie-marlow.jpg', {
      'if-none-match': String(file.headers['etag']),
    })
    expect(again.statusCode).toBe(304)
    expect(listPictureFiles()).toEqual(['zofie-marlow.jpg'])
  })

  it.each(['png', 'gif', 'webp', 'avif'] as const)('may be sent as %s', async (format) => {
    const answer = await uploadPicture(await toBytes(createPicture(40, 20).toFormat(format)))
    expect(answer.status).toBe(200)
    const { width, format: stored } = await sharp(
      (await fetchPicture(answer.body.picture)).rawPayload,
    ).metadata()
    expect([stored, width]).toEqual(['jpeg', 40])
  })

  it('has another address when it is replaced, and none when it is removed', async () => {
    await uploadPicture(await toBytes(createPicture().png()))
    utimesSync(join(testApp.dataDir, 'owners', 'zofie-marlow.jpg'), 1, 1)
    const before = (await admin.get('/api/league/Harbour/owners/žofie%20marlow/')).body.picture
    const { picture } = (await uploadPicture(await toBytes(createPicture().webp()))).body
    expect([await getHistoryPicture(), picture]).toEqual([picture, expect.not.stringMatching(before)])
    expect((await admin.delete(pictureUrl('Žofie Marlow'))).status).toBe(200)
    expect([await getHistoryPicture(), (await fetchPicture(picture)).statusCode]).toEqual([null, 404])
    const acts = await testApp.db.selectFrom('audit_log').select(['action', 'detail']).orderBy('id').execute()
    expect(acts.slice(-2).map(({ action, detail }) => [action, JSON.parse(detail).slug])).toEqual([
      ['owner.picture', 'zofie-marlow'],
      ['owner.picture_removed', 'zofie-marlow'],
    ])
  })

  it('may be put into the data folder by hand', async () => {
    expect(await getHistoryPicture()).toBe(null)
    writeFileSync(join(testApp.dataDir, 'owners', 'zofie-marlow.jpg'), await toBytes(createPicture().jpeg()))
    expect(await getHistoryPicture()).toMatch(/^\/owners\/zofie-marlow\.jpg/)
  })

  it.each([
    ['text', 'hello', 415, 'Only images can be uploaded.'],
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      415,
      'Only images can be uploaded.',
    ],
    ['nothing', '', 415, 'Only images can be uploaded.'],
    ['more than the limit', 'x'.repeat(1024 * 1024 + 1), 413, 'That file is too large for the server limit.'],
  ])('is no %s', async (_, content, status, sentence) => {
    const answer = await uploadPicture(content)
    expect([answer.status, answer.body.error, listPictureFiles(), await getHistoryPicture()]).toEqual([
      status,
      sentence,
      [],
      null,
    ])
  })

  it('is a whole image of a size that can be handled', async () => {
    const whole = await toBytes(createPicture().png())
    const huge = await toBytes(createPicture(8001, 8001).png())
    const answers = [await uploadPicture(whole.slice(0, whole.length / 2)), await uploadPicture(huge)]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [415, 'That image cannot be read.'],
      [413, 'That picture has too many pixels.'],
    ])
    expect(listPictureFiles()).toEqual([])
  })

  it('is of an owner of the league whose name has letters, and the form’s file', async () => {
    const bytes = await toBytes(createPicture(9, 9).png())
    const answers = [
      await uploadPicture(bytes, 'Nobody'),
      await uploadPicture(bytes, '🏈'),
      await uploadPicture(bytes, 'Žofie Marlow', { field: 'files' }),
      await postFiles(admin, pictureUrl('Žofie Marlow'), []),
      await admin.post(pictureUrl('Žofie Marlow'), {}),
      await admin.post(pictureUrl('Žofie Marlow'), 'x', { 'content-type': 'multipart/form-data' }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
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

describe('the address of pictures', () => {
  it('gives pictures alone: nothing beside or above their folder, no draft, no other file', async () => {
    const folder = join(testApp.dataDir, 'owners')
    mkdirSync(join(folder, 'inner'))
    writeFileSync(join(testApp.dataDir, 'secret-key.jpg'), 'secret')
    for (const name of ['.draft.jpg', 'notes.txt', 'inner/a.jpg', 'UPPER.jpg', 'two.dots.jpg'])
      writeFileSync(join(folder, name), 'secret')
    const paths = ['', '.draft.jpg', 'notes.txt', 'inner/a.jpg', 'inner%2Fa.jpg', 'UPPER.jpg', 'two.dots.jpg']
    const above = ['../secret-key.jpg', '..%2Fsecret-key.jpg', '%2e%2e/secret-key.jpg', '..%5Csecret-key.jpg']
    for (const path of [...paths, ...above, 'nobody.jpg', `${'x'.repeat(400)}.jpg`, '%00.jpg', '%.jpg']) {
      const answer = await fetchPicture(`/owners/${path}`)
      expect([path, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([path, true])
      expect(answer.body).not.toContain('secret')
    }
    expect(existsSync(join(testApp.dataDir, 'secret-key.jpg'))).toBe(true)
  })

  it('takes names in any script', async () => {
    writeFileSync(join(testApp.dataDir, 'owners', '山田-太郎.jpg'), 'picture')
    const answer = await fetchPicture(`/owners/${encodeURIComponent('山田-太郎')}.jpg`)
    expect([answer.statusCode, answer.body]).toEqual([200, 'picture'])
  })
})
