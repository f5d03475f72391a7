import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { HOUR_MS } from '@fieldhouse/domain/duration'
import { EDIT_WINDOW_MS } from '@fieldhouse/domain/league/text-links'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/engine/database.ts'
import { insertInBatches } from '../../database/engine/queries.ts'
import { listLeagueTables, NEVER_EXPORTED, NFL_TABLES } from '../../database/portability/league-rows.ts'
import { openExport } from '../../http/file-transfers.ts'
import { writePart } from '../../repositories/archive-store.ts'
import { saveScoreboard, saveWeather } from '../../repositories/nfl.ts'
import { findPlayers } from '../../repositories/player-reader.ts'
import type { SeasonDocument } from '../../repositories/stored-seasons.ts'
import { dataTables, readAllRows } from '../../testing/all-rows.ts'
import { createFullLeague as populateFullLeague } from '../../testing/full-league-fixture.ts'
import { IS_NET } from '../../testing/is-net.ts'
import { listFiles } from '../../testing/list-files.ts'
import { listReadUrls } from '../../testing/list-read-urls.ts'
import { createPhoto } from '../../testing/media-files.ts'
import { postFiles, postForm } from '../../testing/multipart-form.ts'
import { NO_PROGRESS } from '../../testing/nfl-progress.ts'
import { buildLine } from '../../testing/reported-line.ts'
import { createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'
import {
  ADMIN_CODE,
  SUNDAY,
  startApp,
  type TestApp,
  type TestClient,
  type TestResponse,
} from '../../testing/start-app.ts'
import { buildDraftPick } from '../../testing/week-fixture.ts'
import { createZip, readZip, type ZipFiles } from '../../testing/zips.ts'

const testApps: TestApp[] = []
afterEach(async () => {
  for (const testApp of testApps.splice(0)) await testApp.close()
})

async function createFullLeague(): Promise<SocialLeague> {
  const league = await populateFullLeague()
  testApps.push(league.testApp)
  return league
}

const exportFiles = async (who: TestClient, league = 'Harbour'): Promise<ZipFiles> =>
  readZip((await download(who, league)).raw)

async function download(who: TestClient, league: string): Promise<{ response: TestResponse; raw: Buffer }> {
  const testApp = testApps[0] as TestApp
  const reply = await testApp.app.inject({
    url: `/api/league/${league}/export/`,
    cookies: Object.fromEntries(who.cookies),
  })
  const response = { status: reply.statusCode, body: reply.body, headers: reply.headers }
  return { response, raw: reply.rawPayload }
}

const fetchAdaPicture = (testApp: TestApp, client: TestClient, league = 'Harbour') =>
  testApp.app.inject({
    url: `/api/league/${league}/owners/Ada%20Marlow/picture/`,
    cookies: Object.fromEntries(client.cookies),
  })

/** Lists the staging folder for uploads and exports. */
async function listTemporaryFolders({ mediaFolder }: TestApp): Promise<string[]> {
  return readdir(join(mediaFolder, 'incoming'))
}

function importArchive(
  who: TestClient,
  archive: Uint8Array<ArrayBuffer> | string,
  name?: string,
): Promise<TestResponse> {
  const form = new FormData()
  if (name !== undefined) form.append('name', name)
  form.append('file', new Blob([archive]), 'harbour.zip')
  return postForm(who, '/api/import-league/', form)
}

async function startEmptyServer(staff = 'keeper'): Promise<{ testApp: TestApp; staff: TestClient }> {
  // Another key, so that the keys of anonymous votes cannot match by accident.
  const testApp = await startApp({ secretKey: 'another server '.repeat(4) })
  testApps.push(testApp)
  return { testApp, staff: await testApp.registerUser(staff, { role: 'admin', admin_code: ADMIN_CODE }) }
}

/** Links every imported person of a league to the account with the person's username, as a site admin. */
async function linkEveryone(siteAdmin: TestClient, league: string): Promise<void> {
  const { people } = (await siteAdmin.get('/api/imported-people/')).body
  for (const person of people.filter((each: { league: string }) => each.league === league)) {
    const { id, username } = person
    const { status, body } = await siteAdmin.post('/api/imported-people/link/', { id, username })
    expect([status, body.message]).toEqual([200, expect.stringMatching(/^Linked to .+\.$/)])
  }
}

const withChangedFile = (files: ZipFiles, name: string, change: (json: never) => unknown): ZipFiles =>
  new Map([
    ...files,
    [name, Buffer.from(JSON.stringify(change(JSON.parse(String(files.get(name))) as never)))],
  ])
const withRowValues = (files: ZipFiles, table: string, values: object) =>
  withChangedFile(files, `tables/${table}.json`, (rows: object[]) =>
    rows.map((row) => ({ ...row, ...values })),
  )
const withSeasons = (files: ZipFiles, change: (document: SeasonDocument) => object): ZipFiles =>
  withChangedFile(files, 'tables/seasons.json', (rows: { document: string }[]) =>
    rows.map((row) => ({ ...row, document: JSON.stringify(change(JSON.parse(row.document))) })),
  )
const withRecap = (files: ZipFiles, document: string) =>
  withChangedFile(files, 'tables/recaps.json', () => [
    { league_id: 1, season: 2026, week: 1, post_id: null, posted_at: 0, document, rewrite: null },
  ])

const twice = <Item>(items: readonly Item[]) => [...items, ...items]

/** Operations whose responses differ between servers, such as the sizes of re-encoded files, or are not JSON. */
const EXCLUDED_OPERATIONS = [
  'exportLeague',
  'getSeasonTemplate',
  'exportPicks',
  'getLeagueCookieStatus',
  'getLeagueStorage',
  'getMediaFile',
  'getOwnerPicture',
  'getTrophyPicture',
  'getMatchupImage',
  'getStandingsImage',
  'getRaceImage',
  'getSeasonCardImage',
  'getTeamImage',
  'getRecapImage',
  'getRecordsImage',
  'getComparisonImage',
  'getTradeImage',
  'getDraftImage',
  'listLeagueJobs',
  // Reports are not part of an archive.
  'listReports',
]

/** Returns the responses of all operations that read a league, by operation name. */
async function readResponses(who: TestClient, league: string): Promise<Record<string, unknown>> {
  const responses: Record<string, unknown> = {}
  for (const [name, url] of await listReadUrls(who, league)) {
    if (!url.startsWith(`/api/league/${league}/`) || EXCLUDED_OPERATIONS.includes(name)) continue
    const { status, body } = await who.get(url)
    responses[name] = { status, body: normalizeIds(body) }
  }
  return responses
}

/** Replaces ids that differ between servers, including those in URLs and cursors, and removes the marks of imports. */
function normalizeIds(body: unknown): unknown {
  if (typeof body === 'string' && body.length > 2000) return body.length
  return JSON.parse(
    JSON.stringify(body ?? null, (key, value: unknown) => {
      if (key === 'imported' || key === 'imported_voters') return undefined
      if (key === 'my_vote') return value === null ? null : 'a vote'
      if (['id', 'post_id', 'option_id', 'next', 'before'].includes(key))
        return value === null ? null : 'a number'
      return typeof value === 'string'
        ? value
            .replace(/league\/[^/]+\/social\/media\/\d+\//g, 'league/L/social/media/N/')
            .replace(/^(\/api\/league\/.*\/(?:picture|trophy)\/)\?v=[\w-]+$/, '$1?v=V')
        : value
    }),
  )
}

const KICKOFF = new Date('2026-09-13T20:25:00Z')

/** Stores a game of the starters of week 1, with its line and weather. */
async function storeNflGame(
  { db }: TestApp,
  { spread = -3.5, fahrenheit = 71, gameId = 401, homeTeamId = 12, awayTeamId = 3 } = {},
): Promise<void> {
  const game = { gameId, season: 2026, week: 1, homeTeamId, awayTeamId, kickoff: KICKOFF, isTimeSet: true }
  const details = {
    venueId: 3622,
    venueName: 'Arrowhead',
    isNeutral: false,
    isIndoor: false,
    state: 'pre' as const,
  }
  const before = new Date(KICKOFF.getTime() - HOUR_MS)
  const line = buildLine({ spread, total: 44 })
  await saveScoreboard(
    db,
    {
      season: 2026,
      week: 1,
      games: [{ ...game, ...details, line, progress: { ...NO_PROGRESS, hold: 'delayed' } }],
      byes: [{ week: 1, teamId: 9 }],
    },
    before,
  )
  await saveWeather(
    db,
    { ...game, state: 'pre' },
    { description: 'Light snow', fahrenheit, icon: 'snow' },
    before,
  )
}

async function rosterOf(who: TestClient, league = 'Harbour') {
  return (await who.get(`/api/league/${league}/me/roster/?season=2026&week=1`)).body.players
}

describe('league archive', () => {
  it.runIf(IS_NET)('carries what rosters show of the NFL games of its seasons', async () => {
    const { clients, testApp: origin } = await createFullLeague()
    await storeNflGame(origin)
    const archive = await createZip(await exportFiles(clients.skipper))
    const { testApp, staff } = await startEmptyServer('boss')
    expect((await importArchive(staff, archive)).status).toBe(200)
    testApp.clock.now = origin.clock.now
    await staff.post('/api/users/reset-password/', { username: 'player', new_password: 'a new long secret' })
    const player = testApp.client()
    await player.post('/api/login/', { username: 'player', password: 'a new long secret' })
    const players = await rosterOf(player)
    expect(players).toEqual(await rosterOf(clients.player))
    expect(players[0]).toMatchObject({
      opp: 'CHI',
      home_away: 'home',
      kickoff_ts: KICKOFF.getTime(),
      nfl_game: { phase: 'delayed', home_team: 'KC', away_team: 'CHI' },
      vegas_spread: -3.5,
      vegas_total: 44,
      weather_desc: 'Light snow',
      weather_temp_f: 71,
    })
  })

  it.runIf(IS_NET)(
    'opens an archive whose NFL games have no progress, as earlier releases wrote it',
    async () => {
      const { clients, testApp: origin } = await createFullLeague()
      await storeNflGame(origin)
      const files = await exportFiles(clients.skipper)
      const columns = ['period', 'clock_seconds', 'home_score', 'away_score', 'hold', 'ball_team_id']
      const missing = [...columns, 'is_red_zone', 'observed_at'].map((column) => [column, undefined])
      const oldFiles = withRowValues(files, 'nfl_games', Object.fromEntries(missing))
      const { staff } = await startEmptyServer('boss')
      expect((await importArchive(staff, await createZip(oldFiles))).status).toBe(200)
      const { body } = await staff.get('/api/league/Harbour/teams/1/?season=2026&week=1')
      expect(body.roster.players[0]?.nfl_game).toMatchObject({ phase: 'scheduled', observed_ts: null })
    },
  )

  it.runIf(IS_NET)('adds NFL data that the server lacks and keeps what it has', async () => {
    const { clients, testApp: origin } = await createFullLeague()
    await storeNflGame(origin)
    const archive = await createZip(await exportFiles(clients.skipper))
    const { testApp, staff } = await startEmptyServer('player')
    await storeNflGame(testApp, { spread: -7, fahrenheit: 20 })
    await testApp.db.deleteFrom('nfl_lines').execute()
    expect((await importArchive(staff, archive)).status).toBe(200)
    await linkEveryone(staff, 'Harbour')
    expect((await rosterOf(staff))[0]).toMatchObject({ vegas_spread: -3.5, weather_temp_f: 20 })
    expect((await importArchive(staff, archive, 'Again')).status).toBe(200)
  })

  it.runIf(IS_NET)(
    "does not add a game of a team that has another game in the server's schedule",
    async () => {
      const { clients, testApp: origin } = await createFullLeague()
      await storeNflGame(origin)
      const archive = await createZip(await exportFiles(clients.skipper))
      const { testApp, staff } = await startEmptyServer('player')
      await storeNflGame(testApp, { gameId: 402, homeTeamId: 9, awayTeamId: 12 })
      expect((await importArchive(staff, archive)).status).toBe(200)
      await linkEveryone(staff, 'Harbour')
      expect((await rosterOf(staff))[0]).toMatchObject({ opp: 'GB', home_away: '@', vegas_spread: 3.5 })
      expect(await testApp.db.selectFrom('nfl_games').select('game_id').execute()).toEqual([{ game_id: 402 }])
    },
  )

  it('carries mentions, which follow their people, and creates no accounts for them', async () => {
    const { clients, post, testApp: origin } = await createFullLeague()
    await origin.registerUser('guest')
    await clients.boss.post('/api/assign-user/', { username: 'guest', league: 'Harbour', role: 'viewer' })
    const { members } = (await clients.boss.get('/api/league/Harbour/mentionables/')).body
    const { id } = members.find(({ name }: { name: string }) => name === 'guest')
    const content = 'Bye @guest'
    await post('skipper', 'posts/', { content, mentions: [{ kind: 'member', id, start: 4, length: 6 }] })
    await clients.boss.post('/api/league/Harbour/members/remove/', { username: 'guest' })
    const files = await exportFiles(clients.skipper)
    const { testApp, staff } = await startEmptyServer('boss')
    await testApp.registerUser('player', { first_name: 'Rosa', last_name: 'Moved' })
    expect((await importArchive(staff, await createZip(files))).body.created).not.toContain('guest')
    const readMentions = async () => {
      const { items } = (await staff.get('/api/league/Harbour/social/feed/')).body
      const preview = items.flatMap(
        ({ comments_preview: comments }: { comments_preview: object[] }) => comments,
      )
      return [...items, ...preview].flatMap(({ content: text, body = text, mentions = [] }) =>
        mentions.map((mention: { name?: string; start: number; length: number }) => [
          body.slice(mention.start, mention.start + mention.length),
          mention.name,
        ]),
      )
    }
    expect(await readMentions()).toEqual([
      ['@Anchors', undefined],
      ['@Rosa Field', 'Rosa Field'],
    ])
    await linkEveryone(staff, 'Harbour')
    expect((await readMentions())[1]?.[1]).toBe('Rosa Moved')
    expect((await staff.get('/api/league/Harbour/social/feed/')).body.items).toContainEqual(
      expect.objectContaining({ content }),
    )
  })

  it.runIf(IS_NET)('ignores mentions of a forged archive that are no parts of their text', async () => {
    const { clients } = await createFullLeague()
    const files = await exportFiles(clients.boss)
    const { staff } = await startEmptyServer('boss')
    const ranges = [
      { start: -1, length: 5 },
      { start: 10, length: 900 },
      { start: 2, length: 3 },
    ]
    for (const [index, range] of ranges.entries()) {
      const archive = await createZip(withRowValues(files, 'item_mentions', range))
      expect((await importArchive(staff, archive, `Forged ${index}`)).status).toBe(200)
      const { status, body } = await staff.get(`/api/league/Forged ${index}/social/feed/?type=post`)
      expect([status, body.items.filter((item: object) => 'mentions' in item)]).toEqual([200, []])
    }
  })

  it('recreates the same league on an empty server', async () => {
    const { clients } = await createFullLeague()
    const files = await exportFiles(clients.skipper)
    const { testApp, staff } = await startEmptyServer('boss')
    const response = await importArchive(staff, await createZip(files))
    expect([response.status, response.body]).toEqual([
      200,
      {
        message: 'League Harbour imported.',
        league: 'Harbour',
        matched: ['boss'],
        created: ['player', 'skipper', 'stranger', 'viewer'],
      },
    ])
    const later = new Date((testApps[0] as TestApp).clock.now.getTime() + EDIT_WINDOW_MS)
    for (const app of testApps) app.clock.now = later
    await staff.post('/api/account/confirm/', { password: 'boss-has-a-secret' })
    await linkEveryone(staff, 'Harbour')
    const before = await readResponses(clients.boss, 'Harbour')
    expect(await readResponses(staff, 'Harbour')).toEqual(before)
    expect(Object.keys(before).length).toBeGreaterThan(15)
    await staff.post('/api/users/reset-password/', { username: 'player', new_password: 'a new long secret' })
    const player = testApp.client()
    await player.post('/api/login/', { username: 'player', password: 'a new long secret' })
    expect(await readResponses(player, 'Harbour')).toEqual(await readResponses(clients.player, 'Harbour'))

    const count = async ({ db }: TestApp) =>
      Object.fromEntries(
        await Promise.all(
          (await listLeagueTables(db)).map(async ({ name }) => [
            name,
            (
              await db
                .selectFrom(name as 'leagues')
                .select(({ fn }) => fn.countAll().as('n'))
                .execute()
            )[0]?.n,
          ]),
        ),
      )
    const [exportedCounts, importedCounts] = [await count(testApps[0] as TestApp), await count(testApp)]
    expect(importedCounts['imported_audit_log']).toBe(
      JSON.parse(String(files.get('tables/audit_log.json'))).length,
    )
    const logs = { audit_log: 0, imported_audit_log: 0 }
    expect({ ...importedCounts, ...logs }).toEqual({ ...exportedCounts, ...logs })

    const mediaItem = (await staff.get('/api/league/Harbour/social/feed/?type=media')).body.items[0]
    for (const size of ['full', 'grid'])
      expect(
        (await staff.get(`/api/league/Harbour/social/media/${mediaItem.id}/file?size=${size}`)).status,
      ).toBe(200)
    expect((await fetchAdaPicture(testApp, staff)).headers['content-type']).toBe('image/jpeg')
    expect(await listTemporaryFolders(testApps[0] as TestApp)).toEqual([])
  })

  it.runIf(IS_NET)('names the drafted players of an imported league, also those in no lineup', async () => {
    const { clients, leagueId, testApp: source } = await createFullLeague()
    const player = { name: 'Wiley Post', position: 'WR', nflTeamId: 3 }
    const picks = [buildDraftPick({ playerId: 901, player })]
    const draft = { providerLeagueId: '4711', season: 2025, isComplete: true, kind: null, picks }
    await inTransaction(source.db, (transaction) =>
      writePart(transaction, leagueId, { name: 'draft', draft }, { receivedAt: SUNDAY, isFetched: true }),
    )
    const files = await exportFiles(clients.skipper)
    const { testApp, staff } = await startEmptyServer()
    expect((await importArchive(staff, await createZip(files))).status).toBe(200)
    expect(await findPlayers(testApp.db, [901])).toEqual(new Map([[901, { playerId: 901, ...player }]]))
  })

  it('removes location and camera data from imported media', async () => {
    const { clients } = await createFullLeague()
    const files = await exportFiles(clients.boss)
    const photo = await createPhoto(300, 200)
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const photos = [...files.keys()]
      .filter((name) => /^media\/[^/]+(?<!-grid)$/.test(name))
      .map((name) => [name, photo] as const)
    const changed = withRowValues(new Map([...files, ...photos]), 'feed_media', { size: photo.length })
    const { testApp, staff } = await startEmptyServer('boss')
    expect((await importArchive(staff, await createZip(changed))).status).toBe(200)
    const [mediaItem] = (await staff.get('/api/league/Harbour/social/feed/?type=media')).body.items
    expect([mediaItem.width, mediaItem.height]).toEqual([200, 300])
    const reply = await testApp.app.inject({
      url: mediaItem.url,
      cookies: Object.fromEntries(staff.cookies),
    })
    expect((await sharp(reply.rawPayload).metadata()).exif).toBeUndefined()
    const grid = await staff.get(`${mediaItem.url}?size=grid`)
    expect([grid.status, grid.headers['content-type']]).toEqual([200, 'image/webp'])
  })

  it('imports the trophy picture with its description, re-encoded under a new key', async () => {
    const { clients } = await createFullLeague()
    const files = await exportFiles(clients.boss)
    const [row] = JSON.parse(String(files.get('tables/trophy_pictures.json')))
    expect(files.has('trophy.jpg')).toBe(true)
    const { testApp, staff } = await startEmptyServer('boss')
    await importArchive(staff, await createZip(new Map([...files, ['trophy.jpg', await createPhoto()]])))
    const { trophy } = (await staff.get('/api/league/Harbour/history/')).body
    expect(trophy.description).toBe('A tin cup')
    expect(trophy.picture).not.toContain(row.file_key)
    const reply = await testApp.app.inject({
      url: trophy.picture,
      cookies: Object.fromEntries(staff.cookies),
    })
    const { format, exif } = await sharp(reply.rawPayload).metadata()
    expect([reply.statusCode, format, exif]).toEqual([200, 'jpeg', undefined])

    files.delete('trophy.jpg')
    expect((await importArchive(staff, await createZip(files), 'Again')).status).toBe(200)
    expect((await staff.get('/api/league/Again/history/')).body.trophy).toBe(null)
  })

  it.runIf(IS_NET)('imports the pictures of the owners for the new league only', async () => {
    const { clients } = await createFullLeague()
    const files = await exportFiles(clients.boss)
    files.set('owners/somebody.jpg', await createPhoto())
    const { testApp, staff } = await startEmptyServer('boss')
    await importArchive(staff, await createZip(files))
    const imported = await fetchAdaPicture(testApp, staff)
    files.set('owners/ada-marlow.jpg', await createPhoto())
    expect((await importArchive(staff, await createZip(files), 'Again')).status).toBe(200)
    expect((await fetchAdaPicture(testApp, staff)).rawPayload).toEqual(imported.rawPayload)
    const ofNewLeague = await fetchAdaPicture(testApp, staff, 'Again')
    expect([ofNewLeague.statusCode, ofNewLeague.rawPayload.equals(imported.rawPayload)]).toEqual([200, false])
    const keys = [
      ...(await testApp.db.selectFrom('owner_pictures').select('file_key').execute()),
      ...(await testApp.db.selectFrom('trophy_pictures').select('file_key').execute()),
    ]
    const stored = listFiles(testApp.mediaFolder).map(({ name }) => basename(name))
    const media = await testApp.db.selectFrom('feed_media').select('file_key').execute()
    expect(stored.filter((name) => !media.some(({ file_key }) => name.startsWith(file_key))).sort()).toEqual(
      keys.map(({ file_key }) => file_key).sort(),
    )
  })

  it.runIf(IS_NET)('exports all rows of a long feed, in order', async () => {
    const { clients, testApp, leagueId } = await createSocialLeague()
    testApps.push(testApp)
    const { id: user_id } = await testApp.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'player')
      .executeTakeFirstOrThrow()
    const numbers = Array.from({ length: 1003 }, (_, index) => index + 1)
    await insertInBatches(numbers, (batch) =>
      testApp.db
        .insertInto('feed_items')
        .values(
          batch.map((id) => ({
            id,
            league_id: leagueId,
            type: 'post' as const,
            user_id,
            is_pinned: 0,
            created_at: id * 60_000,
          })),
        )
        .execute(),
    )
    await insertInBatches(numbers, (batch) =>
      testApp.db
        .insertInto('feed_posts')
        .values(batch.map((id) => ({ item_id: id, content: `Post ${id}` })))
        .execute(),
    )
    const comment = { post_id: 7, user_id, body: 'Well said.', created_at: 501.5 * 60_000 }
    await testApp.db.insertInto('item_comments').values(comment).execute()
    const files = await exportFiles(clients.boss)
    const posts: { item_id: number }[] = JSON.parse(String(files.get('tables/feed_posts.json')))
    expect(posts.map((post) => post.item_id)).toEqual(numbers)
    const lines = String(files.get('csv/feed.csv')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1005)
    expect([lines[1], lines[501], lines[502], lines[503], lines[1004]]).toEqual([
      '1970-01-01T00:01:00.000Z,post,player,Post 1,1',
      '1970-01-01T08:21:00.000Z,post,player,Post 501,501',
      '1970-01-01T08:21:30.000Z,comment,player,Well said.,7',
      '1970-01-01T08:22:00.000Z,post,player,Post 502,502',
      '1970-01-01T16:43:00.000Z,post,player,Post 1003,1003',
    ])
  })

  it('gives people whose username is taken an account of their own, and none of the others a usable password', async () => {
    const { clients } = await createFullLeague()
    const archive = await createZip(await exportFiles(clients.boss))
    const { testApp, staff } = await startEmptyServer()
    const player = await testApp.registerUser('PLAYER')
    const { body } = await importArchive(staff, archive)
    expect([body.matched, body.created]).toEqual([['PLAYER'], ['boss', 'skipper', 'stranger', 'viewer']])
    expect((await player.get('/api/league/Harbour/me/role/')).body.role).toBeNull()
    await linkEveryone(staff, 'Harbour')
    expect((await player.get('/api/league/Harbour/me/role/')).body.role).toBe('player')
    expect((await player.get('/api/league/Harbour/me/summary/')).body.team.name).toBe('Anchors')
    const createdUser = (await staff.get('/api/users/')).body.users.find(
      (user: { username: string }) => user.username === 'boss',
    )
    expect([createdUser.is_admin, createdUser.is_staff]).toEqual([false, false])
    const client = testApp.client()
    for (const password of ['', 'boss-has-a-secret'])
      expect(
        (await client.post('/api/login/', { username: 'boss', password })).status,
      ).toBeGreaterThanOrEqual(400)
    await staff.post('/api/users/reset-password/', {
      username: 'skipper',
      new_password: 'a new long secret',
    })
    expect(
      (await client.post('/api/login/', { username: 'skipper', password: 'a new long secret' })).status,
    ).toBe(200)
    expect((await client.get('/api/league/Harbour/me/role/')).body.role).toBe('admin')
  })

  it('contains CSV files and no secrets', async () => {
    const { clients, testApp } = await createFullLeague()
    await testApp.db.updateTable('users').set({ email: 'canary@example.org' }).execute()
    const { response, raw } = await download(clients.skipper, 'Harbour')
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="harbour-2026-10-11.zip"',
    })
    const files = await readZip(raw)
    expect(String(files.get('csv/standings.csv')).split('\r\n').slice(0, 2)).toEqual([
      '\ufeffseason,rank,team,owners,wins,losses,ties,points_for,points_against',
      expect.stringContaining('Anchors'),
    ])
    expect(String(files.get('csv/picks.csv')).split('\r\n')).toEqual([
      '\ufeffseason,week,username,pick,result',
      `2026,6,player,"'=Bears ""+3"", -110",`,
      '',
    ])
    expect(String(files.get('csv/feed.csv'))).toContain(`,post,player,"'=1+1, said ""he"""`)
    const contents = [...files.values()].map(String).join('')
    for (const secret of [/CANARY/i, /argon2/, /canary@example/]) expect(contents).not.toMatch(secret)
  })

  it('leaves out hidden picks until the cutoff and includes them afterwards', async () => {
    const { clients, testApp } = await createFullLeague()
    await testApp.db.updateTable('leagues').set({ hides_picks: 1 }).execute()
    const textOf = async () => [...(await exportFiles(clients.skipper)).values()].map(String).join('')
    expect(await textOf()).not.toContain('Bears')
    const { cutoff } = (await clients.boss.get('/api/league/Harbour/bets/?season=2026&week=6')).body
    testApp.clock.now = new Date(cutoff)
    await clients.skipper.post('/api/account/confirm/', { password: 'skipper-has-a-secret' })
    // In the pick, its history and the CSV file.
    expect((await textOf()).match(/Bears/g)).toHaveLength(3)
  })

  it('is rejected while too many exports of the league wait', async () => {
    const { clients, leagueId } = await createFullLeague()
    const gate = Promise.withResolvers<void>()
    const open = async () => {
      await gate.promise
      return Readable.from(['archive'])
    }
    const earlier = [1001, 1002, 1003, 1004].map((userId) => openExport(leagueId, { userId }, open))
    const { response } = await download(clients.skipper, 'Harbour')
    expect([response.status, response.headers['retry-after']]).toEqual([503, '10'])
    gate.resolve()
    for (const exported of earlier) (await exported).destroy()
    expect((await download(clients.skipper, 'Harbour')).response.status).toBe(200)
  })

  it('exports every table with league data', async () => {
    const { testApp } = await startEmptyServer()
    const exportedTables = new Set([
      ...(await listLeagueTables(testApp.db)).map(({ name }) => name),
      ...NFL_TABLES,
    ])
    const others = (await dataTables(testApp.db))
      .map(({ name }) => name)
      .filter((name) => !exportedTables.has(name))
    const serverTables = [
      'attempt_buckets attempts password_resets sessions users',
      'link_previews logo_colors news_responses external_fetches player_lists players',
      'notification_choices push_subscriptions quiet_hours visits',
      'api_tokens identities passkey_challenges passkeys recovery_codes sign_in_steps subscriptions totp_secrets',
      'push_keys site_settings',
    ].flatMap((names) => names.split(' '))
    expect(others.sort()).toEqual([...NEVER_EXPORTED, ...serverTables].sort())
  })

  it('rejects an import under a taken name and accepts another name', async () => {
    const { clients, testApp } = await createFullLeague()
    const archive = await createZip(await exportFiles(clients.boss))
    const taken = await importArchive(clients.boss, archive)
    expect([taken.status, taken.body.code]).toEqual([409, 'league_name_taken'])
    const renamed = await importArchive(clients.boss, archive, 'Harbour of old')
    expect([renamed.status, renamed.body.league, renamed.body.created]).toEqual([200, 'Harbour of old', []])
    await linkEveryone(clients.boss, 'Harbour of old')
    testApp.clock.now = new Date(testApp.clock.now.getTime() + EDIT_WINDOW_MS)
    const feeds = await Promise.all(
      ['Harbour', 'Harbour of old'].map((league) => readResponses(clients.player, league)),
    )
    expect(feeds[1]?.['listFeed']).toEqual(feeds[0]?.['listFeed'])
    expect((await clients.boss.get('/api/leagues/')).body.leagues).toHaveLength(2)
    const keys = await testApp.db.selectFrom('feed_media').select('file_key').execute()
    expect(new Set(keys.map(({ file_key }) => file_key)).size).toBe(4)
  })
})

describe('invalid league archive', () => {
  it('rejects an invalid archive with a reason and changes nothing', async () => {
    const { clients, testApp: origin } = await createFullLeague()
    await storeNflGame(origin)
    const files = await exportFiles(clients.boss)
    files.delete('owners/ada-marlow.jpg')
    const { testApp, staff } = await startEmptyServer()
    const html = Buffer.from('<script>alert(1)</script>')
    const [trophy] = JSON.parse(String(files.get('tables/trophy_pictures.json')))
    const invalidArchives: [string, ZipFiles | string, RegExp][] = [
      ['no zip', 'PK nothing', /isn't a league archive/],
      ['another zip', new Map([['a.txt', Buffer.from('a')]]), /isn't a league archive/],
      [
        'a newer version',
        withChangedFile(files, 'league.json', (json: object) => ({ ...json, version: 2 })),
        /newer/,
      ],
      ['an unknown table', new Map([...files, ['tables/robots.json', Buffer.from('[]')]]), /newer/],
      ['an unknown column', withRowValues(files, 'leagues', { robots: 1 }), /newer/],
      ['broken JSON', new Map([...files, ['tables/seasons.json', Buffer.from('[{')]]), /damaged/],
      ['invalid rows', new Map([...files, ['tables/seasons.json', Buffer.from('[7]')]]), /damaged/],
      [
        'two leagues',
        withChangedFile(files, 'tables/leagues.json', (rows: object[]) => [...rows, ...rows]),
        /damaged/,
      ],
      ['text instead of a number', withRowValues(files, 'lineups', { points: 'many' }), /points/],
      ['a fraction instead of an integer', withRowValues(files, 'lineups', { points: 1.5 }), /points/],
      ['a number that is too large', withRowValues(files, 'lineups', { points: 2 ** 60 }), /points/],
      ['a timestamp out of range', withRowValues(files, 'leagues', { created_at: 9e15 }), /created_at/],
      ['an unknown role', withRowValues(files, 'memberships', { role: 'king' }), /damaged/],
      ['duplicate rows', withRowValues(files, 'memberships', { user_id: 1 }), /damaged/],
      ['an unknown person', withRowValues(files, 'memberships', { user_id: 999 }), /damaged/],
      ['an empty season', withSeasons(files, () => ({})), /damaged/],
      ['no season', withRowValues(files, 'seasons', { document: null }), /damaged/],
      ['a season with text for a number', withSeasons(files, (each) => ({ ...each, size: '12' })), /damaged/],
      [
        'an unknown result',
        withSeasons(files, ({ games, ...each }) => ({
          ...each,
          games: games.map((game) => ({ ...game, result: 'robbed' })),
        })),
        /damaged/,
      ],
      ['a team twice', withSeasons(files, (each) => ({ ...each, teams: twice(each.teams) })), /damaged/],
      ['a game twice', withSeasons(files, (each) => ({ ...each, games: twice(each.games) })), /damaged/],
      ['owners who are nobody', withSeasons(files, (each) => ({ ...each, members: [] })), /damaged/],
      [
        'an unknown keeper rule',
        withRowValues(files, 'league_documents', { document: '{"unit":"x"}' }),
        /damaged/,
      ],
      ['an unreadable recap', withRecap(files, '{"title":7}'), /damaged/],
      ['dues due on no day', withRowValues(files, 'dues_setups', { due_on: 'soon' }), /damaged/],
      ['a prize of no kind', withRowValues(files, 'dues_prizes', { kind: 'luck' }), /damaged/],
      ['a payment that is too large', withRowValues(files, 'dues_entries', { amount: 1e10 }), /damaged/],
      ['an unreadable bet', withRowValues(files, 'picks', { selection: '{"gameId":"x"}' }), /damaged/],
      ['an unknown settler', withRowValues(files, 'picks', { settled_by: 'nobody' }), /damaged/],
      ['invalid NFL weather', withRowValues(files, 'nfl_weather', { icon: 'frogs' }), /damaged/],
      ['invalid NFL games', withRowValues(files, 'nfl_games', { is_time_set: 7 }), /damaged/],
      ['invalid lineups', withRowValues(files, 'lineups', { entries: 'x' }), /damaged/],
      ['a post of another league', withRowValues(files, 'feed_posts', { item_id: 999 }), /damaged/],
      [
        'missing binary values',
        withRowValues(files, 'provider_answers', { body: '../../etc/passwd' }),
        /body/,
      ],
      [
        'a web page instead of a picture',
        new Map([...files].map(([name, content]) => [name, name.startsWith('media/') ? html : content])),
        /doesn't match its declared type or size/,
      ],
      [
        'a web page instead of an owner picture',
        new Map([...files, ['owners/ada-marlow.jpg', html]]),
        /owners\/ada-marlow.jpg in the archive isn't a valid picture/,
      ],
      [
        'a web page instead of a trophy picture',
        new Map([...files, ['trophy.jpg', html]]),
        /trophy.jpg in the archive isn't a valid picture/,
      ],
      [
        'two trophy pictures',
        withChangedFile(files, 'tables/trophy_pictures.json', () => [trophy, trophy]),
        /damaged/,
      ],
      [
        'a type that differs from the file',
        withRowValues(files, 'feed_media', { content_type: 'text/html' }),
        /doesn't match/,
      ],
      [
        'an invalid username',
        withChangedFile(files, 'league.json', (json: { people: object[] }) => ({
          ...json,
          people: json.people.map((person) => ({ ...person, username: 'a b<script>' })),
        })),
        /damaged/,
      ],
    ]
    const tables = await dataTables(testApp.db)
    const before = JSON.stringify(await readAllRows(testApp.db, tables))
    // The gate tries some of each kind.
    const tried = IS_NET ? invalidArchives : invalidArchives.filter((_, index) => index % 4 === 0)
    for (const [description, content, message] of tried) {
      const archive = typeof content === 'string' ? content : await createZip(content)
      const { status, body } = await importArchive(staff, archive)
      expect([description, status, body.code, body.error]).toEqual([
        description,
        400,
        'archive_unreadable',
        expect.stringMatching(message),
      ])
      expect([description, JSON.stringify(await readAllRows(testApp.db, tables)) === before]).toEqual([
        description,
        true,
      ])
    }
    const mediaEntries = await readdir(testApp.mediaFolder, { recursive: true, withFileTypes: true })
    expect(mediaEntries.filter((entry) => entry.isFile())).toEqual([])
  })

  it('rejects an archive with an oversized entry, an unsafe path or a truncated file', async () => {
    const { clients } = await createFullLeague()
    const archive = await createZip(await exportFiles(clients.boss))
    const { staff } = await startEmptyServer()
    // The first entry of the central directory declares an unpacked size of one byte.
    const wrongSize = Buffer.from(archive)
    wrongSize.writeUInt32LE(1, wrongSize.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24)
    const unsafePath = Buffer.from(
      Buffer.from(archive).toString('latin1').replaceAll('README.txt', '../../a.md'),
      'latin1',
    )
    for (const invalid of [wrongSize, unsafePath, archive.subarray(0, -100)]) {
      const { status, body } = await importArchive(staff, Buffer.from(invalid))
      expect([status, body.code]).toEqual([400, 'archive_unreadable'])
    }
  })

  it('rejects a request that is not a form with one file', async () => {
    const { staff } = await startEmptyServer()
    expect((await staff.post('/api/import-league/', {})).body.code).toBe('unsupported_media_type')
    expect((await importArchive(staff, '', 'A name alone')).body.code).toBe('archive_unreadable')
    const wrongField = await postFiles(staff, '/api/import-league/', [{ name: 'a.zip', content: 'x' }])
    expect(wrongField.body.fields).toEqual({ file: "Send one archive in the 'file' field." })
  })
})
