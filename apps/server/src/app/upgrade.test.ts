import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { hashPassword } from '../auth/passwords.ts'
import { connect, type Db, migrate } from '../database/engine/database.ts'
import { DOCUMENT_TABLES } from '../database/migrations/season-documents.ts'
import { fillTables, findLastId, listTables, readRowBatches } from '../database/portability/table-rows.ts'
import { chainNext, verifyChain } from '../repositories/audit.ts'
import { listSeasons } from '../repositories/stored-seasons.ts'
import { readSettings } from '../settings.ts'
import { IS_NET } from '../testing/is-net.ts'
import { postForm } from '../testing/multipart-form.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'
import { createEmptyDatabase, TEST_ENGINE, type TestDatabase } from '../testing/test-database.ts'
import { createZip, readZip } from '../testing/zips.ts'

/** The database of the demo of release 0.1.0, and what that release answered from it. */
const FOLDER = join(import.meta.dirname, '../testing/release-0.1.0')
const LAST_MIGRATION = '0020-denied-leagues'
const PASSWORD = 'touchdown-at-noon'
const NEW_PASSWORD = 'field-goal-at-dusk'
const NAMESAKES_PASSWORD = 'kickoff-at-one'
/** When the demo ran. */
const NOW = new Date('2026-11-29T20:00:00Z')
const LEAGUE = '/api/league/The%20Gridiron%20Supper%20Club'

const readFixture = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const NOT_REUSED = { prepare: async () => {}, empty: async () => false, drop: async () => {} }

/** The stored database, on the engine of this run, before any newer migration. */
async function openOldDatabase(): Promise<TestDatabase> {
  const file = await createEmptyDatabase('sqlite')
  cleanups.push(file.drop)
  if (file.address.engine !== 'sqlite') throw new Error('expected a SQLite file')
  writeFileSync(file.address.file, gunzipSync(readFileSync(join(FOLDER, 'demo.db.gz'))))
  const old = connect(file.address)
  cleanups.push(() => old.destroy())
  if (TEST_ENGINE === 'sqlite') return { db: old, address: file.address, ...NOT_REUSED }
  const target = await createEmptyDatabase(TEST_ENGINE)
  cleanups.push(target.drop)
  const db = connect(target.address)
  cleanups.push(() => db.destroy())
  await migrate(db, LAST_MIGRATION)
  await db.transaction().execute(async (transaction) => {
    await fillTables(transaction, await listTables(transaction), {
      readBatches: (table) => readRowBatches(old, table),
      findLastId: (table) => findLastId(old, table),
    })
  })
  return { db, address: target.address, ...NOT_REUSED }
}

/** People as release 0.1.0 stored them. Nadia could not sign in with her address, which is a username, too. */
async function addPeople(db: Db): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD)
  const namesakesHash = await hashPassword(NAMESAKES_PASSWORD)
  for (const [username, email, hash = passwordHash] of [
    ['Fan@League.example', ''],
    ['otto', 'Otto@league.example'],
    ['nadia', 'nadia@league.example'],
    ['nadia@league.example', '', namesakesHash],
    ['pat', ''],
  ] as const)
    await sql`insert into users (username, username_key, email, email_key, first_name, last_name, password_hash,
      is_admin, is_staff, created_at) values (${username}, ${username.toLowerCase()}, ${email},
      ${email === '' ? null : email.toLowerCase()}, ${`\u202E${username}\r\n`}, '', ${hash}, 0, 0, 0)`.execute(
      db,
    )
}

const signIn = (testApp: TestApp, username: string, password = PASSWORD) =>
  testApp.client().post('/api/login/', { username, password })

async function listVerified(testApp: TestApp): Promise<string[]> {
  const rows = await testApp.db
    .selectFrom('users')
    .select('username')
    .where('email_verified_at', 'is not', null)
    .orderBy('username')
    .execute()
  return rows.map(({ username }) => username)
}

async function startUpgradedApp(
  beforeUpgrade?: (db: Db) => Promise<void>,
  settings?: Parameters<typeof startApp>[0],
): Promise<TestApp> {
  const database = await openOldDatabase()
  await beforeUpgrade?.(database.db)
  await migrate(database.db)
  const testApp = await startApp(settings, { database })
  testApp.clock.now = NOW
  cleanups.push(testApp.close)
  return testApp
}

describe('the database of release 0.1.0', () => {
  it('lets every user of the demo sign in after the upgrade', async () => {
    const { client } = await startUpgradedApp()
    for (const username of ['greta', 'ada', 'hugo', 'dov', 'ines', 'nell', 'petra']) {
      const { status } = await client().post('/api/login/', { username, password: PASSWORD })
      expect([username, status]).toEqual([username, 200])
    }
  })

  it('lets people sign in with what they typed before, though no address is verified', async () => {
    const testApp = await startUpgradedApp(addPeople)
    for (const [typed, username, password] of [
      ['fan@league.example', 'Fan@League.example'],
      ['otto', 'otto'],
      ['Otto@league.example', 'otto'],
      ['nadia', 'nadia'],
      ['nadia@league.example', 'nadia@league.example', NAMESAKES_PASSWORD],
    ] as const)
      expect([typed, (await signIn(testApp, typed, password)).body.username]).toEqual([typed, username])
  })

  it.runIf(IS_NET)('sends reset links to addresses that are not verified, which verifies them', async () => {
    const testApp = await startUpgradedApp(addPeople)
    expect(await listVerified(testApp)).toEqual([])
    for (const [index, email] of ['Otto@league.example', 'nadia@league.example'].entries()) {
      await testApp.client().post('/api/password-reset/request/', { username_or_email: email })
      await expect.poll(() => testApp.emails.length).toBe(index + 1)
      expect(testApp.emails[index]?.to).toBe(email)
      const link = new URL(/^https?:\S+$/m.exec(testApp.emails[index]?.text ?? '')?.[0] ?? '')
      const { uid, token } = Object.fromEntries(link.searchParams)
      await testApp.client().post('/api/password-reset/confirm/', { uid, token, new_password: NEW_PASSWORD })
    }
    expect(await listVerified(testApp)).toEqual(['nadia', 'otto'])
    expect((await signIn(testApp, 'nadia@league.example', NEW_PASSWORD)).body.username).toBe('nadia')
    const namesake = await signIn(testApp, 'nadia@league.example', NAMESAKES_PASSWORD)
    expect(namesake.body.username).toBe('nadia@league.example')
  })

  it.runIf(IS_NET)(
    'lets people sign in and become admins while the admin code has 8 characters',
    async () => {
      const environment = { DATA_DIR: join(tmpdir(), 'fieldhouse-upgrade'), ADMIN_SIGNUP_CODE: '8 chars!' }
      cleanups.push(async () => rmSync(environment.DATA_DIR, { recursive: true, force: true }))
      const { adminSignupCode } = readSettings(environment)
      const testApp = await startUpgradedApp(addPeople, { adminSignupCode })
      expect((await signIn(testApp, 'otto')).status).toBe(200)
      const newcomer = { username: 'newcomer', password: PASSWORD, role: 'admin', admin_code: '8 chars!' }
      expect((await testApp.client().post('/api/register/', newcomer)).body.is_admin).toBe(true)
    },
  )

  it.runIf(IS_NET)('shows names without the invisible characters that were stored', async () => {
    const testApp = await startUpgradedApp(addPeople)
    expect((await signIn(testApp, 'otto')).body.first_name).toBe('otto')
  })

  it.runIf(IS_NET)(
    'gives an address to the account that verifies it, and leaves the other account its username',
    async () => {
      const testApp = await startUpgradedApp(addPeople)
      const pat = testApp.client()
      await pat.post('/api/login/', { username: 'pat', password: PASSWORD })
      await testApp.db
        .updateTable('users')
        .set({ email: 'otto@league.example' })
        .where('username', '=', 'pat')
        .execute()
      await testApp.verifyEmail('pat')
      expect((await signIn(testApp, 'otto@league.example')).body.username).toBe('pat')
      expect((await signIn(testApp, 'otto')).body.username).toBe('otto')
    },
  )

  it('has the same standings and history after the upgrade', async () => {
    const { client } = await startUpgradedApp()
    const greta = client()
    await greta.post('/api/login/', { username: 'greta', password: PASSWORD })
    const standings = await greta.get(`${LEAGUE}/standings/`)
    expect(standings.body).toMatchObject(readFixture('standings.json'))
    const history = await greta.get(`${LEAGUE}/history/`)
    expect(history.body).toMatchObject(readFixture('history.json'))
  })

  it.runIf(IS_NET)(
    'has the same seasons after the upgrade and in an archive with the old tables',
    async () => {
      const oldTables = new Map<string, unknown[]>()
      const testApp = await startUpgradedApp(async (db) => {
        for (const table of ['seasons', ...DOCUMENT_TABLES])
          oldTables.set(table, (await sql`select * from ${sql.table(table)}`.execute(db)).rows)
      })
      const { db, app } = testApp
      await db.updateTable('users').set({ is_staff: 1 }).where('username', '=', 'greta').execute()
      const greta = testApp.client()
      await greta.post('/api/login/', { username: 'greta', password: PASSWORD })
      const cookies = Object.fromEntries(greta.cookies)
      const files = await readZip((await app.inject({ url: `${LEAGUE}/export/`, cookies })).rawPayload)
      for (const [table, rows] of oldTables)
        files.set(`tables/${table}.json`, Buffer.from(JSON.stringify(rows)))
      const form = new FormData()
      form.append('name', 'Copy')
      form.append('file', new Blob([await createZip(files)]), 'old.zip')
      expect((await postForm(greta, '/api/import-league/', form)).body).toMatchObject({ league: 'Copy' })
      const upgraded = await listSeasons(db, await testApp.findLeagueId('The Gridiron Supper Club'))
      const imported = await listSeasons(db, await testApp.findLeagueId('Copy'))
      expect(upgraded.length).toBeGreaterThan(10)
      expect(imported).toEqual(upgraded.map((season) => ({ ...season, isImported: true })))
    },
  )

  it('keeps the posts, the picks and the finished jobs after the upgrade', async () => {
    const { client, db } = await startUpgradedApp()
    const count = async (
      table: 'feed_items' | 'picks' | 'audit_log' | 'proposal_votes' | 'anonymous_votes',
    ) => {
      const { rows } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('rows'))
        .executeTakeFirstOrThrow()
      return Number(rows)
    }
    expect([
      await count('feed_items'),
      await count('picks'),
      await count('proposal_votes'),
      await count('anonymous_votes'),
      await count('audit_log'),
    ]).toEqual([20, 57, 5, 9, 89])
    await chainNext(db)
    expect(await verifyChain(db, [])).toMatchObject({ checked: 89, broken: null })
    const greta = client()
    await greta.post('/api/login/', { username: 'greta', password: PASSWORD })
    const { body } = await greta.get(`${LEAGUE}/jobs/`)
    expect(body.jobs.map((job: { kind: string; state: string }) => `${job.kind} ${job.state}`)).toEqual([
      'refresh done',
      'backfill done',
      'backfill done',
      'refresh done',
    ])
  })
})
