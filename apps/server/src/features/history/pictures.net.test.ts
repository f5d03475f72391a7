import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileStore } from '../../media/file-store.ts'
import { type FormFile, postFiles } from '../../testing/multipart-form.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { mediaCleanupJob } from '../feed/media.ts'

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

const pictureUrl = (owner: string, league = 'Harbour') =>
  `/api/league/${league}/owners/${encodeURIComponent(owner)}/picture/`

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

async function fetchPicture(url: string, headers: Record<string, string> = {}, client = admin) {
  return testApp.app.inject({ url, headers, cookies: Object.fromEntries(client.cookies) })
}

describe('uploading an owner picture', () => {
  it('stores a resized JPEG without camera metadata and serves it to members', async () => {
    const rotated = createPicture(900, 600)
      .withExif({ IFD0: { Make: 'canary' } })
      .withMetadata({ orientation: 6 })
    const response = await uploadPicture(await toBytes(rotated.jpeg()))
    expect([response.status, response.body]).toEqual([
      200,
      {
        picture: expect.stringMatching(
          /^\/api\/league\/Harbour\/owners\/%C5%BDofie%20Marlow\/picture\/\?v=[\w-]+$/,
        ),
      },
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
    expect(listPictureFiles()).toEqual([])
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

  it("is the picture of the person who has the owner's team, before the team's logo", async () => {
    const logo = 'https://g.espncdn.com/lm-static/ffl/images/default_logos/10.svg'
    const [anchors, buoys] = buildSeason().teams.map((team) => ({ ...team, logo }))
    testApp.provider.read = () => buildSeason({ teams: [anchors, buoys] as never })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
    const ben = await testApp.registerUser('ben', { first_name: 'Ben', last_name: 'Okafor' })
    await admin.post('/api/assign-user/', { username: 'ben', league: 'Harbour', role: 'player' })
    const readPeople = async () => (await ben.get('/api/league/Harbour/meta/')).body.people
    expect(await readPeople()).toEqual([])

    for (const [league_team_id, username] of [
      [1, 'boss'],
      [2, 'ben'],
    ])
      await admin.post('/api/league/Harbour/assign-team/', { league_team_id, username })
    const signedLogo = expect.stringMatching(/^\/api\/images\//)
    const color = expect.stringMatching(/^#[\da-f]{6}$/)
    const owner = buildSeason().members[0]?.name ?? ''
    const picture = (await uploadPicture(await toBytes(createPicture().png()), owner)).body.picture
    expect(picture).toMatch(/^\/api\/league\/Harbour\/owners\//)
    expect(await readPeople()).toEqual([
      { name: 'boss', picture, color, team_id: 1 },
      { name: 'Ben Okafor', picture: signedLogo, color, team_id: 2 },
    ])

    await admin.delete(pictureUrl(owner))
    expect((await readPeople())[0]).toEqual({ name: 'boss', picture: signedLogo, color, team_id: 1 })
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: null })
    expect((await readPeople()).map(({ name }: { name: string }) => name)).toEqual(['Ben Okafor'])
  })

  it('finds a picture that was added to the data folder manually', async () => {
    expect(await getHistoryPicture()).toBe(null)
    writeFileSync(join(testApp.dataDir, 'owners', 'zofie-marlow.jpg'), await toBytes(createPicture().jpeg()))
    expect(await getHistoryPicture()).toMatch(/^\/api\/league\/Harbour\/owners\/.+\/picture\/\?v=\w+$/)
    expect((await fetchPicture(await getHistoryPicture())).statusCode).toBe(200)
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
    const huge = await toBytes(createPicture(8001, 8001).jpeg())
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

describe('the pictures of different leagues', () => {
  let rival: TestClient

  /** A second league with an owner of the same name, which the rival manages. */
  beforeEach(async () => {
    rival = await testApp.registerUser('rival')
    await admin.post('/api/create-league/', { name: 'Island', espn_league_id: 4712 })
    await admin.post('/api/refresh-espn/', { name: 'Island', season: 2026 })
    await admin.post('/api/assign-user/', { username: 'rival', league: 'Island', role: 'admin' })
  })

  const uploadAs = async (client: TestClient, league: string, color: string) => {
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: color } })
    return postFiles(client, pictureUrl('Žofie Marlow', league), [
      { name: 'me.png', field: 'file', content: await toBytes(picture.png()) },
    ])
  }

  const colorOf = async (response: { rawPayload: Buffer }) =>
    (await sharp(response.rawPayload).stats()).dominant.r > 128 ? 'red' : 'blue'

  it('are independent of each other', async () => {
    await uploadAs(admin, 'Harbour', '#ff0000')
    const before = await getHistoryPicture()
    expect((await uploadAs(rival, 'Island', '#0000ff')).status).toBe(200)
    expect(await getHistoryPicture()).toBe(before)
    expect(await colorOf(await fetchPicture(before))).toBe('red')
    expect(await colorOf(await fetchPicture('/owners/zofie-marlow.jpg', {}, rival))).toBe('blue')
    await rival.delete(pictureUrl('Žofie Marlow', 'Island'))
    expect((await fetchPicture(before)).statusCode).toBe(200)
  })

  it('come from the data folder until an admin of the league replaces or removes them', async () => {
    const ofRelease010 = sharp({ create: { width: 9, height: 9, channels: 3, background: '#0000ff' } })
    writeFileSync(
      join(testApp.dataDir, 'owners', 'zofie-marlow.jpg'),
      await toBytes(ofRelease010.jpeg({ quality: 100 })),
    )
    const urls = [pictureUrl('Žofie Marlow'), pictureUrl('Žofie Marlow', 'Island')]
    const colors = async () =>
      Promise.all(
        urls.map(async (url) => {
          const response = await fetchPicture(url)
          return response.statusCode === 200 ? colorOf(response) : response.statusCode
        }),
      )
    expect(await colors()).toEqual(['blue', 'blue'])
    await uploadAs(rival, 'Island', '#ff0000')
    expect(await colors()).toEqual(['blue', 'red'])
    await admin.delete(pictureUrl('Žofie Marlow'))
    expect(await colors()).toEqual([404, 'red'])
    await rival.delete(pictureUrl('Žofie Marlow', 'Island'))
    expect(await colors()).toEqual([404, 404])
    expect([await getHistoryPicture(), listPictureFiles()]).toEqual([null, ['zofie-marlow.jpg']])
  })

  it('are found by slug in the leagues of the reader, the league in the query first', async () => {
    await uploadAs(admin, 'Harbour', '#ff0000')
    await uploadAs(admin, 'Island', '#0000ff')
    const fetchBySlug = async (client: TestClient, query = '') => {
      const response = await fetchPicture(`/owners/zofie-marlow.jpg${query}`, {}, client)
      return response.statusCode === 200 ? colorOf(response) : response.statusCode
    }
    expect(await fetchBySlug(admin)).toBe('red')
    expect(await fetchBySlug(admin, '?league=Island')).toBe('blue')
    expect(await fetchBySlug(rival, '?league=Harbour')).toBe('blue')
    expect(await fetchBySlug(rival, '?league=Nowhere&league=Island')).toBe('blue')
    expect(await fetchBySlug(await testApp.registerUser('stranger'))).toBe(404)
    expect(await fetchBySlug(testApp.client(), '?league=Harbour')).toBe(404)
  })

  it('stay with the owner who changes the name', async () => {
    await uploadAs(admin, 'Harbour', '#ff0000')
    const [, ben] = buildSeason().members
    testApp.provider.read = () =>
      buildSeason({ members: buildSeason().members.map((each) => ({ ...each, name: `New ${each.name}` })) })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
    const { people } = (await admin.get('/api/league/Harbour/history/')).body
    expect(
      people.map((each: { owner: string; picture: string | null }) => [each.owner, each.picture === null]),
    ).toEqual([
      ['New Ada Marlow', false],
      [`New ${ben?.name}`, true],
    ])
  })

  it('use the new name of a renamed league', async () => {
    await uploadAs(admin, 'Harbour', '#ff0000')
    await admin.post('/api/league/Harbour/settings/', { name: 'Haven' })
    const { people } = (await admin.get('/api/league/Haven/history/')).body
    expect(people[1].picture).toMatch(/^\/api\/league\/Haven\//)
    expect((await fetchPicture(people[1].picture)).statusCode).toBe(200)
  })

  it('are kept by the cleanup of media files', async () => {
    await uploadAs(admin, 'Harbour', '#ff0000')
    const { file_key } = await testApp.db
      .selectFrom('owner_pictures')
      .select('file_key')
      .executeTakeFirstOrThrow()
    utimesSync(join(testApp.mediaFolder, String(file_key).slice(0, 2), String(file_key)), 1, 1)
    const files = fileStore(testApp.mediaFolder)
    await mediaCleanupJob(testApp.db, files, () => testApp.clock.now).run(new AbortController().signal)
    expect((await fetchPicture(pictureUrl('Žofie Marlow'))).statusCode).toBe(200)
  })

  it('are removed with their league', async () => {
    await uploadAs(admin, 'Harbour', '#ff0000')
    await admin.post('/api/league/Harbour/delete/', { name: 'Harbour' })
    expect(await testApp.db.selectFrom('owner_pictures').selectAll().execute()).toEqual([])
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
    testApp.provider.read = () =>
      buildSeason({ members: buildSeason().members.map((each) => ({ ...each, name: '山田 太郎' })) })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
    const response = await fetchPicture(`/owners/${encodeURIComponent('山田-太郎')}.jpg`)
    expect([response.statusCode, response.body]).toEqual([200, 'picture'])
  })
})
