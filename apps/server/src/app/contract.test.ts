import { json } from 'node:stream/consumers'
import type { Operation } from '@fieldhouse/contract/operation'
import { operations } from '@fieldhouse/contract/operations'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'

const ALL_OPERATIONS: [string, Operation][] = Object.entries(operations)

let testApp: TestApp
let admin: TestClient
let stranger: TestClient
let player: TestClient

beforeAll(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  stranger = await testApp.registerUser('stranger')
  player = await testApp.registerUser('player')
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  await admin.post('/api/assign-user/', { username: 'player', league: 'Harbour', role: 'player' })
})
afterAll(() => testApp.close())

function buildUrl({ url }: Operation, league = 'Harbour'): string {
  return url.replace(':league', league).replace(':username', 'boss').replace(/:\w+/g, '1')
}

async function sendRequest(visitor: TestClient, operation: Operation, headers?: Record<string, string>) {
  const url = buildUrl(operation)
  if (operation.schema.produces?.includes('text/event-stream') === true) return readFirstChunk(visitor, url)
  if (operation.method === 'GET') return visitor.get(url, headers)
  return operation.method === 'POST' ? visitor.post(url, {}, headers) : visitor.delete(url, headers)
}

/** The answer to a call whose success does not end. */
async function readFirstChunk(visitor: TestClient, url: string) {
  const cookies = Object.fromEntries(visitor.cookies)
  const reply = await testApp.app.inject({ url, cookies, payloadAsStream: true })
  const status = reply.statusCode
  if (status !== 200) return { status, body: (await json(reply.stream())) as { code: string } }
  reply.stream().destroy()
  return { status, body: undefined }
}

describe('the contract', () => {
  it('is served', () => {
    // The server knows its addresses without the slash at their end.
    const isServed = ({ method, url }: Operation) =>
      testApp.app.hasRoute({ method, url: url.replace(/\/$/, '') })
    const missing = ALL_OPERATIONS.filter(([, operation]) => !isServed(operation))
    expect(missing.map(([name]) => name)).toEqual([])
  })

  it.each(ALL_OPERATIONS)('%s is open to nobody but whom it names', async (_, operation) => {
    const { access } = operation.config
    const anonymous = await sendRequest(testApp.client(), operation)
    if (access === 'anyone') {
      expect(anonymous.body?.code).not.toBe('not_signed_in')
      return
    }
    const refusals = await Promise.all([stranger, player].map((visitor) => sendRequest(visitor, operation)))
    const codes = [anonymous, ...refusals].map((answer) => answer.body?.code)
    switch (access) {
      case 'signed_in':
        expect(codes[0]).toBe('not_signed_in')
        break
      case 'member':
        expect(codes.slice(0, 2)).toEqual(['not_signed_in', 'not_member'])
        expect(codes[2]).not.toBe('not_member')
        break
      case 'league_admin':
        expect(codes).toEqual(['not_signed_in', 'not_member', 'not_league_admin'])
        break
      case 'any_admin':
        expect(codes).toEqual(['not_signed_in', 'not_admin', 'not_admin'])
        break
      case 'staff':
        expect(codes).toEqual(['not_signed_in', 'not_staff', 'not_staff'])
        break
      case 'site_admin':
        expect(codes).toEqual(['not_signed_in', 'not_site_admin', 'not_site_admin'])
    }
  })

  it.each(ALL_OPERATIONS.filter(([, { method }]) => method !== 'GET'))(
    '%s needs the CSRF token',
    async (_, operation) => {
      const answer = await sendRequest(player, operation, { 'x-csrftoken': 'forged' })
      expect([answer.status, answer.body.code]).toEqual([403, 'csrf_failed'])
    },
  )

  it.each(ALL_OPERATIONS.filter(([, { url }]) => url.includes(':league')))(
    '%s knows no league Nowhere',
    async (_, operation) => {
      const answer = await testApp.app.inject({
        method: operation.method,
        url: buildUrl(operation, 'Nowhere'),
        cookies: Object.fromEntries(admin.cookies),
        headers: { 'x-csrftoken': admin.cookies.get('csrftoken') ?? '' },
      })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'league_not_found'])
    },
  )
})

describe('the reference of the calls', () => {
  it('shows every call, and needs nothing from outside', async () => {
    const visitor = testApp.client()
    const page = await visitor.get('/api/docs/')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(String(page.body)).not.toMatch(/(src|href)="(https?:)?\/\//)
    const { body } = await visitor.get('/api/docs/json')
    expect(body.openapi).toBe('3.1.0')
    for (const [, { method, url }] of ALL_OPERATIONS) {
      const path = url.replace(/:(\w+)/g, '{$1}')
      expect(body.paths[path], path).toHaveProperty(method.toLowerCase())
    }
  })

  it('tells who may call and how a call can fail', async () => {
    const { body } = await testApp.client().get('/api/docs/json')
    const login = body.paths['/api/login/'].post
    expect(login.description).toBe('Open to anyone.')
    expect(login.responses['429'].description).toContain('`too_many_attempts`')
    expect(login.requestBody.content['application/json'].schema.required).toEqual(['username', 'password'])
  })
})

describe('every answer', () => {
  it('tells the browser what the page may do', async () => {
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

  it('keeps people on https where the public address is https', async () => {
    const secure = await startApp({ PUBLIC_URL: 'https://league.example' })
    const { headers } = await secure.client().get('/api/whoami/')
    await secure.close()
    expect(headers['strict-transport-security']).toContain('max-age=31536000')
  })

  it('has the form of an error where there is no such call', async () => {
    const answer = await testApp.client().get('/api/nothing/here/')
    expect([answer.status, answer.body]).toEqual([
      404,
      { error: 'There is no such call.', code: 'not_found' },
    ])
  })

  it('is a page for people who open an address that there is not', async () => {
    const answer = await testApp.client().get('/standings', { accept: 'text/html' })
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('There is no such page here.')
  })

  it('says no more than a request id where we are at fault', async () => {
    const broken = await startApp()
    const visitor = await broken.registerUser('ada')
    await broken.db.schema.alterTable('sessions').renameTo('sessions_elsewhere').execute()
    const answer = await visitor.get('/api/whoami/')
    await broken.close()
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      error: 'Something went wrong on our side.',
      code: 'internal_error',
      request_id: expect.any(String),
    })
  })
})

describe('the log', () => {
  it('has a line an answer, without what stands in a query', async () => {
    const lines: string[] = []
    const logging = await startApp(
      {},
      { log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }) },
    )
    await logging.client().get('/api/whoami/?uid=1&token=canary')
    await logging.close()
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/api/whoami/',
        status: 200,
        msg: 'answered',
        reqId: expect.any(String),
      }),
    ])
    expect(lines.join('')).not.toContain('canary')
  })
})

describe('the health of the server', () => {
  it('is told to whoever asks', async () => {
    expect((await testApp.client().get('/healthz')).body).toEqual({ ok: true })
    expect((await testApp.client().get('/readyz')).body).toEqual({ ok: true })
  })

  it('is not ready while the tables are not those of this release', async () => {
    const other = await startApp()
    await other.db.deleteFrom('kysely_migration' as never).execute()
    const answer = await other.client().get('/readyz')
    await other.close()
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
  })
})
