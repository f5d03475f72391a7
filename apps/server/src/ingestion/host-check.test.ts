import { afterEach, describe, expect, it } from 'vitest'
import { ADMIN_CODE, startApp, type TestApp } from '../testing/start-app.ts'

let testApp: TestApp
afterEach(() => testApp.close())

const get = (url: string, host: string, headers: Record<string, string> = {}) =>
  testApp.app.inject({ method: 'GET', url, headers: { host, ...headers } })

/** A site that has an admin accepts unknown hosts no more. */
async function startSite(settings: Parameters<typeof startApp>[0] = {}) {
  testApp = await startApp(settings)
  return testApp.registerUser('boss', { role: 'admin' })
}

describe('without the URL of the site', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST.:3000',
    'league.localhost:3000',
    '127.0.0.1:3000',
    '127.8.8.8',
    '[::1]:3000',
    // An attacker's page cannot have an address as its host name and then change what it means.
    '192.168.1.20:3000',
    '[fe80::1]:3000',
  ])('accepts requests to %s', async (host) => {
    testApp = await startApp()
    expect((await get('/api/whoami/', host)).statusCode).toBe(200)
  })

  it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example', 'a b'])(
    'rejects requests to %s, which may be rebound to this machine',
    async (host) => {
      await startSite()
      const api = await get('/api/whoami/', host)
      expect([api.statusCode, api.json()]).toEqual([
        403,
        { error: expect.stringContaining('PUBLIC_URL'), code: 'unknown_host' },
      ])
      expect(api.headers['x-request-id']).toBeDefined()
      const registration = await testApp.client().post('/api/register/', {}, { host })
      expect([registration.status, registration.body.code]).toEqual([403, 'unknown_host'])
      for (const path of ['/', '/join/code', '/api/docs/', '/assets/index.js']) {
        const page = await get(path, host, { accept: 'text/html' })
        expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
        expect(page.body).not.toContain('evil')
      }
    },
  )

  it('rejects a cached response too', async () => {
    await startSite()
    const ada = await testApp.registerUser('ada')
    for (let count = 0; count < 2; count += 1) expect((await ada.get('/api/whoami/')).status).toBe(200)
    expect((await ada.get('/api/whoami/', { host: 'evil.example' })).status).toBe(403)
  })

  it('accepts every host until there is an admin, whose host name stays the URL of the site', async () => {
    testApp = await startApp({ adminSignupCode: ADMIN_CODE })
    const host = 'league.example'
    const headers = { host, origin: 'https://league.example' }
    expect((await get('/', host, { accept: 'text/html' })).statusCode).not.toBe(403)
    const boss = testApp.client()
    const body = { username: 'boss', password: 'boss-has-a-secret', role: 'admin', admin_code: ADMIN_CODE }
    const registered = await boss.post('/api/register/', body, headers)
    expect([registered.status, String(registered.headers['set-cookie'])]).toEqual([
      200,
      expect.stringContaining('Secure'),
    ])
    expect((await boss.get('/api/site/')).body).toMatchObject({ address: 'https://league.example' })
    await boss.post('/api/site/settings/', { address: null }, headers)
  })

  it('answers health checks under every name, because probes use any', async () => {
    testApp = await startApp()
    expect((await get('/healthz', 'fieldhouse:3000')).statusCode).toBe(200)
    expect((await get('/readyz', 'fieldhouse:3000')).statusCode).toBe(200)
  })
})

describe('with the URL of the site', () => {
  const PUBLIC_URL = 'https://league.example'
  const PAGE = { accept: 'text/html' }
  const locationOf = async (host: string, headers: Record<string, string> = {}, url = '/?tab=history') =>
    (await get(url, host, { ...PAGE, ...headers })).headers.location

  it('leads pages under another host name or address there', async () => {
    testApp = await startApp({ PUBLIC_URL })
    for (const host of ['nas:3000', '192.168.1.20:3000', 'old.example'])
      expect(await locationOf(host)).toBe('https://league.example/?tab=history')
    expect((await get('/join/code', 'nas:3000', PAGE)).headers.location).toBe(
      'https://league.example/join/code',
    )
  })

  it.each([
    ['its own host name', 'league.example', {}],
    ['its own host name at another port', 'league.example:8443', {}],
    ['this machine', 'localhost:3000', {}],
    ['a browser that was redirected a moment ago', 'nas:3000', { cookie: 'redirected=1' }],
    ['a proxy that sends a host name of its own', 'fieldhouse:3000', { 'x-forwarded-for': '203.0.113.7' }],
    ['an unknown proxy that names another host', 'a.example', { 'x-forwarded-host': 'b.example' }],
    ['an unknown proxy that says http', 'league.example', { 'x-forwarded-proto': 'http' }],
  ])('leads nobody elsewhere who comes from %s', async (_, host, headers) => {
    testApp = await startApp({ PUBLIC_URL })
    expect(await locationOf(host, headers)).toBeUndefined()
  })

  it('leads to https, and from the host that people opened, where a trusted proxy says what came in', async () => {
    testApp = await startApp({ PUBLIC_URL, TRUST_PROXY: 'loopback' })
    expect(await locationOf('league.example', { 'x-forwarded-proto': 'http' })).toBe(
      'https://league.example/?tab=history',
    )
    expect(await locationOf('league.example', { 'x-forwarded-proto': 'https' })).toBeUndefined()
    const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'old.example' }
    expect(await locationOf('fieldhouse:3000', proxied)).toBe('https://league.example/?tab=history')
  })

  it('never leads another device to this machine only', async () => {
    testApp = await startApp({ PUBLIC_URL: 'http://localhost:3000' })
    expect(await locationOf('192.168.1.20:3000')).toBeUndefined()
    const headers = { host: '192.168.1.20:3000', origin: 'http://192.168.1.20:3000' }
    const response = await testApp.client().post('/api/login/', { username: 'a', password: 'b' }, headers)
    expect(response.body.code).toBe('invalid_credentials')
  })

  it('tells pages under another URL where the site is when they send something', async () => {
    testApp = await startApp({ PUBLIC_URL })
    const headers = { host: 'nas:3000', origin: 'http://nas:3000' }
    const response = await testApp.client().post('/api/login/', { username: 'a', password: 'b' }, headers)
    expect([response.status, response.body]).toEqual([
      403,
      { error: 'This site is at https://league.example. Open it there.', code: 'wrong_address' },
    ])
  })

  it('accepts calls to every host, because proxies use their own', async () => {
    testApp = await startApp({ PUBLIC_URL })
    expect((await get('/api/whoami/', 'fieldhouse:3000')).statusCode).toBe(200)
  })
})

it('leads to the URL that a site admin has confirmed', async () => {
  const boss = await startSite()
  const saved = await boss.post('/api/site/settings/', { address: 'HTTP://League.Example:3000/' })
  expect(saved.body.settings.address).toEqual({
    value: 'http://league.example:3000',
    is_from_environment: false,
  })
  const page = await get('/', '192.168.1.20:3000', { accept: 'text/html' })
  expect(page.headers.location).toBe('http://league.example:3000/')
  const own = { host: 'league.example:3000', origin: 'http://league.example:3000' }
  expect((await boss.post('/api/site/settings/', { address: 'league.example' }, own)).status).toBe(400)
  expect((await boss.post('/api/site/settings/', { address: null }, own)).status).toBe(200)
})

it.each([
  ['one of this machine only', 'http://localhost:3000', null],
  ['an address that the machine had before', 'http://192.168.1.7:3000', null],
  ['its address', 'http://192.168.1.20:3000', 'http://192.168.1.20:3000'],
  ['a name on the network', 'http://nas.local:3000', 'http://nas.local:3000'],
  ['an address on the internet', 'http://203.0.113.7', 'http://203.0.113.7'],
])(
  'uses the confirmed URL with --lan only if other devices can open it: %s',
  async (_, address, expected) => {
    const boss = await startSite({ lanHost: '192.168.1.20' })
    expect((await boss.post('/api/site/settings/', { address })).status).toBe(200)
    expect((await get('/api/site/', 'localhost:3000')).json().address).toBe(expected)
  },
)

it('shows metrics without the token only under a loopback host name', async () => {
  testApp = await startApp({ PUBLIC_URL: 'https://league.example', METRICS_TOKEN: 'a-token-of-16-signs' })
  expect((await get('/metrics', 'localhost:3000')).statusCode).toBe(200)
  for (const host of ['evil.example', 'league.example', '192.168.1.20'])
    expect((await get('/metrics', host)).statusCode).toBe(403)
  const authorization = 'Bearer a-token-of-16-signs'
  expect((await get('/metrics', 'fieldhouse:3000', { authorization })).statusCode).toBe(200)
})
