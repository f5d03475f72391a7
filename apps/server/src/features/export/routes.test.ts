import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { insertInBatches } from '../../database/insert-in-batches.ts'
import { listLeagueTables, NEVER_EXPORTED } from '../../database/league-tables.ts'
import { dataTables, readAllRows } from '../../testing/all-rows.ts'
import { createFullLeague as populateFullLeague } from '../../testing/full-league-fixture.ts'
import { listReadUrls } from '../../testing/list-read-urls.ts'
import { createPhoto } from '../../testing/media-files.ts'
import { postFiles, postForm } from '../../testing/multipart-form.ts'
import { createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'
import {
  ADMIN_CODE,
  startApp,
  type TestApp,
  type TestClient,
  type TestResponse,
} from '../../testing/start-app.ts'
import { createZip, readZip, type ZipFiles } from '../../testing/zips.ts'

const testApps: TestApp[] = []
afterEach(async () => {
  for (const world of testApps.splice(0)) await world.close()
})

async function createFullLeague(): Promise<SocialLeague> {
  const league = await populateFullLeague()
  testApps.push(league.testApp)
  return league
}

const exportFiles = async (who: TestClient, league = 'Harbour'): Promise<ZipFiles> =>
  readZip((await download(who, league)).raw)

async function download(who: TestClient, league: string): Promise<{ answer: TestResponse; raw: Buffer }> {
  const world = testApps[0] as TestApp
  const reply = await world.app.inject({
    url: `/api/league/${league}/export/`,
    cookies: Object.fromEntries(who.cookies),
  })
  const answer = { status: reply.statusCode, body: reply.body, headers: reply.headers }
  return { answer, raw: reply.rawPayload }
}

const fetchAdaPicture = (world: TestApp) => world.app.inject({ url: '/owners/ada-marlow.jpg' })

/** What lies where uploads and exports are gathered. */
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

async function startEmptyServer(staff = 'keeper'): Promise<{ world: TestApp; staff: TestClient }> {
  const world = await startApp()
  testApps.push(world)
  return { world, staff: await world.registerUser(staff, { role: 'admin', admin_code: ADMIN_CODE }) }
}

/** What differs from server to server, and what is no JSON. */
const EXCLUDED_OPERATIONS = ['exportLeague', 'getSeasonTemplate', 'getLeagueCookieStatus', 'listLeagueJobs']

/** Every question that can be asked about a league, and what is answered. */
async function readResponses(who: TestClient, league: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const [name, url] of await listReadUrls(who, league)) {
    if (!url.startsWith(`/api/league/${league}/`) || EXCLUDED_OPERATIONS.includes(name)) continue
    const { status, body } = await who.get(url)
    answers[name] = { status, body: normalizeIds(body) }
  }
  return answers
}

/** Without the numbers that differ from server to server, which addresses and cursors hold too. */
function normalizeIds(body: unknown): unknown {
  if (typeof body === 'string' && body.length > 2000) return body.length
  return JSON.parse(
    JSON.stringify(body ?? null, (key, value: unknown) => {
      if (key === 'my_vote') return value === null ? null : 'a vote'
      if (['id', 'post_id', 'option_id', 'next', 'before'].includes(key))
        return value === null ? null : 'a number'
      return typeof value === 'string'
        ? value
            .replace(/league\/[^/]+\/social\/media\/\d+\//g, 'league/L/social/media/N/')
            .replace(/^(\/owners\/.*)\?v=\w+$/, '$1?v=V')
        : value
    }),
  )
}

describe('the archive of a league', () => {
  it('gives the same league on an empty server', async () => {
    const { clients } = await createFullLeague()
    const files = await exportFiles(clients.skipper)
    const { world, staff } = await startEmptyServer('boss')
    const answer = await importArchive(staff, await createZip(files))
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        message: 'League Harbour imported.',
        league: 'Harbour',
        matched: ['boss'],
        created: ['player', 'skipper', 'stranger', 'viewer'],
      },
    ])
    world.clock.now = (testApps[0] as TestApp).clock.now
    const before = await readResponses(clients.boss, 'Harbour')
    expect(await readResponses(staff, 'Harbour')).toEqual(before)
    expect(Object.keys(before).length).toBeGreaterThan(15)
    await staff.post('/api/users/reset-password/', { username: 'player', new_password: 'a new long secret' })
    const player = world.client()
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
    const [there, here] = [await count(testApps[0] as TestApp), await count(world)]
    expect({ ...here, audit_log: 0 }).toEqual({ ...there, audit_log: 0 })

    const medium = (await staff.get('/api/league/Harbour/social/feed/?type=media')).body.items[0]
    for (const size of ['full', 'grid'])
      expect(
        (await staff.get(`/api/league/Harbour/social/media/${medium.id}/file?size=${size}`)).status,
      ).toBe(200)
    expect((await fetchAdaPicture(world)).headers['content-type']).toBe('image/jpeg')
    expect(await listTemporaryFolders(testApps[0] as TestApp)).toEqual([])
  })

  it('leaves a picture alone that is there already, and brings none of anybody else', async () => {
    const { clients } = await createFullLeague()
    const files = await exportFiles(clients.boss)
    files.set('owners/somebody.jpg', await createPhoto())
    const { world, staff } = await startEmptyServer('boss')
    await importArchive(staff, await createZip(files))
    const folder = join(world.dataDir, 'owners')
    expect(await readdir(folder)).toEqual(['ada-marlow.jpg'])
    await writeFile(join(folder, 'ada-marlow.jpg'), 'another')
    expect((await importArchive(staff, await createZip(files), 'Again')).status).toBe(200)
    expect((await fetchAdaPicture(world)).body).toBe('another')
  })

  it('has all rows of a long feed, in tables of any length', async () => {
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
    await testApp.db.insertInto('post_comments').values(comment).execute()
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

  it('finds people by their names, and opens no account that it makes', async () => {
    const { clients } = await createFullLeague()
    const archive = await createZip(await exportFiles(clients.boss))
    const { world, staff } = await startEmptyServer()
    const player = await world.registerUser('PLAYER')
    const { body } = await importArchive(staff, archive)
    expect([body.matched, body.created]).toEqual([['PLAYER'], ['boss', 'skipper', 'stranger', 'viewer']])
    expect((await player.get('/api/league/Harbour/me/role/')).body.role).toBe('player')
    expect((await player.get('/api/league/Harbour/me/summary/')).body.team.name).toBe('Anchors')
    const made = (await staff.get('/api/users/')).body.users.find(
      (user: { username: string }) => user.username === 'boss',
    )
    expect([made.is_admin, made.is_staff]).toEqual([false, false])
    const visitor = world.client()
    for (const password of ['', 'boss-has-a-secret'])
      expect(
        (await visitor.post('/api/login/', { username: 'boss', password })).status,
      ).toBeGreaterThanOrEqual(400)
    await staff.post('/api/users/reset-password/', { username: 'skipper', new_password: 'a new long secret' })
    expect(
      (await visitor.post('/api/login/', { username: 'skipper', password: 'a new long secret' })).status,
    ).toBe(200)
    expect((await visitor.get('/api/league/Harbour/me/role/')).body.role).toBe('admin')
  })

  it('has tables for people, and no secret', async () => {
    const { clients, testApp } = await createFullLeague()
    await testApp.db.updateTable('users').set({ email: 'canary@example.org' }).execute()
    const { answer, raw } = await download(clients.skipper, 'Harbour')
    expect(answer.headers).toMatchObject({
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
    const all = [...files.values()].map(String).join('')
    for (const secret of [/CANARY/i, /argon2/, /canary@example/]) expect(all).not.toMatch(secret)
  })

  it('leaves out what the league hides until the cut-off, and has it from then on', async () => {
    const { clients, testApp } = await createFullLeague()
    await testApp.db.updateTable('leagues').set({ hides_picks: 1 }).execute()
    const textOf = async () => [...(await exportFiles(clients.skipper)).values()].map(String).join('')
    expect(await textOf()).not.toContain('Bears')
    const { cutoff } = (await clients.boss.get('/api/league/Harbour/bets/?season=2026&week=6')).body
    testApp.clock.now = new Date(cutoff)
    // The pick, its history, and the table for people.
    expect((await textOf()).match(/Bears/g)).toHaveLength(3)
  })

  it('has every table that holds rows of leagues', async () => {
    const { world } = await startEmptyServer()
    const found = new Set((await listLeagueTables(world.db)).map(({ name }) => name))
    const others = (await dataTables(world.db)).map(({ name }) => name).filter((name) => !found.has(name))
    const ofTheServer = [
      'attempt_buckets attempts password_resets sessions users',
      'nfl_byes nfl_games nfl_lines nfl_weather news_answers outside_reads players',
      'notification_choices push_subscriptions quiet_hours',
      'scheduled_jobs server_keys',
    ].flatMap((names) => names.split(' '))
    expect(others.sort()).toEqual([...NEVER_EXPORTED, ...ofTheServer].sort())
  })

  it('is refused under a name that is taken, and taken under another', async () => {
    const { clients, testApp } = await createFullLeague()
    const archive = await createZip(await exportFiles(clients.boss))
    const taken = await importArchive(clients.boss, archive)
    expect([taken.status, taken.body.code]).toEqual([409, 'league_name_taken'])
    const again = await importArchive(clients.boss, archive, 'Harbour of old')
    expect([again.status, again.body.league, again.body.created]).toEqual([200, 'Harbour of old', []])
    const feeds = await Promise.all(
      ['Harbour', 'Harbour of old'].map((league) => readResponses(clients.player, league)),
    )
    expect(feeds[1]?.['listFeed']).toEqual(feeds[0]?.['listFeed'])
    expect((await clients.boss.get('/api/leagues/')).body.leagues).toHaveLength(2)
    const keys = await testApp.db.selectFrom('feed_media').select('file_key').execute()
    expect(new Set(keys.map(({ file_key }) => file_key)).size).toBe(2)
  })
})

describe('an archive that cannot be read', () => {
  const changed = (files: ZipFiles, name: string, change: (json: never) => unknown): ZipFiles =>
    new Map([
      ...files,
      [name, Buffer.from(JSON.stringify(change(JSON.parse(String(files.get(name))) as never)))],
    ])
  const rowsWith = (files: ZipFiles, table: string, values: object) =>
    changed(files, `tables/${table}.json`, (rows: object[]) => rows.map((row) => ({ ...row, ...values })))

  it('changes nothing, and says what is wrong', async () => {
    const { clients } = await createFullLeague()
    const files = await exportFiles(clients.boss)
    files.delete('owners/ada-marlow.jpg')
    const { world, staff } = await startEmptyServer()
    const html = Buffer.from('<script>alert(1)</script>')
    const wrong: [string, ZipFiles | string, RegExp][] = [
      ['no zip', 'PK nothing', /no archive/],
      ['another zip', new Map([['a.txt', Buffer.from('a')]]), /no archive/],
      [
        'a newer version',
        changed(files, 'league.json', (json: object) => ({ ...json, version: 2 })),
        /newer/,
      ],
      ['an unknown table', new Map([...files, ['tables/robots.json', Buffer.from('[]')]]), /newer/],
      ['an unknown column', rowsWith(files, 'leagues', { robots: 1 }), /newer/],
      ['broken JSON', new Map([...files, ['tables/seasons.json', Buffer.from('[{')]]), /damaged/],
      ['rows that are none', new Map([...files, ['tables/seasons.json', Buffer.from('[7]')]]), /damaged/],
      [
        'two leagues',
        changed(files, 'tables/leagues.json', (rows: object[]) => [...rows, ...rows]),
        /damaged/,
      ],
      ['text for a number', rowsWith(files, 'season_teams', { wins: 'many' }), /wins/],
      ['a number that is none', rowsWith(files, 'season_teams', { wins: 1.5 }), /wins/],
      ['a number that is too large', rowsWith(files, 'season_teams', { wins: 2 ** 60 }), /wins/],
      ['an instant beyond all years', rowsWith(files, 'leagues', { created_at: 9e15 }), /created_at/],
      ['a role that there is not', rowsWith(files, 'memberships', { role: 'king' }), /damaged/],
      ['two of the same', rowsWith(files, 'memberships', { user_id: 1 }), /damaged/],
      ['somebody unknown', rowsWith(files, 'memberships', { user_id: 999 }), /damaged/],
      ['details that are none', rowsWith(files, 'seasons', { details: '{}' }), /damaged/],
      ['a result that there is not', rowsWith(files, 'season_games', { result: 'robbed' }), /damaged/],
      ['line-ups that are none', rowsWith(files, 'lineups', { entries: 'x' }), /damaged/],
      ['a post of another league', rowsWith(files, 'feed_posts', { item_id: 999 }), /damaged/],
      ['bytes that are not there', rowsWith(files, 'provider_answers', { body: '../../etc/passwd' }), /body/],
      [
        'a page for a picture',
        new Map([...files].map(([name, content]) => [name, name.startsWith('media/') ? html : content])),
        /not what it is said to be/,
      ],
      [
        'a page for an owner’s picture',
        new Map([...files, ['owners/ada-marlow.jpg', html]]),
        /owners\/ada-marlow.jpg in the archive is not/,
      ],
      [
        'another type than the file has',
        rowsWith(files, 'feed_media', { content_type: 'text/html' }),
        /not what/,
      ],
      [
        'a name that nobody can have',
        changed(files, 'league.json', (json: { people: object[] }) => ({
          ...json,
          people: json.people.map((person) => ({ ...person, username: 'a b<script>' })),
        })),
        /damaged/,
      ],
    ]
    const tables = await dataTables(world.db)
    const before = JSON.stringify(await readAllRows(world.db, tables))
    for (const [what, content, sentence] of wrong) {
      const archive = typeof content === 'string' ? content : await createZip(content)
      const { status, body } = await importArchive(staff, archive)
      expect([what, status, body.code, body.error]).toEqual([
        what,
        400,
        'archive_unreadable',
        expect.stringMatching(sentence),
      ])
      expect([what, JSON.stringify(await readAllRows(world.db, tables)) === before]).toEqual([what, true])
    }
    const kept = await readdir(world.mediaFolder, { recursive: true, withFileTypes: true })
    expect(kept.filter((entry) => entry.isFile())).toEqual([])
  })

  it('is no longer than it says, and leads nowhere else', async () => {
    const { clients } = await createFullLeague()
    const archive = await createZip(await exportFiles(clients.boss))
    const { staff } = await startEmptyServer()
    // The first entry of the directory claims to unpack to one byte.
    const short = Buffer.from(archive)
    short.writeUInt32LE(1, short.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24)
    const slip = Buffer.from(
      Buffer.from(archive).toString('latin1').replaceAll('README.txt', '../../a.md'),
      'latin1',
    )
    for (const bad of [short, slip, archive.subarray(0, -100)]) {
      const { status, body } = await importArchive(staff, Buffer.from(bad))
      expect([status, body.code]).toEqual([400, 'archive_unreadable'])
    }
  })

  it('is no form, or a form without a file', async () => {
    const { staff } = await startEmptyServer()
    expect((await staff.post('/api/import-league/', {})).body.code).toBe('unsupported_media_type')
    expect((await importArchive(staff, '', 'A name alone')).body.code).toBe('archive_unreadable')
    const other = await postFiles(staff, '/api/import-league/', [{ name: 'a.zip', content: 'x' }])
    expect(other.body.fields).toEqual({ file: "Send one archive, as the field 'file'." })
  })
})
