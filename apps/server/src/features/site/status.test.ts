import { afterEach, expect, it } from 'vitest'
import { recentErrors } from '../../app/monitoring.ts'
import { MailError, type Mailer } from '../../mail/mail.ts'
import { chainNext } from '../../repositories/audit.ts'
import { recordFailure, recordSuccess } from '../../repositories/external-fetch-store.ts'
import { createMemoryLog } from '../../testing/memory-log.ts'
import { createTestRunner } from '../../testing/run-jobs.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { requestOf } from './site.ts'
import { statusJobs } from './status.ts'

const STATUS = '/api/site/status/'
const TEST_EMAIL = '/api/site/test-email/'
const SMTP_URL = 'smtp://mailer:canary@mail.example:587'

let close: () => Promise<void>
afterEach(() => close())

async function start(...options: Parameters<typeof startApp>) {
  const testApp = await startApp(...options)
  close = testApp.close
  const admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  return { testApp, admin }
}

async function runAuditCheck({ db }: TestApp): Promise<void> {
  const now = () => SUNDAY
  const settings = { UPDATES_URL: undefined, PROVIDER_USER_AGENT: 'Tests/1.0 (+https://tests.example)' }
  const kinds = statusJobs({ db, settings, now, log: createMemoryLog().log })
  const runner = createTestRunner(db, kinds, { now })
  await runner.request(requestOf('audit-check'))
  await runner.settled()
}

it('shows the state of a new site', async () => {
  const { admin, testApp } = await start()
  const { status, body } = await admin.get(STATUS)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    update: null,
    address: { url: 'http://localhost:3000', is_set: false, opened_at: 'http://localhost:80' },
    mail: { is_on: false, server: null },
    storage: { data_folder: testApp.dataDir, media_bytes: 0, upload_limit_bytes: 1024 * 1024 },
    errors: { total: 0, recent: [] },
    failed_jobs: 0,
    sources: [],
    audit: null,
  })
  expect(body.storage.database_bytes).toBeGreaterThan(10_000)
  expect(body.storage.free_bytes).toBeGreaterThan(1_000_000)
})

it('shows the address that a site admin has confirmed', async () => {
  const { admin } = await start()
  await admin.post('/api/site/settings/', { address: 'https://league.example' })
  expect((await admin.get(STATUS, { host: 'league.example' })).body.address).toMatchObject({
    url: 'https://league.example',
    is_set: true,
  })
  await removeAddress(admin)
})

/** The app of the next test would have it for some seconds. */
async function removeAddress(admin: TestClient): Promise<void> {
  const headers = { host: 'league.example', origin: 'https://league.example' }
  expect((await admin.post('/api/site/settings/', { address: null }, headers)).status).toBe(200)
}

it('shows settings, errors and the mail server, without its password', async () => {
  const errors = recentErrors(() => SUNDAY)
  const setting = {
    name: 'SMTP_URL',
    source: 'file' as const,
    isSecret: false,
    value: 'smtp://mail.example:587',
  }
  const { log } = createMemoryLog()
  const { admin } = await start(
    { SMTP_URL, PUBLIC_URL: 'https://league.example' },
    { errors, settingsInEffect: [setting], log },
  )
  errors.hooks.logMethod?.call(log, ['backup failed'], log.error, 50)
  const headers = { host: 'league.example' }
  expect((await admin.get(STATUS, headers)).body).toMatchObject({
    address: { url: 'https://league.example', is_set: true },
    mail: { is_on: true, server: 'mail.example:587' },
    settings: [{ name: 'SMTP_URL', source: 'file', is_secret: false, value: 'smtp://mail.example:587' }],
    errors: { total: 1, recent: [{ at: SUNDAY.toISOString(), message: 'backup failed', detail: '' }] },
  })
})

it('shows when each source was last read, and why the last request failed', async () => {
  const { testApp, admin } = await start()
  const weather = { source: 'weather', part: 'game 1' } as const
  const before = new Date('2026-10-11T12:00:00Z')
  await recordSuccess(testApp.db, { source: 'schedule', part: '2026' }, before)
  await recordSuccess(testApp.db, weather, before)
  await recordFailure(testApp.db, weather, new Error('unexpected'), SUNDAY, SUNDAY)
  expect((await admin.get(STATUS)).body.sources).toEqual([
    { name: 'schedule', last_success_at: before.toISOString(), error: null },
    { name: 'weather', last_success_at: before.toISOString(), error: 'unhandled error (see the server log)' },
  ])
})

it('tells from the ranges of a league which of its sources a season could not be read from', async () => {
  const { testApp, admin } = await start()
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  const league_id = await testApp.findLeagueId()
  const at = SUNDAY.getTime()
  await testApp.db.updateTable('league_sources').set({ last_season: 2024 }).execute()
  await testApp.db
    .insertInto('league_sources')
    .values({
      league_id,
      provider: 'sleeper',
      provider_league_id: '12',
      first_season: 2025,
      last_season: null,
    })
    .execute()
  const season = {
    league_id,
    is_finished: 0 as const,
    fetched_at: at,
    source: 'espn' as const,
    document: '{}',
  }
  await testApp.db
    .insertInto('seasons')
    .values([
      { ...season, season: 2024, depth: 'box scores', provider: 'espn' },
      { ...season, season: 2025, depth: 'box scores', provider: 'sleeper' },
    ])
    .execute()
  await testApp.db
    .insertInto('season_failures')
    .values({ league_id, season: 2026, reason: 'Sleeper is down.', at: at + 1 })
    .execute()
  expect((await admin.get(STATUS)).body.sources).toEqual([
    { name: 'leagues of espn', last_success_at: SUNDAY.toISOString(), error: null },
    { name: 'leagues of sleeper', last_success_at: SUNDAY.toISOString(), error: 'Sleeper is down.' },
  ])
})

it('shows the last check of the audit log, and what is wrong with it', async () => {
  const { testApp, admin } = await start()
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  while ((await chainNext(testApp.db)) !== null);
  await runAuditCheck(testApp)
  const { audit } = (await admin.get(STATUS)).body
  expect(audit).toEqual({ checked_at: SUNDAY.toISOString(), entries: expect.any(Number), error: null })
  expect(audit.entries).toBeGreaterThan(0)
})

it.each([
  { newest: '0.99.0', isNewer: true },
  { newest: '0.0.1', isNewer: false },
])('says $isNewer to $newest being a newer release', async ({ newest, isNewer }) => {
  const { testApp, admin } = await start({ UPDATES_URL: 'https://releases.example/latest' })
  expect((await admin.get(STATUS)).body.update).toEqual({
    newest: null,
    is_newer: false,
    checked_at: null,
    error: null,
  })
  const job = { kind: 'newest-release', status: 'done' as const, payload: 'null', priority: 1, run_at: 0 }
  const result = JSON.stringify({ version: newest })
  const at = SUNDAY.getTime()
  await testApp.db
    .insertInto('jobs')
    .values({ ...job, result, created_at: at, ended_at: at })
    .execute()
  expect((await admin.get(STATUS)).body.update).toEqual({
    newest,
    is_newer: isNewer,
    checked_at: SUNDAY.toISOString(),
    error: null,
  })
})

it('sends a test email', async () => {
  const { testApp, admin } = await start({ SMTP_URL })
  const { status, body } = await admin.post(TEST_EMAIL, { email: 'boss@example.org' })
  expect([status, body.message]).toEqual([
    200,
    'The mail server accepted an email to boss@example.org. Look for it in the inbox, and in spam.',
  ])
  expect(testApp.emails).toMatchObject([{ to: 'boss@example.org', subject: 'Test email from Fieldhouse' }])
})

it('says why a test email was not sent', async () => {
  const mailer: Mailer = { send: () => Promise.reject(new MailError('EAUTH AUTH PLAIN 535: wrong password')) }
  const { admin } = await start({ SMTP_URL }, { mailer })
  const { status, body } = await admin.post(TEST_EMAIL, { email: 'boss@example.org' })
  expect([status, body]).toEqual([
    502,
    { code: 'mail_failed', error: "The email wasn't sent: EAUTH AUTH PLAIN 535: wrong password" },
  ])
})

it('says how to set up email where there is none', async () => {
  const { admin } = await start()
  const { body } = await admin.post(TEST_EMAIL, { email: 'boss@example.org' })
  expect(body.error).toBe(
    "Email isn't set up on this site. Set SMTP_URL and MAIL_FROM, and restart the server.",
  )
})
