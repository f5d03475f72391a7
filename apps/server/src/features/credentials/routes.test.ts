import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ProviderCookies, ProviderError } from '../../providers/league-provider.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const SWID = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}'
const S2 = `AEB${'canaryDEF123+/'.repeat(10)}==`
const SERVER_COOKIES = { swid: SWID.replace('0A', 'FF'), s2: S2.replace('AEB', 'ENV') }

const logLines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) })
let testApp: TestApp
let admin: TestClient
let cookiesReceived: (ProviderCookies | null)[]

beforeEach(async () => {
  logLines.length = 0
  cookiesReceived = []
  testApp = await startApp({}, { log })
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

const save = (body: object, client = admin) => client.post('/api/league/Harbour/espn-credentials/', body)
const getCookieStatus = async () => (await admin.get('/api/league/Harbour/cookie-status/')).body
const refresh = () => admin.post('/api/refresh-espn/', { name: 'Harbour' })

const NO_COOKIES = {
  has_swid: false,
  has_s2: false,
  source: 'none',
  may_use_server: true,
  tested: null,
  saved_at: null,
  accepted_at: null,
  refused_at: null,
}

describe('saving cookies', () => {
  it('tests cookies against the league and uses them for later refreshes', async () => {
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
    [
      'a whole cookie header in one field',
      { swid: `Cookie: a=b; SWID=${SWID}; espn_s2=${encodeURIComponent(S2)}` },
    ],
    ['swapped fields', { swid: S2, s2: SWID }],
    ['no braces', { swid: SWID.slice(1, -1), s2: S2 }],
  ])('accepts %s', async (_, body) => {
    expect((await save(body)).body.state).toBe('tested')
    expect(cookiesReceived).toEqual([{ swid: SWID, s2: S2 }])
  })

  it('returns 400 for cookies that the provider rejects and keeps the stored ones', async () => {
    await save({ swid: SWID, s2: S2 })
    failRequests('not_visible')
    const response = await save({ swid: SWID.replace('0A', '0B'), s2: S2 })
    expect([response.status, response.body.code, response.body.error]).toEqual([
      400,
      'cookies_refused',
      'ESPN rejected these cookies.',
    ])
    acceptCookies()
    await refresh()
    expect(cookiesReceived.at(-1)).toEqual({ swid: SWID, s2: S2 })
  })

  it('stores rejected cookies with force', async () => {
    failRequests('not_visible')
    expect((await save({ swid: SWID, s2: S2, force: true })).body).toEqual({
      message: 'Saved, but ESPN rejected these cookies.',
      state: 'untested',
    })
    expect(await getCookieStatus()).toMatchObject({ source: 'league', tested: false, accepted_at: null })
  })

  it.each([
    ['the provider is unavailable', () => failRequests('unavailable'), { swid: SWID, s2: S2 }],
    [
      'the provider cannot find the league',
      () => (testApp.provider.read = () => null),
      { swid: SWID, s2: S2 },
    ],
    ['only one is sent', acceptCookies, { s2: S2 }],
  ])('stores cookies untested when %s', async (_, prepare, body) => {
    prepare()
    const response = await save(body)
    expect([response.status, response.body.state]).toEqual([200, 'untested'])
    expect(await getCookieStatus()).toMatchObject({ has_s2: true, tested: false })
  })

  it('keeps the stored value that was not sent', async () => {
    await save({ swid: SWID })
    expect(await getCookieStatus()).toMatchObject({ has_swid: true, has_s2: false, source: 'none' })
    await save({ s2: S2 })
    await refresh()
    expect(cookiesReceived).toEqual([{ swid: SWID, s2: S2 }])
  })

  it.each([
    [{ swid: 'hello', s2: S2 }, 'swid'],
    [{ swid: SWID, s2: 'too short' }, 's2'],
  ])('names the field without a cookie in %j', async (body, field) => {
    const response = await save(body)
    expect([response.status, response.body.code, Object.keys(response.body.fields)]).toEqual([
      400,
      'cookies_refused',
      [field],
    ])
    expect(await getCookieStatus()).toEqual(NO_COOKIES)
  })

  it('clears the cookies when both fields are empty', async () => {
    await save({ swid: SWID, s2: S2 })
    expect((await save({ swid: ' ', s2: '' })).body.state).toBe('cleared')
    expect(await getCookieStatus()).toEqual(NO_COOKIES)
  })
})

describe('the outcome of refreshes', () => {
  it('updates the last acceptance and the start of a rejection', async () => {
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

describe('cookies saved while a refresh is running', () => {
  const NEW_COOKIES = { swid: SWID.replace('0A', '1B'), s2: S2.replace('AEB', 'NEW') }

  /** Saves new cookies during the next request with the old ones, which then ends as given. */
  function saveDuringRequest(isNewAccepted: boolean, end: () => ReturnType<typeof buildSeason>): void {
    let isSaved = false
    testApp.provider.read = async ({ cookies }) => {
      if (cookies?.swid === NEW_COOKIES.swid) {
        if (isNewAccepted) return buildSeason()
        throw new ProviderError('not_visible', 'for the log')
      }
      if (!isSaved) {
        isSaved = true
        await save({ ...NEW_COOKIES, force: true })
      }
      return end()
    }
  }

  const deny = () => {
    throw new ProviderError('not_visible', 'for the log')
  }

  it('keeps new cookies tested when the provider rejects the old ones', async () => {
    await save({ swid: SWID, s2: S2 })
    saveDuringRequest(true, deny)
    await refresh()
    expect(await getCookieStatus()).toMatchObject({ tested: true, refused_at: null })
  })

  it('keeps new cookies untested when the provider accepts the old ones', async () => {
    await save({ swid: SWID, s2: S2 })
    saveDuringRequest(false, buildSeason)
    await refresh()
    expect(await getCookieStatus()).toMatchObject({ tested: false, accepted_at: null })
  })

  it('keeps the first cookies of a league tested when it was denied without them', async () => {
    saveDuringRequest(true, deny)
    await refresh()
    expect(await getCookieStatus()).toMatchObject({ tested: true, refused_at: null })
  })

  it('records a test only for the cookies that were tested', async () => {
    await save({ swid: SWID, s2: S2 })
    saveDuringRequest(true, deny)
    const { body } = await admin.post('/api/league/Harbour/espn-credentials/test/')
    expect(body.verdict).toBe('refused')
    expect(await getCookieStatus()).toMatchObject({ tested: true, refused_at: null })
  })

  it('records the outcome when the same cookies were saved again', async () => {
    await save({ swid: SWID, s2: S2 })
    let count = 0
    testApp.provider.read = async () => {
      count += 1
      if (count === 1) await save({ swid: SWID, s2: S2, force: true })
      return deny()
    }
    await refresh()
    expect(await getCookieStatus()).toMatchObject({ refused_at: SUNDAY.toISOString() })
  })
})

describe('testing cookies', () => {
  const test = async () => (await admin.post('/api/league/Harbour/espn-credentials/test/')).body

  it('uses the cookies that a refresh would use and records the outcome', async () => {
    expect(await test()).toEqual({
      message: "This league is public, so it doesn't need cookies.",
      verdict: 'accepted',
    })
    await save({ swid: SWID, s2: S2 })
    failRequests('not_visible')
    expect(await test()).toMatchObject({
      message: "ESPN rejected this league's cookies. Save new ones.",
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

  it('records nothing when ESPN is unavailable', async () => {
    await save({ swid: SWID, s2: S2 })
    const before = await getCookieStatus()
    failRequests('unavailable')
    expect(await test()).toEqual({
      message: "Cookies not tested. ESPN couldn't be reached or couldn't find this league. Try again later.",
      verdict: 'not_asked',
    })
    expect(await getCookieStatus()).toEqual(before)
  })
})

describe('the time of the first denial', () => {
  const findDeniedAt = async () => (await getCookieStatus()).refused_at

  it('reports when a league without its own cookies was first denied, until it is readable again', async () => {
    failRequests('not_visible')
    await refresh()
    testApp.clock.now = new Date(SUNDAY.getTime() + 60_000)
    await refresh()
    expect(await getCookieStatus()).toEqual({ ...NO_COOKIES, refused_at: SUNDAY.toISOString() })
    acceptCookies()
    await refresh()
    expect(await findDeniedAt()).toBeNull()
  })

  it('clears the denial once the league has cookies that ESPN accepts', async () => {
    failRequests('not_visible')
    await refresh()
    acceptCookies()
    await save({ swid: SWID, s2: S2 })
    expect(await findDeniedAt()).toBeNull()
  })

  it('ignores denials of earlier seasons, which can be hidden from a current member', async () => {
    await save({ swid: SWID, s2: S2 })
    await refresh()
    failRequests('not_visible')
    const { body } = await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2020 })
    expect([body.ok, await findDeniedAt()]).toEqual([false, null])
    await refresh()
    expect(await findDeniedAt()).toBe(SUNDAY.toISOString())
  })
})

describe('the cookie source', () => {
  it("uses the server's cookies until the league has both of its own", async () => {
    const appWithCookies = await startApp({}, { serverCookies: SERVER_COOKIES })
    const boss = await appWithCookies.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    const usedCookies: unknown[] = []
    appWithCookies.provider.read = ({ cookies }) => {
      usedCookies.push(cookies)
      return buildSeason()
    }
    const getSource = async () => (await boss.get('/api/league/Harbour/cookie-status/')).body.source
    expect((await boss.get('/api/espn/cookie-status/')).body).toEqual({ has_swid: true, has_s2: true })
    await save({ swid: SWID }, boss)
    expect(await getSource()).toBe('env')
    await boss.post('/api/refresh-espn/', { name: 'Harbour' })
    expect(usedCookies).toEqual([SERVER_COOKIES])
    await save({ s2: S2 }, boss)
    expect(await getSource()).toBe('league')
    await appWithCookies.close()
  })

  it("uses the server's cookies only for leagues that a site admin created or allowed", async () => {
    const appWithCookies = await startApp({}, { serverCookies: SERVER_COOKIES })
    const boss = await appWithCookies.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    const skipper = await appWithCookies.registerUser('skipper')
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    await boss.post('/api/assign-user/', { username: 'skipper', league: 'Harbour', role: 'admin' })
    await skipper.post('/api/create-league/', { name: 'Strangers', espn_league_id: 815 })
    const usedCookies: unknown[] = []
    appWithCookies.provider.read = ({ cookies }) => {
      usedCookies.push(cookies)
      return buildSeason()
    }
    const refreshAndRead = async (league: string) => {
      usedCookies.length = 0
      await skipper.post('/api/refresh-espn/', { name: league })
      const { source, may_use_server } = (await skipper.get(`/api/league/${league}/cookie-status/`)).body
      return [source, may_use_server, usedCookies[0]]
    }
    expect(await refreshAndRead('Strangers')).toEqual(['none', false, null])
    const allow = (client: TestClient, allowed: boolean) =>
      client.post('/api/league/Strangers/server-cookies/', { allowed })
    expect((await allow(boss, true)).body.message).toBe("Strangers may use the server's cookies.")
    expect(await refreshAndRead('Strangers')).toEqual(['env', true, SERVER_COOKIES])
    await allow(boss, false)
    expect((await refreshAndRead('Strangers'))[0]).toBe('none')
    expect((await refreshAndRead('Harbour'))[0]).toBe('env')
    const otherLeague = { espn_league_id: '815', deletes_espn_seasons: true }
    expect((await skipper.post('/api/league/Harbour/settings/', otherLeague)).status).toBe(200)
    expect((await refreshAndRead('Harbour'))[0]).toBe('none')
    await appWithCookies.close()
  })

  it('ignores league cookies that were encrypted with a different key', async () => {
    await save({ swid: SWID, s2: S2 })
    await testApp.db.updateTable('league_credentials').set({ swid: 'v1.a.b.c' }).execute()
    expect(await getCookieStatus()).toMatchObject({ has_swid: false, has_s2: true, source: 'none' })
  })
})

it('never exposes the cookies in a response, a log line, the audit log or the database', async () => {
  const responses = [
    await save({ swid: SWID, s2: S2 }),
    await admin.get('/api/league/Harbour/cookie-status/'),
  ]
  failRequests('not_visible')
  responses.push(await save({ swid: SWID, s2: S2 }), await refresh())
  const tables = [
    await testApp.db.selectFrom('league_credentials').selectAll().execute(),
    await testApp.db.selectFrom('audit_log').selectAll().execute(),
  ]
  const allOutput = JSON.stringify([responses.map((response) => response.body), logLines, tables])
  expect(allOutput).not.toContain('canary')
  expect(allOutput).not.toContain(SWID.slice(1, 20))
})
