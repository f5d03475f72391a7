import { CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '@fieldhouse/simulator/testing/captures'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFullLeague } from '../testing/full-league-fixture.ts'
import { buildLeagueBody } from '../testing/league-body-fixture.ts'
import { postFiles, postForm } from '../testing/multipart-form.ts'
import {
  ADMIN_CODE,
  startApp,
  type TestApp,
  type TestClient,
  type TestResponse,
} from '../testing/start-app.ts'
import { createZip, readZip, type ZipFiles } from '../testing/zips.ts'

const MI = 1024 * 1024
const UPLOAD_URL = '/api/league/Harbour/seasons/upload/'

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

const upload = (content: string) => postFiles(admin, UPLOAD_URL, [{ name: '2012.json', content }])

function importArchive(archive: Uint8Array<ArrayBuffer>): Promise<TestResponse> {
  const form = new FormData()
  form.append('file', new Blob([archive]), 'league.zip')
  return postForm(admin, '/api/import-league/', form)
}

/** The CPU time of this program so far. Other programs do not slow it down. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * The response to a request, the CPU time it took, and the most CPU time that passed while another request waited
 * for its response.
 */
async function measure(send: () => Promise<TestResponse>) {
  const done = new AbortController()
  let longestWaitMs = 0
  const bystander = testApp.client()
  const watch = async () => {
    while (!done.signal.aborted) {
      const start = cpuMs()
      await bystander.get('/api/whoami/')
      longestWaitMs = Math.max(longestWaitMs, cpuMs() - start)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const start = cpuMs()
  const watching = watch()
  const { status, body } = await send().finally(() => done.abort())
  const durationMs = cpuMs() - start
  await watching
  return { status, body, durationMs, longestWaitMs }
}

const TOO_COMPLEX = '2012.json: the file is nested too deeply or has too many values for league data.'

it.each([
  ['9 Mi brackets in each other', `${'['.repeat(9 * MI)}${']'.repeat(9 * MI)}`],
  ['9 Mi objects in each other', '{"a":'.repeat(3 * MI)],
  ['6 Mi empty arrays', `[${'[],'.repeat(6 * MI)}[]]`],
  ['2 Mi teams', `{"id":4711,"seasonId":2012,"teams":[${'{"id":1},'.repeat(2 * MI - 10)}{}]}`],
])('rejects an upload of %s in a moment', async (_, content) => {
  const { status, body, durationMs, longestWaitMs } = await measure(() => upload(content))
  expect([status, body.error]).toEqual([400, TOO_COMPLEX])
  expect(durationMs).toBeLessThan(5000)
  expect(longestWaitMs).toBeLessThan(2000)
})

it.each([
  ['teams', (id: number) => ({ id, name: 'Team', owners: ['{A}'] })],
  ['schedule', (id: number) => ({ id, matchupPeriodId: 1, home: { teamId: 1, totalPoints: 1 } })],
])('rejects an upload with 20,000 %s', async (key, entry) => {
  const body = buildLeagueBody({ [key]: Array.from({ length: 20_000 }, (_, index) => entry(index + 1)) })
  const { status, body: error, durationMs } = await measure(() => upload(JSON.stringify(body)))
  expect([status, error.error]).toEqual([
    400,
    expect.stringMatching(/^2012\.json: (?:teams|schedule): more than/),
  ])
  expect(durationMs).toBeLessThan(5000)
})

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

it.runIf(HAS_CAPTURES)('stores the largest recorded season', async () => {
  await admin.post('/api/create-league/', { name: 'Big', espn_league_id: 18254195 })
  const content = JSON.stringify(readCapture('league-18254195/2021/combined.json'))
  expect(content.length).toBeGreaterThan(MI)
  const { status } = await postFiles(admin, '/api/league/Big/seasons/upload/', [
    { name: '2021.json', content },
  ])
  expect(status).toBe(200)
})

let exported: ZipFiles | undefined

/** The files of a league's archive. */
async function exportedFiles(): Promise<ZipFiles> {
  exported ??= await exportLeague()
  return new Map(exported)
}

async function exportLeague(): Promise<ZipFiles> {
  const league = await createFullLeague()
  try {
    const { rawPayload } = await league.testApp.app.inject({
      url: '/api/league/Harbour/export/',
      cookies: Object.fromEntries(league.clients.boss.cookies),
    })
    return await readZip(rawPayload)
  } finally {
    await league.testApp.close()
  }
}

it('rejects an archive with 60 Mi empty arrays in a table in a moment', async () => {
  const files = await exportedFiles()
  files.set('tables/leagues.json', Buffer.from(`[${'[],'.repeat(60 * MI)}[]]`))
  const archive = await createZip(files)
  expect(archive.length).toBeLessThan(MI)
  const { status, body, durationMs, longestWaitMs } = await measure(() => importArchive(archive))
  expect([status, body.error]).toEqual([400, 'The archive is too large to import.'])
  expect(durationMs).toBeLessThan(5000)
  expect(longestWaitMs).toBeLessThan(2000)
})

it.each([
  ['values', `[${'{"id":1,"name":2},'.repeat(2 * MI)}{}]`],
  ['brackets', `${'['.repeat(4 * MI)}${']'.repeat(4 * MI)}`],
])('rejects an archive with millions of %s that the size allows', async (_, table) => {
  const files = await exportedFiles()
  files.set('tables/leagues.json', Buffer.from(table))
  const archive = await createZip(files)
  const { status, durationMs, longestWaitMs } = await measure(() => importArchive(archive))
  expect(status).toBe(400)
  expect(durationMs).toBeLessThan(5000)
  expect(longestWaitMs).toBeLessThan(2000)
})

it.each([
  ['the document', (row: object, document: string) => ({ ...row, document })],
  [
    'the details of an earlier release',
    (row: object, details: string) => ({ ...row, document: undefined, details }),
  ],
])('rejects an archive with brackets in %s of a season', async (_, withText) => {
  const files = await exportedFiles()
  files.set('league.json', Buffer.from(String(files.get('league.json')).replace('Harbour', 'Lagoon')))
  const [row] = JSON.parse(String(files.get('tables/seasons.json'))) as object[]
  const bomb = `${'['.repeat(2 * MI)}${']'.repeat(2 * MI)}`
  files.set('tables/seasons.json', Buffer.from(JSON.stringify([withText(row ?? {}, bomb)])))
  const archive = await createZip(files)
  const { status, body, durationMs } = await measure(() => importArchive(archive))
  expect([status, body.code]).toEqual([400, 'archive_unreadable'])
  expect(durationMs).toBeLessThan(5000)
})

const login = (body: string) =>
  testApp.client().post('/api/login/', body, { 'content-type': 'application/json' })

it.each([
  ['brackets', `{"username":"boss","password":"x","more":${'['.repeat(500)}${']'.repeat(500)}}`],
  ['objects', `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`],
  ['values', `{"username":"boss","password":"x","more":[${'0,'.repeat(1500)}0]}`],
])('rejects a sign-in with hundreds of %s', async (_, body) => {
  const response = await login(body)
  expect([response.status, response.body]).toEqual([
    400,
    {
      error: 'The request body is nested too deeply or has too many values.',
      code: 'malformed_body',
    },
  ])
})

it('limits the bodies of people who are not signed in to 4 kB, and other bodies to 64 kB', async () => {
  expect((await login(`{"username":"boss","password":"${'x'.repeat(4096)}"}`)).status).toBe(413)
  const answer = await admin.post('/api/league/Harbour/social/posts/', { content: 'x'.repeat(66_000) })
  expect(answer.status).toBe(413)
})

it('accepts the longest post in any encoding', async () => {
  const escaped = Array.from({ length: 5000 }, () => '\\u2028').join('')
  const response = await admin.post(
    '/api/league/Harbour/social/posts/',
    `{"content":"a${escaped.slice(6)}"}`,
    {
      'content-type': 'application/json',
    },
  )
  expect(response.status).toBe(200)
})
