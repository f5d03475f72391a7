import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type DatabaseEngine, type Db, migrate } from '../database/engine/database.ts'
import { migrations, RELEASES } from '../database/migrations/all-migrations.ts'
import { fileStore } from '../media/file-store.ts'
import { ownerPictures, ownerPicturesFolder } from '../media/owner-pictures.ts'
import { allRowsAsText, fillEveryTable } from '../testing/edge-case-rows.ts'
import { CANARY_COOKIES, createFullLeague } from '../testing/full-league-fixture.ts'
import { listReadUrls } from '../testing/list-read-urls.ts'
import { startApp, type TestApp, type TestClient } from '../testing/start-app.ts'
import { createEmptyDatabase, createTestDatabase, TEST_ENGINE } from '../testing/test-database.ts'
import { createZip, readZip, type ZipFiles } from '../testing/zips.ts'
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

/** The data of a server, which may not be running. */
type TestServer = { db: Db; dataDir: string; mediaFolder: string }

const filesOf = ({ dataDir, mediaFolder }: TestServer) => ({
  media: fileStore(mediaFolder),
  pictures: ownerPictures(ownerPicturesFolder(dataDir)),
})

function backUp(from: TestServer, overrides: Partial<BackupSource> = {}): Promise<Manifest> {
  const options = { db: from.db, secretKey: SECRET_KEY, release: '1.2.3', now: () => MADE_AT }
  return writeBackup(file, { ...options, ...filesOf(from), ...overrides })
}

function restore(to: TestServer, overrides: Partial<RestoreTarget> = {}): Promise<Manifest> {
  return restoreBackup(file, {
    db: to.db,
    ...filesOf(to),
    workFolder: join(to.dataDir, 'restoring'),
    ...overrides,
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
  const server = await createTestServer('sqlite')
  await fillEveryTable(server.db)
  return server
}

/** A database of the release whose last migration is `release`, with rows in every table. */
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
  await filesOf(league.testApp).pictures.save('ben-okafor', Buffer.from('a picture'))
  await league.testApp.db.updateTable('users').set({ email: 'someone@example.org' }).execute()
  return league
}

async function startEmptyServer(): Promise<TestApp> {
  const testApp = await startApp()
  cleanUps.push(testApp.close)
  return testApp
}

/** A client of another app with the cookies of `client`. */
function withCookiesOf(client: TestClient, testApp: TestApp): TestClient {
  const copy = testApp.client()
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  return copy
}

async function readResponses(client: TestClient, urls: ReadonlyMap<string, string>) {
  const responses: Record<string, unknown> = {}
  for (const [name, url] of urls) {
    const { status, body } = await client.get(url)
    responses[name] = { status, body: withoutPictureVersions(body) }
  }
  return responses
}

/** The URL of a picture of the data folder contains the time when its file was written, which invalidates browser caches. */
function withoutPictureVersions(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replace(/\/picture\/\?v=[\w-]+/g, '/picture/'))
}

const readFilesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

/** Everything that a restore can write. */
const readAllContent = async (server: TestServer) => [
  await allRowsAsText(server.db),
  readFilesBelow(server.dataDir).map(({ name }) => name),
]

describe('a backup', () => {
  it('restores a server that returns the same responses to every client, and the same files', async () => {
    const { testApp, clients } = await createLeague()
    testApp.clock.now = MADE_AT
    // The key for push messages is generated on the first request for it.
    await clients.boss.get('/api/notifications/')
    const manifest = await backUp(testApp)
    const restored = await startEmptyServer()
    restored.clock.now = MADE_AT
    await restore(restored)
    const urls = await listReadUrls(clients.boss, 'Harbour')
    // They describe the machine.
    for (const name of ['getSiteStatus', 'listBackups']) urls.delete(name)
    expect(urls.size).toBeGreaterThan(35)
    urls.set('a picture', '/api/league/Harbour/owners/Ada%20Marlow/picture/')
    urls.set('a picture of the data folder', '/owners/ben-okafor.jpg')
    for (const client of [clients.boss, clients.player, clients.anonymous]) {
      const before = await readResponses(client, urls)
      const isSignedIn = client !== clients.anonymous
      expect(before['a picture']).toMatchObject({ status: isSignedIn ? 200 : 401 })
      expect(before['a picture of the data folder']).toMatchObject(
        isSignedIn ? { status: 200, body: 'a picture' } : { status: 404 },
      )
      expect(await readResponses(withCookiesOf(client, restored), urls)).toEqual(before)
    }
    expect(manifest).toMatchObject({
      release: '1.2.3',
      made_at: MADE_AT.toISOString(),
      engine: TEST_ENGINE,
      migrations: Object.keys(migrations),
      // An upload, a file of a post and one of a post to come, each with its thumbnail, and two pictures.
      media: [
        ...Array.from({ length: 3 }, () => [
          { content_type: 'image/jpeg' },
          { content_type: 'image/webp' },
        ]).flat(),
        { content_type: 'image/jpeg' },
        { content_type: 'image/jpeg' },
      ],
      pictures: [{ slug: 'ben-okafor' }],
      missing: [],
    })
    const player = { username: 'player', password: 'player-has-a-secret' }
    expect((await restored.client().post('/api/login/', player)).status).toBe(200)
    // Cached pictures are not backed up: their folders are new and empty.
    expect(readdirSync(restored.dataDir).sort()).toEqual(['images', 'media', 'owners', 'share-images'])
  })

  it('contains no passwords, cookies or keys', async () => {
    const { testApp, clients } = await createLeague()
    const { key_check } = await backUp(testApp)
    const contents = [...(await readZip(readFileSync(file))).values()].map((each) => each.toString('latin1'))
    const secrets = Object.values(clients).flatMap(({ cookies }) => [...cookies.values()])
    for (const secret of [SECRET_KEY, '-has-a-secret', ...Object.values(CANARY_COOKIES), ...secrets])
      expect(contents.join('\n')).not.toContain(secret)
    expect(contents.join('\n')).toContain('someone@example.org')
    expect([
      key_check === secretKeyCheck(SECRET_KEY),
      key_check === secretKeyCheck(`${SECRET_KEY}!`),
    ]).toEqual([true, false])
  })

  it('preserves every value and the id sequences across both engines', async () => {
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
    const insertAttempt = async ({ db }: TestServer) =>
      (await db.insertInto('attempts').values(attempt).returning('id').executeTakeFirstOrThrow()).id
    const lastId = await insertAttempt(second)
    await second.db.deleteFrom('attempts').where('id', '=', lastId).execute()
    await backUp(second)
    await restore(third)
    expect(await allRowsAsText(third.db)).toEqual(original)
    expect(await insertAttempt(third)).toBe(lastId + 1)
  })

  it('is a consistent snapshot while data is written and deleted', async () => {
    const { testApp, post, remove, feed } = await createLeague()
    await post('skipper', 'slow-mode/', { seconds: 0 })
    const before = await allRowsAsText(testApp.db)
    const [mediaItem] = await feed('player', '?type=media')
    let isFirst = true
    const writes: Promise<{ status: number }>[] = []
    await backUp(testApp, {
      onTable: () => {
        if (isFirst) {
          writes.push(post('player', 'posts/', { content: 'Too late' }))
          writes.push(remove('player', `media/${mediaItem.id}/`))
        }
        isFirst = false
      },
    })
    for (const { status } of await Promise.all(writes)) expect(status).toBeLessThan(300)
    const others = readFilesBelow(testApp.mediaFolder).map(({ name }) => name)
    expect(others).toHaveLength(6)
    const target = await createTestServer()
    const { missing } = await restore(target)
    expect(missing).toEqual([])
    expect(await allRowsAsText(target.db)).toEqual(before)
    const restored = readFilesBelow(target.mediaFolder).map(({ name }) => name)
    expect([restored.length, others.every((name) => restored.includes(name))]).toEqual([8, true])
  })

  it('lists missing media files in the manifest', async () => {
    const { testApp } = await createLeague()
    rmSync(testApp.mediaFolder, { recursive: true })
    const media = await testApp.db.selectFrom('feed_media').select('file_key').execute()
    const drafts = await testApp.db.selectFrom('media_drafts').select('file_key').execute()
    const keys = [...media, ...drafts].flatMap(({ file_key }) => [file_key, `${file_key}-grid`])
    const picture = await testApp.db.selectFrom('owner_pictures').select('file_key').executeTakeFirstOrThrow()
    const trophy = await testApp.db.selectFrom('trophy_pictures').select('file_key').executeTakeFirstOrThrow()
    expect((await backUp(testApp)).missing.toSorted()).toEqual(
      [...keys, picture.file_key, trophy.file_key].toSorted(),
    )
    const target = await createTestServer()
    expect((await restore(target)).missing).toHaveLength(8)
    expect(await allRowsAsText(target.db)).toEqual(await allRowsAsText(testApp.db))
  })

  it('leaves the previous backup in place when it fails or is aborted', async () => {
    const source = await createFilledTestServer()
    await backUp(source)
    const before = readFileSync(file)
    const failingOptions = {
      onTable: () => {
        throw new Error('backup failure')
      },
    }
    await expect(backUp(source, failingOptions)).rejects.toThrow('backup failure')
    const controller = new AbortController()
    const aborted = backUp(source, { signal: controller.signal, onTable: () => controller.abort() })
    await expect(aborted).rejects.toThrow('The operation was aborted')
    const fileInMissingFolder = join(folder, 'nowhere', 'backup.zip')
    await expect(
      writeBackup(fileInMissingFolder, {
        ...filesOf(source),
        db: source.db,
        secretKey: SECRET_KEY,
        release: '',
        now: () => MADE_AT,
      }),
    ).rejects.toThrow('ENOENT')
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  })

  it('fails without data, and for the data of a newer release', async () => {
    const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
    const empty = testServerWith(connect(address))
    cleanUps.push(drop, () => empty.db.destroy())
    await expect(backUp(empty)).rejects.toThrow('There is no data to back up yet.')
    const newer = await createTestServer()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(
      newer.db,
    )
    await expect(backUp(newer)).rejects.toThrow(
      'newer release of Fieldhouse (unknown migrations: 9999-later)',
    )
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([])
  })
})

describe('a backup of an older release', () => {
  it.each(RELEASES.slice(0, -1))('is migrated when it is restored: %s', async (release) => {
    const old = await createOlderTestServer(release)
    const { migrations: applied } = await backUp(old)
    expect(applied.at(-1)).toBe(release)
    const target = await createTestServer()
    await restore(target)
    await migrate(old.db)
    expect(await allRowsAsText(target.db)).toEqual(await allRowsAsText(old.db))
  })
})

describe('a restore', () => {
  it('creates missing tables', async () => {
    const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
    const target = testServerWith(connect(address))
    cleanUps.push(drop, () => target.db.destroy())
    const source = await createFilledTestServer()
    await backUp(source)
    await restore(target)
    expect(await allRowsAsText(target.db)).toEqual(await allRowsAsText(source.db))
  })

  it('rejects a target with rows and does not change it', async () => {
    await backUp(await createFilledTestServer())
    const target = await createTestServer()
    await target.db.insertInto('attempts').values({ bucket: 'mine', at: 1 }).execute()
    const before = await readAllContent(target)
    await expect(restore(target)).rejects.toThrow(
      'The target database is not empty. Tables with rows: attempts.',
    )
    expect(await readAllContent(target)).toEqual(before)
  })

  it('removes its own files, but no existing files, when it fails', async () => {
    const { testApp } = await createLeague()
    const { media } = await backUp(testApp)
    const target = await createTestServer()
    const store = fileStore(target.mediaFolder)
    const failingStore = { ...store, put: () => Promise.reject(new Error('disk failure')) }
    const before = await readAllContent(target)
    await expect(restore(target, { media: failingStore })).rejects.toThrow('disk failure')
    expect(await readAllContent(target)).toEqual(before)

    await sql`drop table feed_media`.execute(target.db)
    await expect(restore(target)).rejects.toThrow('The tables of the two databases differ: feed_media.')
    expect(await readAllContent(target)).toEqual([await allRowsAsText(target.db), []])

    // A server that has lost its database but not its files.
    const withoutDatabase = { ...testApp, db: target.db }
    await expect(restore(withoutDatabase)).rejects.toThrow('The tables of the two databases differ')
    expect(readFilesBelow(testApp.mediaFolder)).toHaveLength(media.length)
    expect(await filesOf(testApp).pictures.listSlugs()).toEqual(['ben-okafor'])
  })
})

describe('restoring an invalid file', () => {
  const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

  const manifestOf = (files: ZipFiles) => JSON.parse(String(files.get('manifest.json'))) as Manifest

  const withManifest = (files: ZipFiles, manifest: object): ZipFiles =>
    new Map([...files, ['manifest.json', Buffer.from(JSON.stringify(manifest))]])

  /** Changes the rows of a table and updates the checksum in the manifest. */
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

  it('fails with a BackupError and writes nothing', async () => {
    const { testApp } = await createLeague()
    await backUp(testApp)
    const backup = readFileSync(file)
    const files = await readZip(backup)
    const manifest = manifestOf(files)
    const media = manifest.media[0]
    if (media === undefined) throw new Error('the league has no media')
    const without = (name: string): ZipFiles => new Map([...files].filter(([each]) => each !== name))
    const renamed = (from: string, to: string) =>
      Buffer.from(backup.toString('latin1').replaceAll(from, to), 'latin1')
    const corrupted = Buffer.from(backup)
    const mediaOffset = backup.indexOf(files.get(`media/${media.key}`) ?? '') + 20
    corrupted[mediaOffset] = (corrupted[mediaOffset] ?? 0) ^ 1
    const invalidBackups: [string, ZipFiles | Buffer, RegExp][] = [
      ['not a zip file', Buffer.from('my shopping list'), /not a Fieldhouse backup/],
      ['an empty file', Buffer.from(''), /not a Fieldhouse backup/],
      ['a truncated file', backup.subarray(0, backup.length / 2), /not a Fieldhouse backup/],
      ['a league archive', new Map([['league.json', Buffer.from('{}')]]), /not a Fieldhouse backup/],
      ['a flipped bit in a media file', corrupted, /damaged/],
      ['an unreadable manifest', new Map([...files, ['manifest.json', Buffer.from('{')]]), /damaged/],
      ['a newer format', withManifest(files, { ...manifest, version: 2 }), /newer release/],
      [
        'a newer release',
        withManifest(files, { ...manifest, migrations: [...manifest.migrations, '9999-later'] }),
        /newer release of Fieldhouse\. Unknown migrations: 9999-later\./,
      ],
      [
        'an unknown sequence of migrations',
        withManifest(files, { ...manifest, migrations: manifest.migrations.slice(1) }),
        /damaged/,
      ],
      [
        'fewer migrations than the tables need',
        withManifest(files, { ...manifest, migrations: manifest.migrations.slice(0, 20) }),
        /damaged/,
      ],
      [
        'a development build',
        withManifest(files, { ...manifest, migrations: [...manifest.migrations.slice(0, 20), '0021-jobs'] }),
        /development build/,
      ],
      ['a missing table', without('tables/users.jsonl'), /damaged/],
      ['a missing media file', without(`media/${media.key}`), /damaged/],
      ['an unexpected file', new Map([...files, ['tables/robots.jsonl', Buffer.from('')]]), /damaged/],
      [
        'rows that do not match the checksum',
        new Map([...files, ['tables/users.jsonl', Buffer.from('[]\n')]]),
        /damaged/,
      ],
      ['a missing row', withLines(files, 'users', (lines) => lines.slice(1)), /damaged/],
      [
        'a duplicate row',
        withLines(files, 'users', (lines) => [...lines.slice(1), ...lines.slice(-1)]),
        /damaged/,
      ],
      ['lines that are not JSON', withLines(files, 'users', (lines) => lines.map(() => 'robots')), /damaged/],
      ['rows without values', withLines(files, 'users', (lines) => lines.map(() => '[]')), /damaged/],
      ['an invalid number', withValue(files, 'seasons', 'season', 'soon'), /damaged/],
      [
        'a number that exceeds 64 bits',
        withValue(files, 'seasons', 'season', '9999999999999999999'),
        /damaged/,
      ],
      ['an object instead of text', withValue(files, 'users', 'username', { a: 1 }), /damaged/],
      ['text with a null character', withValue(files, 'users', 'username', 'a\0b'), /damaged/],
      ['null in a required column', withValue(files, 'users', 'username', null), /damaged/],
      ['a reference to an unknown user', withValue(files, 'memberships', 'user_id', '999'), /damaged/],
      ['an unknown role', withValue(files, 'memberships', 'role', 'king'), /damaged/],
      [
        'a media key with a path',
        withManifest(files, { ...manifest, media: [{ ...media, key: '../../key' }] }),
        /damaged/,
      ],
      [
        'a picture slug with a path',
        withManifest(files, { ...manifest, pictures: [{ ...manifest.pictures[0], slug: '../ada' }] }),
        /damaged/,
      ],
      ['a file name outside the archive', renamed('tables/users.jsonl', '../../../users.jso'), /damaged/],
      ['duplicate file names', renamed('tables/sessions.jsonl', 'tables/seasons.jsonl\0'), /damaged/],
    ]
    const target = await createTestServer()
    const before = await readAllContent(target)
    for (const [description, content, message] of invalidBackups) {
      writeFileSync(file, Buffer.isBuffer(content) ? content : await createZip(content))
      const error = await restore(target).catch((cause: unknown) => cause)
      expect([description, error]).toEqual([
        description,
        expect.objectContaining({ name: 'BackupError', message: expect.stringMatching(message) }),
      ])
    }
    expect(await readAllContent(target)).toEqual(before)
    writeFileSync(file, await createZip(files))
    await restore(target)
    expect(await allRowsAsText(target.db)).toEqual(await allRowsAsText(testApp.db))
  })

  it('fails when there is not enough disk space', async () => {
    await backUp(await createFilledTestServer())
    const target = await createTestServer()
    const before = await readAllContent(target)
    const restoring = restore(target, { freeBytes: async () => 1_000_000 })
    await expect(restoring).rejects.toThrow(/^Not enough disk space to restore\. .* Available: 1 MB\./)
    expect(await readAllContent(target)).toEqual(before)
  })
})
