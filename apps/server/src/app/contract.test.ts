import type { Operation } from '@fieldhouse/contract/operation'
import { operations } from '@fieldhouse/contract/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryLog } from '../testing/memory-log.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'
import { RELEASE } from './app-options.ts'

const ALL_OPERATIONS: [string, Operation][] = Object.entries(operations)

let testApp: TestApp
beforeAll(async () => {
  testApp = await startApp()
})
afterAll(() => testApp.close())

describe('the API reference', () => {
  it('shows every operation, and loads nothing from other hosts', async () => {
    const client = testApp.client()
    const page = await client.get('/api/docs/')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(String(page.body)).not.toMatch(/(src|href)="(https?:)?\/\//)
    const { body } = await client.get('/api/docs/json')
    expect(body.openapi).toBe('3.1.0')
    for (const [, { method, url }] of ALL_OPERATIONS) {
      const path = url.replace(/:(\w+)/g, '{$1}')
      expect(body.paths[path], path).toHaveProperty(method.toLowerCase())
    }
  })

  it('is compressed, and limited for each address', async () => {
    const headers = { 'accept-encoding': 'br' }
    const encoded = await testApp.app.inject({ url: '/api/docs/json', headers })
    expect(encoded.rawPayload.length).toBeLessThan(200_000)
    expect(encoded.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    const strict = await startApp({ RATE_LIMIT_FACTOR: 0.0003 })
    try {
      const statuses = []
      for (let count = 0; count < 3; count += 1)
        statuses.push((await strict.client().get('/api/docs/json')).status)
      expect(statuses).toEqual([200, 200, 429])
    } finally {
      await strict.close()
    }
  })

  it('describes the access, the limits and the errors of each operation', async () => {
    const { body } = await testApp.client().get('/api/docs/json')
    const login = body.paths['/api/login/'].post
    expect(login.description.split('\n\n')).toEqual([
      'Open to anyone.',
      'Limits of `sign-in` requests: 300 in 1 minute for each IP address (the /64 network of an IPv6 address). Beyond them the response is 429 with `Retry-After` and `RateLimit-*` headers.',
      'The body may have 4,096 bytes.',
    ])
    expect(body.paths['/api/league/{league}/standings/'].get.responses['429'].description).toContain(
      '`too_many_attempts`',
    )
    expect(login.responses['429'].description).toContain('`too_many_attempts`')
    expect(login.requestBody.content['application/json'].schema.required).toEqual(['username', 'password'])
    for (const [path, start] of [
      ['/api/account/subscriptions/', 'It needs a sign-in'],
      ['/api/assign-user/', 'With `role` `admin`, it needs a sign-in'],
      ['/api/auth/oidc/start/', 'While signed in, it needs a sign-in'],
    ] as const)
      expect(body.paths[path].post.description).toContain(`\n\n${start}`)
  })
})

describe('every response', () => {
  it('has the security headers', async () => {
    const { headers } = await testApp.client().get('/api/whoami/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['strict-transport-security']).toBe(undefined)
  })

  it('has the HSTS header when PUBLIC_URL is https', async () => {
    const secure = await startApp({ PUBLIC_URL: 'https://league.example' })
    const { headers } = await secure.client().get('/api/whoami/')
    await secure.close()
    expect(headers['strict-transport-security']).toContain('max-age=31536000')
  })

  it('is a JSON error for an unknown API endpoint', async () => {
    const response = await testApp.client().get('/api/nothing/here/')
    expect([response.status, response.body]).toEqual([
      404,
      { error: 'Endpoint not found.', code: 'not_found' },
    ])
  })

  it('is an HTML page for an unknown URL opened in a browser', async () => {
    const response = await testApp.client().get('/standings', { accept: 'text/html' })
    expect([response.status, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(response.body).toContain('Page not found')
  })

  it('contains only a message and the request id after an unhandled error', async () => {
    const brokenApp = await startApp()
    const client = await brokenApp.registerUser('ada')
    await brokenApp.db.schema.alterTable('sessions').renameTo('sessions_elsewhere').execute()
    const response = await client.get('/api/whoami/')
    await brokenApp.close()
    expect(response.status).toBe(500)
    expect(response.body).toEqual({
      error: 'Something went wrong on our end. Try again in a moment.',
      code: 'internal_error',
      request_id: expect.any(String),
    })
  })
})

describe('the request log', () => {
  it('has one line per response, without the query string', async () => {
    const { log, lines } = createMemoryLog()
    const loggingApp = await startApp({}, { log })
    await loggingApp.client().get('/api/whoami/?uid=1&token=canary')
    await loggingApp.close()
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/api/whoami/',
        status: 200,
        msg: 'request completed',
        reqId: expect.any(String),
      }),
    ])
    expect(lines.join('')).not.toContain('canary')
  })

  it.each([
    ['/api/whoami/', 200, 'debug'],
    ['/healthz', 200, 'debug'],
    ['/owners/nobody.jpg', 404, 'debug'],
    ['/assets/old.js', 404, 'debug'],
    ['/api/users/', 401, 'info'],
    ['/api/nothing/', 404, 'info'],
    ['/%zz', 400, 'info'],
  ])('has %s with status %i at %s', async (url, status, level) => {
    const { log, lines } = createMemoryLog()
    const loggingApp = await startApp({}, { log })
    expect((await loggingApp.app.inject({ url })).statusCode).toBe(status)
    await loggingApp.close()
    const levels = lines.map((line) => log.levels.labels[JSON.parse(line).level])
    expect(levels).toEqual([level])
  })
})

describe('the code of an invite link, a public link or a subscription in the request log', () => {
  it.each([
    ['/join/canary-code', '/join/:code'],
    ['/join/canary-code/', '/join/:code'],
    ['/JOIN/canary-code?x=canary-code', '/JOIN/:code'],
    ['/join/canary-code/more', '/join/:code'],
    ['//join/canary-code', '//join/:code'],
    ['/join/canary-code%', '/join/:code'],
    ['/join/', '/join/'],
    ['/public/canary-code?tab=history', '/public/:code'],
    ['/api/public/canary-code/standings/?season=2026', '/api/public/:code'],
    ['/api//public/canary-code', '/api//public/:code'],
    ['/api/subscriptions/calendar/canary-code/', '/api/subscriptions/calendar/:code'],
    ['/API/subscriptions/recaps/canary-code.ics?x=canary', '/API/subscriptions/recaps/:code'],
    ['/api/pub%6Cic/canary-code/', '/api/public/:code'],
    ['/%6aoin/canary-code', '/join/:code'],
    ['/join%2Fcanary-code', '/join/:code'],
    ['/%256a%256Fin%252Fcanary-code', '/join/:code'],
    ['/api/subscriptions/%0A%C3%A9%zz/canary-code', '/api/subscriptions/%0A%25C3%25A9%25zz/:code'],
    ['/%3Fuid=1&token=canary-code', '/'],
    ['/join/%0Acanary-code%0A', '/join/:code'],
    ['/api/league/What%3F/%C3%A9%0A', '/api/league/What%3F/%C3%A9%0A'],
  ])('is left out of %s', async (url, path) => {
    const { log, lines } = createMemoryLog()
    const loggingApp = await startApp({}, { log })
    await loggingApp.app.inject({ url })
    await loggingApp.close()
    const completed = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request completed')
    expect(completed.map((line) => line.path)).toEqual([path])
    expect(lines.join('')).not.toContain('canary')
  })

  it('is left out when it is in a body', async () => {
    const { log, lines } = createMemoryLog()
    const loggingApp = await startApp({}, { log })
    await loggingApp.client().post('/api/invites/read/', { code: 'canary-code' })
    await loggingApp.client().post('/api/invites/read/', { code: ['canary-code'] })
    await loggingApp.close()
    expect(lines.join('')).toContain('/api/invites/read/')
    expect(lines.join('')).not.toContain('canary')
  })
})

describe('the health endpoints', () => {
  it('are open to anyone, and tell the version', async () => {
    expect((await testApp.client().get('/healthz')).body).toEqual({ ok: true, version: RELEASE })
    expect((await testApp.client().get('/readyz')).body).toEqual({ ok: true })
  })

  it('report that the server is ready while a newer release has migrated the database', async () => {
    const olderApp = await startApp()
    const newer = { name: '9999-of-a-newer-release', timestamp: new Date().toISOString() }
    await olderApp.db
      .insertInto('kysely_migration' as never)
      .values(newer)
      .execute()
    const response = await olderApp.client().get('/readyz')
    await olderApp.close()
    expect(response.status).toBe(200)
  })

  it('report that the server is not ready when the schema does not match this release', async () => {
    const unmigratedApp = await startApp()
    await unmigratedApp.db.deleteFrom('kysely_migration' as never).execute()
    const response = await unmigratedApp.client().get('/readyz')
    await unmigratedApp.close()
    expect([response.status, response.headers['retry-after']]).toEqual([503, '5'])
  })
})
