import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEspnProvider } from '../providers/espn/espn-provider.ts'
import { createNewsSources } from '../providers/news.ts'
import { createSheetSource } from '../providers/sheets.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'
import { storeWeek } from '../testing/store-week.ts'
import { buildLineup, buildPlayer, buildWeek } from '../testing/week-fixture.ts'

const userAgent = 'Tests/1.0 (+https://tests.example)'
const SHEET = '1abcdefghijklmnopqrstuvwxyz'
const SWID = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}'
const S2 = 'AEB'.repeat(30)

const PRIVATE_ADDRESSES = [
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://10.0.0.1/',
  'http://evil.example/',
  '//evil.example/',
  'http://accounts.google.com.evil.example/',
  'https://googleusercontent.com.evil.example/x',
  'https://evil.example@x.googleusercontent.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/',
]

let responder: RequestListener
let requestedUrls: URL[]
/** The requests that the configured host received. */
let receivedRequests: IncomingMessage[]
let server: Server
let serverUrl: string
let testApp: TestApp
let admin: TestClient

/** Uses the real providers, all configured for one host. Requests to other hosts are recorded and blocked. */
beforeAll(async () => {
  server = createServer((request, response) => {
    receivedRequests.push(request)
    responder(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (...[to, init]: Parameters<typeof fetch>) => {
    const url = new URL(to instanceof Request ? to.url : to)
    requestedUrls.push(url)
    if (url.origin !== serverUrl) throw new TypeError(`${url.origin} is not the configured host`)
    if (init?.redirect !== 'manual') throw new TypeError('fetch would follow redirects')
    return fetch(to, init)
  })
  testApp = await startApp(
    { BETSLIP_LEAGUE: 'Harbour' },
    {
      provider: createEspnProvider({ baseUrl: serverUrl, userAgent }),
      sheets: createSheetSource({ baseUrl: serverUrl, userAgent }),
      newsSources: createNewsSources({ siteUrl: serverUrl, searchUrl: serverUrl, userAgent }),
    },
  )
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
beforeEach(() => {
  responder = (_, response) => response.writeHead(404).end()
  requestedUrls = []
  receivedRequests = []
  // Expires everything that earlier tests cached.
  testApp.clock.now = new Date(testApp.clock.now.getTime() + 24 * 60 * 60 * 1000)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await testApp.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** The requested hosts and paths, each once. */
const requestedHosts = () => [...new Set(requestedUrls.map(({ origin }) => origin))]
const requestedPaths = () => [...new Set(receivedRequests.map(({ url = '' }) => url.split('?')[0] ?? ''))]

const refreshSheet = () => admin.post('/api/league/Harbour/bets/admin/refresh/', { season: 2026 })
const refresh = () => admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
const saveSettings = (changes: object) =>
  admin.post('/api/league/Harbour/settings/', {
    name: 'Harbour',
    google_sheet_id: '',
    google_sheet_gid: '',
    ...changes,
  })

describe("a request for a league's sheet", () => {
  const hostile = [
    `https://evil.example/spreadsheets/d/${SHEET}/edit`,
    `https://docs.google.com@evil.example/spreadsheets/d/${SHEET}/edit#gid=1`,
    `https://docs.google.com/spreadsheets/d/${SHEET}@evil.example/edit`,
    `https://docs.google.com/spreadsheets/d/${SHEET}/../../../../evil?gid=7@evil.example`,
    `https://docs.google.com/spreadsheets/d/${SHEET}%0d%0aHost:%20evil.example`,
    `https://docs.google.com/spreadsheets/d/${SHEET}\r\nHost: evil.example\r\n\r\n`,
    `https://docs.google.com/spreadsheets/d/e/${SHEET}#@evil.example/#gid=0`,
  ]

  it('goes to the configured host for any URL that a league admin enters', async () => {
    for (const google_sheet_id of hostile) {
      expect((await saveSettings({ google_sheet_id })).status).toBe(200)
      expect((await refreshSheet()).body.code).toBe('sheet_missing')
    }
    expect(requestedHosts()).toEqual([serverUrl])
    expect(requestedPaths()).toEqual([`/spreadsheets/d/${SHEET}/export`, `/spreadsheets/d/e/${SHEET}/pub`])
    for (const { headers } of receivedRequests) expect(headers.host).toBe(new URL(serverUrl).host)
  })

  it.each(['../../../evil', `${SHEET}/../..`, `@evil.example/${SHEET}`, '//evil.example/', 'x?y#z', ''])(
    'is not sent for the id %j in the database',
    async (sheet) => {
      await saveSettings({ google_sheet_id: SHEET })
      await testApp.db.updateTable('leagues').set({ sheet_id: sheet }).execute()
      expect((await refreshSheet()).status).toBeGreaterThanOrEqual(400)
      expect(requestedUrls).toEqual([])
    },
  )

  it.each(PRIVATE_ADDRESSES)('does not follow a redirect to %s', async (location) => {
    responder = (_, response) => response.writeHead(302, { location }).end()
    await saveSettings({ google_sheet_id: SHEET })
    expect((await refreshSheet()).status).toBe(502)
    expect(requestedHosts()).toEqual([serverUrl])
    expect(receivedRequests).toHaveLength(1)
  })
})

describe('a request to the provider', () => {
  it('goes to the configured host for any league id', async () => {
    const ids = ['leagueId=12@evil.example', 'http://evil.example/?leagueId=34', '56/../../evil?leagueId=56']
    for (const [index, espn_league_id] of ids.entries()) {
      const name = `League ${index}`
      expect((await admin.post('/api/create-league/', { name, espn_league_id })).status).toBe(200)
      await admin.post('/api/refresh-espn/', { name, season: 2026 })
    }
    expect(requestedHosts()).toEqual([serverUrl])
    for (const path of requestedPaths()) {
      expect(path).toMatch(
        /^\/apis\/v3\/games\/ffl\/(seasons\/2026\/segments\/0\/leagues|leagueHistory)\/(12|34|56)$/,
      )
    }
  })

  it.each(PRIVATE_ADDRESSES)(
    'does not follow a redirect to %s, and sends no cookies there',
    async (location) => {
      responder = (_, response) => response.writeHead(307, { location }).end()
      const cookies = { swid: SWID, s2: S2, force: true }
      await admin.post('/api/league/Harbour/espn-credentials/', cookies)
      await refresh()
      expect(receivedRequests.length).toBeGreaterThan(0)
      expect(requestedHosts()).toEqual([serverUrl])
    },
  )

  it('contains no injected headers when header lines are pasted into the cookie fields', async () => {
    const cookies = {
      swid: `${SWID}\r\nHost: evil.example\r\nX-Planted: 1`,
      s2: `${S2}\r\nX-Planted: 1`,
      force: true,
    }
    await admin.post('/api/league/Harbour/espn-credentials/', cookies)
    await refresh()
    for (const { headers } of receivedRequests) {
      expect(headers).not.toHaveProperty('x-planted')
      expect(headers.host).toBe(new URL(serverUrl).host)
    }
  })
})

describe('a request for news', () => {
  const HOSTILE_NAMES = [
    '"@evil.example/',
    '../../../evil',
    'Jo\r\nHost: evil.example',
    '#?&q=x',
    'https://evil.example',
  ]
  // The sources are asked only about players on the rosters.
  beforeAll(async () => {
    const roster = [...HOSTILE_NAMES, 'Jo Fumble'].map((name, index) =>
      buildPlayer({ playerId: 11 + index, name }),
    )
    const week = buildWeek({ lineups: [buildLineup(1, roster)] })
    await storeWeek(testApp.db, await testApp.findLeagueId(), week)
  })

  const requestNews = (players: string) =>
    admin.get(`/api/player-news/?players=${encodeURIComponent(players)}`)

  it('goes to the configured hosts for any player names', async () => {
    const { status } = await requestNews(HOSTILE_NAMES.join(','))
    expect(status).toBeLessThan(500)
    expect(requestedHosts()).toEqual([serverUrl])
    for (const path of requestedPaths())
      expect(path).toMatch(/^\/(rss\/search|apis\/fantasy\/v2\/games\/ffl\/news\/players)$/)
  })

  it('is not sent to the links of the headlines', async () => {
    const item = (link: string) =>
      `<item><title>Jo Fumble rests - Paper</title><link>${link}</link><guid>${link}</guid><pubDate>${new Date().toUTCString()}</pubDate><source>Paper</source></item>`
    const links = ['https://169.254.169.254/', 'https://evil.example/story']
    responder = (_, response) => response.end(`<rss><channel>${links.map(item).join('')}</channel></rss>`)
    await requestNews('Jo Fumble')
    expect(requestedHosts()).toEqual([serverUrl])
  })

  it('does not follow redirects', async () => {
    responder = (_, response) => response.writeHead(301, { location: 'http://10.0.0.1/' }).end()
    await requestNews('Jo Fumble')
    expect(receivedRequests.length).toBeGreaterThan(0)
    expect(requestedHosts()).toEqual([serverUrl])
  })
})
