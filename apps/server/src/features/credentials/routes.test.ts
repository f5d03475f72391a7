import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ProviderCookies, ProviderError } from '../../providers/league-provider.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const SWID = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}'
const S2 = `AEB${'canaryDEF123+/'.repeat(10)}==`
const SERVER_COOKIES = { swid: SWID.replace('0A', 'FF'), s2: S2.replace('AEB', 'ENV') }

const logLines: string[] = []
let testApp: TestApp
let admin: TestClient
let cookiesReceived: (ProviderCookies | null)[]

beforeEach(async () => {
  logLines.length = 0
  cookiesReceived = []
  testApp = await startApp(
    {},
    { log: pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) }) },
  )
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  acceptCookies()
})
afterEach(() => testApp.close())

function acceptCookies(): void {
  testApp.provider.read = ({ cookies, season }) => {
    cookiesReceived.push(cookies)
    return buildSeason({ season })
  }
}

function failRequests(failure: 'not_visible' | 'unavailable'): void {
  testApp.provider.read = () => {
    throw new ProviderError(failure, 'for the log')
  }
}

const save = (body: object, who = admin) => who.post('/api/league/Harbour/espn-credentials/', body)
const getCookieStatus = async () => (await admin.get('/api/league/Harbour/cookie-status/')).body
const refresh = () => admin.post('/api/refresh-espn/', { name: 'Harbour' })

const NO_COOKIES = {
  has_swid: false,
  has_s2: false,
  source: 'none',
  tested: null,
  saved_at: null,
  accepted_at: null,
  refused_at: null,
}

describe('saving cookies', () => {
  it('tries them against the league, and reads it with them from then on', async () => {
    expect((await save({ swid: SWID, s2: encodeURIComponent(S2) })).body).toEqual({
      message: 'Saved. ESPN accepted these cookies.',
      state: 'tested',
    })
    expect(await getCookieStatus()).toEqual({
      ...NO_COOKIES,
      has_swid: true,
      has_s2: true,
      source: 'league',
      tested: true,
      saved_at: SUNDAY.toISOString(),
      accepted_at: SUNDAY.toISOString(),
    })
    await refresh()
    expect(cookiesReceived).toEqual([
      { swid: SWID, s2: S2 },
      { swid: SWID, s2: S2 },
    ])
  })

  it.each([
    ['a whole header in one field', { swid: `Cookie: a=b; SWID=${SWID}; espn_s2=${encodeURIComponent(S2)}` }],
    ['swapped fields', { swid: S2, s2: SWID }],
    ['no braces', { swid: SWID.slice(1, -1), s2: S2 }],
  ])('understands %s', async (_, body) => {
    expect((await save(body)).body.state).toBe('tested')
    expect(cookiesReceived).toEqual([{ swid: SWID, s2: S2 }])
  })

  it('refuses what the provider refuses, and keeps what was there', async () => {
    await save({ swid: SWID, s2: S2 })
    failRequests('not_visible')
    const answer = await save({ swid: SWID.replace('0A', '0B'), s2: S2 })
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      400,
      'cookies_refused',
      'ESPN refused these cookies.',
    ])
    acceptCookies()
    await refresh()
    expect(cookiesReceived.at(-1)).toEqual({ swid: SWID, s2: S2 })
  })

  it('stores them all the same when told to', async () => {
    failRequests('not_visible')
    expect((await save({ swid: SWID, s2: S2, force: true })).body).toEqual({
      message: 'Saved, although ESPN refused these cookies.',
      state: 'untested',
    })
    expect(await getCookieStatus()).toMatchObject({ source: 'league', tested: false, accepted_at: null })
  })

  it.each([
    ['the provider cannot be asked', () => failRequests('unavailable'), { swid: SWID, s2: S2 }],
    ['the provider knows no such league', () => (testApp.provider.read = () => null), { swid: SWID, s2: S2 }],
    ['only one is given', acceptCookies, { s2: S2 }],
  ])('stores them untested when %s', async (_, prepare, body) => {
    prepare()
    const answer = await save(body)
    expect([answer.status, answer.body.state]).toEqual([200, 'untested'])
    expect(await getCookieStatus()).toMatchObject({ has_s2: true, tested: false })
  })

  it('keeps the one that was not given', async () => {
    await save({ swid: SWID })
    expect(await getCookieStatus()).toMatchObject({ has_swid: true, has_s2: false, source: 'none' })
    await save({ s2: S2 })
    await refresh()
    expect(cookiesReceived).toEqual([{ swid: SWID, s2: S2 }])
  })

  it.each([
    [{ swid: 'hello', s2: S2 }, 'swid'],
    [{ swid: SWID, s2: 'too short' }, 's2'],
  ])('names the field in which there is no cookie: %j', async (body, field) => {
    const answer = await save(body)
    expect([answer.status, answer.body.code, Object.keys(answer.body.fields)]).toEqual([
      400,
      'cookies_refused',
      [field],
    ])
    expect(await getCookieStatus()).toEqual(NO_COOKIES)
  })

  it('clears them when both are empty', async () => {
    await save({ swid: SWID, s2: S2 })
    expect((await save({ swid: ' ', s2: '' })).body.state).toBe('cleared')
    expect(await getCookieStatus()).toEqual(NO_COOKIES)
  })
})

describe('the provider’s word', () => {
  it('is kept: when it accepted them last, and since when it refuses them', async () => {
    await save({ swid: SWID, s2: S2, force: true })
    failRequests('not_visible')
    const minutes = (count: number) => new Date(SUNDAY.getTime() + count * 60_000)
    for (const count of [1, 2]) {
      testApp.clock.now = minutes(count)
      await refresh()
    }
    expect(await getCookieStatus()).toMatchObject({ refused_at: minutes(1).toISOString() })
    acceptCookies()
    testApp.clock.now = minutes(3)
    await refresh()
    expect(await getCookieStatus()).toMatchObject({
      accepted_at: minutes(3).toISOString(),
      refused_at: null,
      tested: true,
    })
  })
})

describe('a test', () => {
  const test = async () => (await admin.post('/api/league/Harbour/espn-credentials/test/')).body

  it('asks with what a refresh would use, and keeps what ESPN said', async () => {
    expect(await test()).toEqual({
      message: 'ESPN shows this league without cookies: it is public.',
      verdict: 'accepted',
    })
    await save({ swid: SWID, s2: S2 })
    failRequests('not_visible')
    expect(await test()).toMatchObject({
      message: 'ESPN refuses the cookies of this league. Save fresh ones.',
      verdict: 'refused',
    })
    expect(await getCookieStatus()).toMatchObject({ refused_at: SUNDAY.toISOString() })
    acceptCookies()
    testApp.clock.now = new Date(SUNDAY.getTime() + 60_000)
    expect((await test()).verdict).toBe('accepted')
    expect(cookiesReceived.at(-1)).toEqual({ swid: SWID, s2: S2 })
    expect(await getCookieStatus()).toMatchObject({
      accepted_at: testApp.clock.now.toISOString(),
      refused_at: null,
    })
  })

  it('says nothing of cookies where ESPN could not be asked', async () => {
    await save({ swid: SWID, s2: S2 })
    const before = await getCookieStatus()
    failRequests('unavailable')
    expect(await test()).toEqual({
      message: 'ESPN could not be asked, or has no such league.',
      verdict: 'not_asked',
    })
    expect(await getCookieStatus()).toEqual(before)
  })
})

describe('the first denial', () => {
  const denied = async () => (await getCookieStatus()).refused_at

  it('is told of a league without cookies of its own, until it is shown again', async () => {
    failRequests('not_visible')
    await refresh()
    testApp.clock.now = new Date(SUNDAY.getTime() + 60_000)
    await refresh()
    expect(await getCookieStatus()).toEqual({ ...NO_COOKIES, refused_at: SUNDAY.toISOString() })
    acceptCookies()
    await refresh()
    expect(await denied()).toBeNull()
  })

  it('is over once the league has cookies that ESPN accepts', async () => {
    failRequests('not_visible')
    await refresh()
    acceptCookies()
    await save({ swid: SWID, s2: S2 })
    expect(await denied()).toBeNull()
  })

  it('is none of an earlier season, which can be closed to who reads the league', async () => {
    await save({ swid: SWID, s2: S2 })
    await refresh()
    failRequests('not_visible')
    const { body } = await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2020 })
    expect([body.ok, await denied()]).toEqual([false, null])
    await refresh()
    expect(await denied()).toBe(SUNDAY.toISOString())
  })
})

describe('the source', () => {
  it('is the server’s pair while the league has not both of its own', async () => {
    const other = await startApp({}, { serverCookies: SERVER_COOKIES })
    const boss = await other.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    const asked: unknown[] = []
    other.provider.read = ({ cookies }) => {
      asked.push(cookies)
      return buildSeason()
    }
    const source = async () => (await boss.get('/api/league/Harbour/cookie-status/')).body.source
    expect((await boss.get('/api/espn/cookie-status/')).body).toEqual({ has_swid: true, has_s2: true })
    await save({ swid: SWID }, boss)
    expect(await source()).toBe('env')
    await boss.post('/api/refresh-espn/', { name: 'Harbour' })
    expect(asked).toEqual([SERVER_COOKIES])
    await save({ s2: S2 }, boss)
    expect(await source()).toBe('league')
    await other.close()
  })

  it('is the server’s pair when another key sealed the league’s own', async () => {
    await save({ swid: SWID, s2: S2 })
    await testApp.db.updateTable('league_credentials').set({ swid: 'v1.a.b.c' }).execute()
    expect(await getCookieStatus()).toMatchObject({ has_swid: false, has_s2: true, source: 'none' })
  })
})

it('shows the cookies to nobody: not in an answer, a log line, the audit log or the database', async () => {
  const answers = [await save({ swid: SWID, s2: S2 }), await admin.get('/api/league/Harbour/cookie-status/')]
  failRequests('not_visible')
  answers.push(await save({ swid: SWID, s2: S2 }), await refresh())
  const tables = [
    await testApp.db.selectFrom('league_credentials').selectAll().execute(),
    await testApp.db.selectFrom('audit_log').selectAll().execute(),
  ]
  const everything = JSON.stringify([answers.map((answer) => answer.body), logLines, tables])
  expect(everything).not.toContain('canary')
  expect(everything).not.toContain(SWID.slice(1, 20))
})

it('is for admins of the league', async () => {
  const player = await testApp.registerUser('player')
  await admin.post('/api/assign-user/', { username: 'player', league: 'Harbour', role: 'player' })
  expect((await save({ swid: SWID, s2: S2 }, player)).body.code).toBe('not_league_admin')
  expect((await player.get('/api/league/Harbour/cookie-status/')).body.code).toBe('not_league_admin')
  expect((await player.get('/api/espn/cookie-status/')).body.code).toBe('not_admin')
  expect(await getCookieStatus()).toEqual(NO_COOKIES)
})
