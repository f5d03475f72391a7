import { afterEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/start-app.ts'

let testApp: TestApp
afterEach(() => testApp.close())

const get = (url: string, host: string, headers: Record<string, string> = {}) =>
  testApp.app.inject({ method: 'GET', url, headers: { host, ...headers } })

describe('without PUBLIC_URL', () => {
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
      testApp = await startApp()
      const api = await get('/api/whoami/', host)
      expect([api.statusCode, api.json()]).toEqual([
        403,
        { error: expect.stringContaining('PUBLIC_URL'), code: 'unknown_host' },
      ])
      expect(api.headers['x-request-id']).toBeDefined()
      const registration = await testApp.client().post('/api/register/', {}, { host })
      expect([registration.status, registration.body.code]).toEqual([403, 'unknown_host'])
      const page = await get('/', host, { accept: 'text/html' })
      expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
      expect(page.body).not.toContain('evil')
    },
  )

  it('rejects a cached response too', async () => {
    testApp = await startApp()
    const ada = await testApp.registerUser('ada')
    for (let count = 0; count < 2; count += 1) expect((await ada.get('/api/whoami/')).status).toBe(200)
    expect((await ada.get('/api/whoami/', { host: 'evil.example' })).status).toBe(403)
  })

  it('answers health checks under every name, because probes use any', async () => {
    testApp = await startApp()
    expect((await get('/healthz', 'fieldhouse:3000')).statusCode).toBe(200)
    expect((await get('/readyz', 'fieldhouse:3000')).statusCode).toBe(200)
  })
})

it('accepts requests to every host with PUBLIC_URL, because proxies use their own', async () => {
  testApp = await startApp({ PUBLIC_URL: 'https://league.example' })
  expect((await get('/api/whoami/', 'fieldhouse:3000')).statusCode).toBe(200)
})

it('shows metrics without the token only under a loopback host name', async () => {
  testApp = await startApp({ PUBLIC_URL: 'https://league.example', METRICS_TOKEN: 'a-token-of-16-signs' })
  expect((await get('/metrics', 'localhost:3000')).statusCode).toBe(200)
  for (const host of ['evil.example', 'league.example', '192.168.1.20'])
    expect((await get('/metrics', host)).statusCode).toBe(403)
  const authorization = 'Bearer a-token-of-16-signs'
  expect((await get('/metrics', 'fieldhouse:3000', { authorization })).statusCode).toBe(200)
})
