import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type DatabaseEngine, type Db, migrate } from '../../database/database.ts'
import { migrations } from '../../database/migrations.ts'
import { fileStore } from '../../media/file-store.ts'
import { ownerPictures, ownerPicturesFolder } from '../../media/owner-pictures.ts'
import { allRowsAsText, fillEveryTable } from '../../testing/edge-case-rows.ts'
import { CANARY_COOKIES, createFullLeague } from '../../testing/full-league-fixture.ts'
import { listReadUrls } from '../../testing/list-read-urls.ts'
import { startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { createEmptyDatabase, createTestDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { createZip, readZip, type ZipFiles } from '../../testing/zips.ts'
import { type Manifest, secretKeyCheck } from './backup-format.ts'
import { type RestoreTarget, restoreBackup } from './restore-backup.ts'
import { type BackupSource, writeBackup } from './write-backup.ts'

const SECRET_KEY = 'a secret key of at least 32 bytes'
const MADE_AT = new Date('2026-10-12T09:00:00Z')

const cleanUps: (() => unknown)[] = []
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldhouse-backup-'))
  file = join(folder, 'backup.zip')
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  rmSync(folder, { recursive: true, force: true })
})

/** Where rows and files are: with a server, or without one. */
type TestServer = { db: Db; dataDir: string; mediaFolder: string }

const filesOf = ({ dataDir, mediaFolder }: TestServer) => ({
  media: fileStore(mediaFolder),
  pictures: ownerPictures(ownerPicturesFolder(dataDir)),
})

function backUp(from: TestServer, more: Partial<BackupSource> = {}): Promise<Manifest> {
  const options = { db: from.db, secretKey: SECRET_KEY, release: '1.2.3', now: () => MADE_AT }
  return writeBackup(file, { ...options, ...filesOf(from), ...more })
}

function restore(to: TestServer, more: Partial<RestoreTarget> = {}): Promise<Manifest> {
  return restoreBackup(file, {
    db: to.db,
    ...filesOf(to),
    workFolder: join(to.dataDir, 'restoring'),
    ...more,
  })
}

function testServerWith(db: Db): TestServer {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  return { db, dataDir, mediaFolder: join(dataDir, 'media') }
}

async function createTestServer(engine: DatabaseEngine = TEST_ENGINE): Promise<TestServer> {
  const { db, drop } = await createTestDatabase(engine)
  cleanUps.push(drop)
  return testServerWith(db)
}

async function createFilledTestServer(): Promise<TestServer> {
  const place = await createTestServer('sqlite')
  await fillEveryTable(place.db)
  return place
}

/** A database as an older release left it, with rows in each of its tables. */
async function createOlderTestServer(release: string): Promise<TestServer> {
  const { address, drop } = await createEmptyDatabase('sqlite')
  const db = connect(address)
  cleanUps.push(drop, () => db.destroy())
  await migrate(db, release)
  await fillEveryTable(db)
  return testServerWith(db)
}

async function createLeague() {
  const league = await createFullLeague()
  cleanUps.push(league.testApp.close)
  await filesOf(league.testApp).pictures.save('ada-marlow', Buffer.from('a picture'))
  await league.testApp.db.updateTable('users').set({ email: 'someone@example.org' }).execute()
  return league
}

async function startEmptyServer(): Promise<TestApp> {
  const world = await startApp()
  cleanUps.push(world.close)
  return world
}

function withCookiesOf(visitor: TestClient, world: TestApp): TestClient {
  const twin = world.client()
  for (const [name, value] of visitor.cookies) twin.cookies.set(name, value)
  return twin
}

async function readResponses(visitor: TestClient, calls: ReadonlyMap<string, string>) {
  const answers: Record<string, unknown> = {}
  for (const [name, url] of calls) {
    const { status, body } = await visitor.get(url)
    answers[name] = { status, body: withoutPictureVersions(body) }
  }
  return answers
}

/** A picture's address tells when its file was written, so that browsers ask for it anew. */
function withoutPictureVersions(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replace(/\.jpg\?v=\w+/g, '.jpg'))
}

const readFilesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

/** Everything that a restore could have written. */
const readAllContent = async (place: TestServer) => [
  await allRowsAsText(place.db),
  readFilesBelow(place.dataDir).map(({ name }) => name),
]

describe('a backup', () => {
  it('gives the same answers to every call, whoever asks, and the same files', async () => {
    const { testApp, clients } = await createLeague()
    testApp.clock.now = MADE_AT
    // The key for messages to browsers is made when it is first asked for.
    await clients.boss.get('/api/notifications/')
    const manifest = await backUp(testApp)
    const twin = await startEmptyServer()
    twin.clock.now = MADE_AT
    await restore(twin)
    const calls = await listReadUrls(clients.boss, 'Harbour')
    expect(calls.size).toBeGreaterThan(35)
    calls.set('a picture', '/owners/ada-marlow.jpg')
    for (const visitor of [clients.boss, clients.player, clients.nobody]) {
      const before = await readResponses(visitor, calls)
      expect(before['a picture']).toEqual({ status: 200, body: 'a picture' })
      expect(await readResponses(withCookiesOf(visitor, twin), calls)).toEqual(before)
    }
    expect(manifest).toMatchObject({
      release: '1.2.3',
      made_at: MADE_AT.toISOString(),
      engine: TEST_ENGINE,
      migrations: Object.keys(migrations),
      media: [{ content_type: 'image/jpeg' }, { content_type: 'image/webp' }],
      pictures: [{ slug: 'ada-marlow' }],
      missing: [],
    })
    const player = { username: 'player', password: 'player-has-a-secret' }
    expect((await twin.client().post('/api/login/', player)).status).toBe(200)
    expect(readdirSync(twin.dataDir).sort()).toEqual(['media', 'owners'])
  }, 60_000)

  it('holds no password, no cookie and no key', async () => {
    const { testApp, clients } = await createLeague()
    const { key_check } = await backUp(testApp)
    const all = [...(await readZip(readFileSync(file))).values()].map((each) => each.toString('latin1'))
    const secrets = Object.values(clients).flatMap(({ cookies }) => [...cookies.values()])
    for (const secret of [SECRET_KEY, '-has-a-secret', ...Object.values(CANARY_COOKIES), ...secrets])
      expect(all.join('\n')).not.toContain(secret)
    expect(all.join('\n')).toContain('someone@example.org')
    expect([
      key_check === secretKeyCheck(SECRET_KEY),
      key_check === secretKeyCheck(`${SECRET_KEY}!`),
    ]).toEqual([true, false])
  })

  it('carries every value from one engine to the other and back, and the numbers that were given', async () => {
    const [first, second, third] = [
      await createFilledTestServer(),
      await createTestServer(),
      await createTestServer('sqlite'),
    ]
    const original = await allRowsAsText(first.db)
    await backUp(first)
    await restore(second)
    expect(await allRowsAsText(second.db)).toEqual(original)
    const attempt = { bucket: 'x', at: 1 }
    const add = async ({ db }: TestServer) =>
      (await db.insertInto('attempts').values(attempt).returning('id').executeTakeFirstOrThrow()).id
    const given = await add(second)
    await second.db.deleteFrom('attempts').where('id', '=', given).execute()
    await backUp(second)
    await restore(third)
    expect(await allRowsAsText(third.db)).toEqual(original)
    expect(await add(third)).toBe(given + 1)
  })

  it('shows one moment, while people write, upload and delete', async () => {
    const { testApp, post, remove, feed } = await createLeague()
    const before = await allRowsAsText(testApp.db)
    const [medium] = await feed('player', '?type=media')
    let isFirst = true
    const writes: Promise<{ status: number }>[] = []
    await backUp(testApp, {
      onTable: () => {
        if (isFirst) {
          writes.push(post('player', 'posts/', { content: 'Too late' }))
          writes.push(remove('player', `media/${medium.id}/`))
        }
        isFirst = false
      },
    })
    for (const { status } of await Promise.all(writes)) expect(status).toBeLessThan(300)
    expect(readFilesBelow(testApp.mediaFolder)).toEqual([])
    const place = await createTestServer()
    const { missing } = await restore(place)
    expect(missing).toEqual([])
    expect(await allRowsAsText(place.db)).toEqual(before)
    expect(readFilesBelow(place.mediaFolder)).toHaveLength(2)
  })

  it('tells of the media whose files are gone', async () => {
    const { testApp } = await createLeague()
    rmSync(testApp.mediaFolder, { recursive: true })
    const { file_key } = await testApp.db
      .selectFrom('feed_media')
      .select('file_key')
      .executeTakeFirstOrThrow()
    expect((await backUp(testApp)).missing).toEqual([file_key, `${file_key}-grid`])
    const place = await createTestServer()
    expect((await restore(place)).missing).toHaveLength(2)
    expect(await allRowsAsText(place.db)).toEqual(await allRowsAsText(testApp.db))
  })

  it('is whole under its name, or the one before stays', async () => {
    const place = await createFilledTestServer()
    await backUp(place)
    const before = readFileSync(file)
    const failing = {
      onTable: () => {
        throw new Error('the cable was pulled')
      },
    }
    await expect(backUp(place, failing)).rejects.toThrow('the cable was pulled')
    const stop = new AbortController()
    const stopping = backUp(place, { signal: stop.signal, onTable: () => stop.abort() })
    await expect(stopping).rejects.toThrow('The operation was aborted')
    const elsewhere = join(folder, 'nowhere', 'backup.zip')
    await expect(
      writeBackup(elsewhere, {
        ...filesOf(place),
        db: place.db,
        secretKey: SECRET_KEY,
        release: '',
        now: () => MADE_AT,
      }),
    ).rejects.toThrow('ENOENT')
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  })

  it('is not made of a newer release’s data, nor where there are none', async () => {
    const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
    const empty = testServerWith(connect(address))
    cleanUps.push(drop, () => empty.db.destroy())
    await expect(backUp(empty)).rejects.toThrow('There are no data yet.')
    const newer = await createTestServer()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(
      newer.db,
    )
    await expect(backUp(newer)).rejects.toThrow('newer release of Fieldhouse (it knows 9999-later)')
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([])
  })
})

describe('a backup of an older release', () => {
  const releases = Object.keys(migrations)

  it.each([releases[0], releases[7], releases[14], releases.at(-2)])(
    'is brought to this one: %s',
    async (release = '') => {
      const old = await createOlderTestServer(release)
      const { migrations: applied } = await backUp(old)
      expect(applied.at(-1)).toBe(release)
      const place = await createTestServer()
      await restore(place)
      await migrate(old.db)
      expect(await allRowsAsText(place.db)).toEqual(await allRowsAsText(old.db))
    },
  )
})

describe('a restore', () => {
  it('makes the tables where there are none', async () => {
    const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
    const place = testServerWith(connect(address))
    cleanUps.push(drop, () => place.db.destroy())
    const from = await createFilledTestServer()
    await backUp(from)
    await restore(place)
    expect(await allRowsAsText(place.db)).toEqual(await allRowsAsText(from.db))
  })

  it('is refused where there are rows, and leaves them alone', async () => {
    await backUp(await createFilledTestServer())
    const place = await createTestServer()
    await place.db.insertInto('attempts').values({ bucket: 'mine', at: 1 }).execute()
    const before = await readAllContent(place)
    await expect(restore(place)).rejects.toThrow('The target is not empty: it has rows in attempts.')
    expect(await readAllContent(place)).toEqual(before)
  })

  it('that fails leaves nothing, and takes no file away that was there', async () => {
    const { testApp } = await createLeague()
    const { media } = await backUp(testApp)
    const place = await createTestServer()
    const store = fileStore(place.mediaFolder)
    const refusing = { ...store, put: () => Promise.reject(new Error('the disk is away')) }
    const before = await readAllContent(place)
    await expect(restore(place, { media: refusing })).rejects.toThrow('the disk is away')
    expect(await readAllContent(place)).toEqual(before)

    await sql`drop table feed_media`.execute(place.db)
    await expect(restore(place)).rejects.toThrow('have not the same tables: look at feed_media')
    expect(await readAllContent(place)).toEqual([await allRowsAsText(place.db), []])

    // The media of a server that has lost only its database.
    const beside = { ...testApp, db: place.db }
    await expect(restore(beside)).rejects.toThrow('have not the same tables')
    expect(readFilesBelow(testApp.mediaFolder)).toHaveLength(media.length)
    expect(await filesOf(testApp).pictures.listSlugs()).toEqual(['ada-marlow'])
  })
})

describe('a file that is no whole backup of ours', () => {
  const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

  const manifestOf = (files: ZipFiles) => JSON.parse(String(files.get('manifest.json'))) as Manifest

  const withManifest = (files: ZipFiles, manifest: object): ZipFiles =>
    new Map([...files, ['manifest.json', Buffer.from(JSON.stringify(manifest))]])

  /** As somebody changes it who puts the hashes right. */
  function withLines(files: ZipFiles, table: string, change: (lines: string[]) => string[]): ZipFiles {
    const lines = String(files.get(`tables/${table}.jsonl`))
      .split('\n')
      .slice(0, -1)
    const content = Buffer.from(
      change(lines)
        .map((line) => `${line}\n`)
        .join(''),
    )
    const manifest = manifestOf(files)
    const tables = manifest.tables.map((each) =>
      each.name === table ? { ...each, size: content.length, sha256: sha256(content) } : each,
    )
    return withManifest(new Map([...files, [`tables/${table}.jsonl`, content]]), { ...manifest, tables })
  }

  function withValue(files: ZipFiles, table: string, column: string, value: unknown): ZipFiles {
    const columns = manifestOf(files).tables.find(({ name }) => name === table)?.columns ?? []
    const index = columns.findIndex(({ name }) => name === column)
    return withLines(files, table, (lines) =>
      lines.map((line) => JSON.stringify((JSON.parse(line) as unknown[]).with(index, value))),
    )
  }

  it('is refused with a sentence, and nothing is written', async () => {
    const { testApp } = await createLeague()
    await backUp(testApp)
    const whole = readFileSync(file)
    const files = await readZip(whole)
    const manifest = manifestOf(files)
    const medium = manifest.media[0]
    if (medium === undefined) throw new Error('a league without media')
    const without = (name: string): ZipFiles => new Map([...files].filter(([each]) => each !== name))
    const renamed = (from: string, to: string) =>
      Buffer.from(whole.toString('latin1').replaceAll(from, to), 'latin1')
    const flipped = Buffer.from(whole)
    const inMedium = whole.indexOf(files.get(`media/${medium.key}`) ?? '') + 20
    flipped[inMedium] = (flipped[inMedium] ?? 0) ^ 1
    const wrong: [string, ZipFiles | Buffer, RegExp][] = [
      ['no zip', Buffer.from('my shopping list'), /no backup of Fieldhouse/],
      ['nothing', Buffer.from(''), /no backup/],
      ['half of it', whole.subarray(0, whole.length / 2), /no backup/],
      ['an archive of a league', new Map([['league.json', Buffer.from('{}')]]), /no backup/],
      ['one bit of a medium', flipped, /damaged/],
      ['a manifest that is none', new Map([...files, ['manifest.json', Buffer.from('{')]]), /damaged/],
      ['a newer format', withManifest(files, { ...manifest, version: 2 }), /newer release/],
      [
        'a newer release',
        withManifest(files, { ...manifest, migrations: [...manifest.migrations, '9999-later'] }),
        /newer release of Fieldhouse than this one\. It knows 9999-later\./,
      ],
      [
        'a release that never was',
        withManifest(files, { ...manifest, migrations: manifest.migrations.slice(1) }),
        /damaged/,
      ],
      ['an older release', withManifest(files, { ...manifest, migrations: ['0001-accounts'] }), /damaged/],
      ['a table too few', without('tables/users.jsonl'), /damaged/],
      ['a medium too few', without(`media/${medium.key}`), /damaged/],
      ['a file too many', new Map([...files, ['tables/robots.jsonl', Buffer.from('')]]), /damaged/],
      ['other rows', new Map([...files, ['tables/users.jsonl', Buffer.from('[]\n')]]), /damaged/],
      ['a row too few', withLines(files, 'users', (lines) => lines.slice(1)), /damaged/],
      [
        'a row twice',
        withLines(files, 'users', (lines) => [...lines.slice(1), ...lines.slice(-1)]),
        /damaged/,
      ],
      ['no rows at all', withLines(files, 'users', (lines) => lines.map(() => 'robots')), /damaged/],
      ['rows without values', withLines(files, 'users', (lines) => lines.map(() => '[]')), /damaged/],
      ['a number that is none', withValue(files, 'seasons', 'season', 'soon'), /damaged/],
      ['a number of 65 bits', withValue(files, 'seasons', 'season', '9999999999999999999'), /damaged/],
      ['text for no text', withValue(files, 'users', 'username', { a: 1 }), /damaged/],
      ['text that no engine takes', withValue(files, 'users', 'username', 'a\0b'), /damaged/],
      ['nothing where something must be', withValue(files, 'users', 'username', null), /damaged/],
      ['somebody unknown', withValue(files, 'memberships', 'user_id', '999'), /damaged/],
      ['a role that there is not', withValue(files, 'memberships', 'role', 'king'), /damaged/],
      [
        'a key that leads elsewhere',
        withManifest(files, { ...manifest, media: [{ ...medium, key: '../../key' }] }),
        /damaged/,
      ],
      [
        'a picture that leads elsewhere',
        withManifest(files, { ...manifest, pictures: [{ ...manifest.pictures[0], slug: '../ada' }] }),
        /damaged/,
      ],
      ['a name that leads elsewhere', renamed('tables/users.jsonl', '../../../users.jso'), /damaged/],
      ['two files of a name', renamed('tables/sessions.jsonl', 'tables/seasons.jsonl\0'), /damaged/],
    ]
    const place = await createTestServer()
    const before = await readAllContent(place)
    for (const [what, content, sentence] of wrong) {
      writeFileSync(file, Buffer.isBuffer(content) ? content : await createZip(content))
      const refusal = await restore(place).catch((error: unknown) => error)
      expect([what, refusal]).toEqual([
        what,
        expect.objectContaining({ name: 'BackupError', message: expect.stringMatching(sentence) }),
      ])
    }
    expect(await readAllContent(place)).toEqual(before)
    writeFileSync(file, await createZip(files))
    await restore(place)
    expect(await allRowsAsText(place.db)).toEqual(await allRowsAsText(testApp.db))
  })

  it('is refused where there is no room to unpack it', async () => {
    await backUp(await createFilledTestServer())
    const place = await createTestServer()
    const before = await readAllContent(place)
    const refused = restore(place, { freeBytes: async () => 1_000_000 })
    await expect(refused).rejects.toThrow(/^There is no room to restore: .* 1 MB are left/)
    expect(await readAllContent(place)).toEqual(before)
  })
})
