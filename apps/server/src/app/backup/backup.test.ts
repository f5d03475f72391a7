import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Db, type Engine, migrate } from '../../database/database.ts'
import { migrations } from '../../database/migrations.ts'
import { fileStore } from '../../media/file-store.ts'
import { ownerPictures, picturesFolderIn } from '../../media/owner-pictures.ts'
import { aFullLeague, CANARY_COOKIES } from '../../testing/a-full-league.ts'
import { everyRow, fillEveryTable } from '../../testing/awkward-rows.ts'
import { readCalls } from '../../testing/read-calls.ts'
import { startApp, type TestApp, type Visitor } from '../../testing/start-app.ts'
import { emptyDatabase, TEST_ENGINE, testDatabase } from '../../testing/test-database.ts'
import { type Files, unzipped, zipped } from '../../testing/zips.ts'
import { keyCheckOf, type Manifest } from './backup-format.ts'
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
type Place = { db: Db; dataDir: string; mediaFolder: string }

const filesAt = ({ dataDir, mediaFolder }: Place) => ({
  media: fileStore(mediaFolder),
  pictures: ownerPictures(picturesFolderIn(dataDir)),
})

function backUp(from: Place, more: Partial<BackupSource> = {}): Promise<Manifest> {
  const options = { db: from.db, secretKey: SECRET_KEY, release: '1.2.3', now: () => MADE_AT }
  return writeBackup(file, { ...options, ...filesAt(from), ...more })
}

function restore(to: Place, more: Partial<RestoreTarget> = {}): Promise<Manifest> {
  return restoreBackup(file, {
    db: to.db,
    ...filesAt(to),
    workFolder: join(to.dataDir, 'restoring'),
    ...more,
  })
}

function placeOf(db: Db): Place {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  return { db, dataDir, mediaFolder: join(dataDir, 'media') }
}

async function aPlace(engine: Engine = TEST_ENGINE): Promise<Place> {
  const { db, drop } = await testDatabase(engine)
  cleanUps.push(drop)
  return placeOf(db)
}

async function aFilledPlace(): Promise<Place> {
  const place = await aPlace('sqlite')
  await fillEveryTable(place.db)
  return place
}

/** A database as an older release left it, with rows in each of its tables. */
async function anOlderPlace(release: string): Promise<Place> {
  const { address, drop } = await emptyDatabase('sqlite')
  const db = connect(address)
  cleanUps.push(drop, () => db.destroy())
  await migrate(db, release)
  await fillEveryTable(db)
  return placeOf(db)
}

async function aLeague() {
  const league = await aFullLeague()
  cleanUps.push(league.world.close)
  await filesAt(league.world).pictures.save('ada-marlow', Buffer.from('a picture'))
  await league.world.db.updateTable('users').set({ email: 'someone@example.org' }).execute()
  return league
}

async function anEmptyServer(): Promise<TestApp> {
  const world = await startApp()
  cleanUps.push(world.close)
  return world
}

function inTheBrowserOf(visitor: Visitor, world: TestApp): Visitor {
  const twin = world.visitor()
  for (const [name, value] of visitor.cookies) twin.cookies.set(name, value)
  return twin
}

async function answersTo(visitor: Visitor, calls: ReadonlyMap<string, string>) {
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

const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

/** Everything that a restore could have written. */
const contentOf = async (place: Place) => [
  await everyRow(place.db),
  filesBelow(place.dataDir).map(({ name }) => name),
]

describe('a backup', () => {
  it('gives the same answers to every call, whoever asks, and the same files', async () => {
    const { world, people } = await aLeague()
    world.clock.now = MADE_AT
    // The key for messages to browsers is made when it is first asked for.
    await people.boss.get('/api/notifications/')
    const manifest = await backUp(world)
    const twin = await anEmptyServer()
    twin.clock.now = MADE_AT
    await restore(twin)
    const calls = await readCalls(people.boss, 'Harbour')
    expect(calls.size).toBeGreaterThan(35)
    calls.set('a picture', '/owners/ada-marlow.jpg')
    for (const visitor of [people.boss, people.player, people.nobody]) {
      const before = await answersTo(visitor, calls)
      expect(before['a picture']).toEqual({ status: 200, body: 'a picture' })
      expect(await answersTo(inTheBrowserOf(visitor, twin), calls)).toEqual(before)
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
    expect((await twin.visitor().post('/api/login/', player)).status).toBe(200)
    expect(readdirSync(twin.dataDir).sort()).toEqual(['media', 'owners'])
  }, 60_000)

  it('holds no password, no cookie and no key', async () => {
    const { world, people } = await aLeague()
    const { key_check } = await backUp(world)
    const all = [...(await unzipped(readFileSync(file))).values()].map((each) => each.toString('latin1'))
    const secrets = Object.values(people).flatMap(({ cookies }) => [...cookies.values()])
    for (const secret of [SECRET_KEY, '-has-a-secret', ...Object.values(CANARY_COOKIES), ...secrets])
      expect(all.join('\n')).not.toContain(secret)
    expect(all.join('\n')).toContain('someone@example.org')
    expect([key_check === keyCheckOf(SECRET_KEY), key_check === keyCheckOf(`${SECRET_KEY}!`)]).toEqual([
      true,
      false,
    ])
  })

  it('carries every value from one engine to the other and back, and the numbers that were given', async () => {
    const [first, second, third] = [await aFilledPlace(), await aPlace(), await aPlace('sqlite')]
    const original = await everyRow(first.db)
    await backUp(first)
    await restore(second)
    expect(await everyRow(second.db)).toEqual(original)
    const attempt = { bucket: 'x', at: 1 }
    const add = async ({ db }: Place) =>
      (await db.insertInto('attempts').values(attempt).returning('id').executeTakeFirstOrThrow()).id
    const given = await add(second)
    await second.db.deleteFrom('attempts').where('id', '=', given).execute()
    await backUp(second)
    await restore(third)
    expect(await everyRow(third.db)).toEqual(original)
    expect(await add(third)).toBe(given + 1)
  })

  it('shows one moment, while people write, upload and delete', async () => {
    const { world, post, remove, feed } = await aLeague()
    const before = await everyRow(world.db)
    const [medium] = await feed('player', '?type=media')
    let isFirst = true
    const writes: Promise<{ status: number }>[] = []
    await backUp(world, {
      onTable: () => {
        if (isFirst) {
          writes.push(post('player', 'posts/', { content: 'Too late' }))
          writes.push(remove('player', `media/${medium.id}/`))
        }
        isFirst = false
      },
    })
    for (const { status } of await Promise.all(writes)) expect(status).toBeLessThan(300)
    expect(filesBelow(world.mediaFolder)).toEqual([])
    const place = await aPlace()
    const { missing } = await restore(place)
    expect(missing).toEqual([])
    expect(await everyRow(place.db)).toEqual(before)
    expect(filesBelow(place.mediaFolder)).toHaveLength(2)
  })

  it('tells of the media whose files are gone', async () => {
    const { world } = await aLeague()
    rmSync(world.mediaFolder, { recursive: true })
    const { file_key } = await world.db.selectFrom('feed_media').select('file_key').executeTakeFirstOrThrow()
    expect((await backUp(world)).missing).toEqual([file_key, `${file_key}-grid`])
    const place = await aPlace()
    expect((await restore(place)).missing).toHaveLength(2)
    expect(await everyRow(place.db)).toEqual(await everyRow(world.db))
  })

  it('is whole under its name, or the one before stays', async () => {
    const place = await aFilledPlace()
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
        ...filesAt(place),
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
    const { address, drop } = await emptyDatabase(TEST_ENGINE)
    const empty = placeOf(connect(address))
    cleanUps.push(drop, () => empty.db.destroy())
    await expect(backUp(empty)).rejects.toThrow('There are no data yet.')
    const newer = await aPlace()
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
      const old = await anOlderPlace(release)
      const { migrations: applied } = await backUp(old)
      expect(applied.at(-1)).toBe(release)
      const place = await aPlace()
      await restore(place)
      await migrate(old.db)
      expect(await everyRow(place.db)).toEqual(await everyRow(old.db))
    },
  )
})

describe('a restore', () => {
  it('makes the tables where there are none', async () => {
    const { address, drop } = await emptyDatabase(TEST_ENGINE)
    const place = placeOf(connect(address))
    cleanUps.push(drop, () => place.db.destroy())
    const from = await aFilledPlace()
    await backUp(from)
    await restore(place)
    expect(await everyRow(place.db)).toEqual(await everyRow(from.db))
  })

  it('is refused where there are rows, and leaves them alone', async () => {
    await backUp(await aFilledPlace())
    const place = await aPlace()
    await place.db.insertInto('attempts').values({ bucket: 'mine', at: 1 }).execute()
    const before = await contentOf(place)
    await expect(restore(place)).rejects.toThrow('The target is not empty: it has rows in attempts.')
    expect(await contentOf(place)).toEqual(before)
  })

  it('that fails leaves nothing, and takes no file away that was there', async () => {
    const { world } = await aLeague()
    const { media } = await backUp(world)
    const place = await aPlace()
    const store = fileStore(place.mediaFolder)
    const refusing = { ...store, put: () => Promise.reject(new Error('the disk is away')) }
    const before = await contentOf(place)
    await expect(restore(place, { media: refusing })).rejects.toThrow('the disk is away')
    expect(await contentOf(place)).toEqual(before)

    await sql`drop table feed_media`.execute(place.db)
    await expect(restore(place)).rejects.toThrow('have not the same tables: look at feed_media')
    expect(await contentOf(place)).toEqual([await everyRow(place.db), []])

    // The media of a server that has lost only its database.
    const beside = { ...world, db: place.db }
    await expect(restore(beside)).rejects.toThrow('have not the same tables')
    expect(filesBelow(world.mediaFolder)).toHaveLength(media.length)
    expect(await filesAt(world).pictures.slugs()).toEqual(['ada-marlow'])
  })
})

describe('a file that is no whole backup of ours', () => {
  const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

  const manifestOf = (files: Files) => JSON.parse(String(files.get('manifest.json'))) as Manifest

  const withManifest = (files: Files, manifest: object): Files =>
    new Map([...files, ['manifest.json', Buffer.from(JSON.stringify(manifest))]])

  /** As somebody changes it who puts the hashes right. */
  function withLines(files: Files, table: string, change: (lines: string[]) => string[]): Files {
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

  function withValue(files: Files, table: string, column: string, value: unknown): Files {
    const columns = manifestOf(files).tables.find(({ name }) => name === table)?.columns ?? []
    const index = columns.findIndex(({ name }) => name === column)
    return withLines(files, table, (lines) =>
      lines.map((line) => JSON.stringify((JSON.parse(line) as unknown[]).with(index, value))),
    )
  }

  it('is refused with a sentence, and nothing is written', async () => {
    const { world } = await aLeague()
    await backUp(world)
    const whole = readFileSync(file)
    const files = await unzipped(whole)
    const manifest = manifestOf(files)
    const medium = manifest.media[0]
    if (medium === undefined) throw new Error('a league without media')
    const without = (name: string): Files => new Map([...files].filter(([each]) => each !== name))
    const renamed = (from: string, to: string) =>
      Buffer.from(whole.toString('latin1').replaceAll(from, to), 'latin1')
    const flipped = Buffer.from(whole)
    const inMedium = whole.indexOf(files.get(`media/${medium.key}`) ?? '') + 20
    flipped[inMedium] = (flipped[inMedium] ?? 0) ^ 1
    const wrong: [string, Files | Buffer, RegExp][] = [
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
    const place = await aPlace()
    const before = await contentOf(place)
    for (const [what, content, sentence] of wrong) {
      writeFileSync(file, Buffer.isBuffer(content) ? content : await zipped(content))
      const refusal = await restore(place).catch((error: unknown) => error)
      expect([what, refusal]).toEqual([
        what,
        expect.objectContaining({ name: 'BackupError', message: expect.stringMatching(sentence) }),
      ])
    }
    expect(await contentOf(place)).toEqual(before)
    writeFileSync(file, await zipped(files))
    await restore(place)
    expect(await everyRow(place.db)).toEqual(await everyRow(world.db))
  })

  it('is refused where there is no room to unpack it', async () => {
    await backUp(await aFilledPlace())
    const place = await aPlace()
    const before = await contentOf(place)
    const refused = restore(place, { freeBytes: async () => 1_000_000 })
    await expect(refused).rejects.toThrow(/^There is no room to restore: .* 1 MB are left/)
    expect(await contentOf(place)).toEqual(before)
  })
})
