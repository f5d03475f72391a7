import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { breachedPasswords } from '../../providers/breached-passwords.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const BREACHED = 'harbour-lights-2019'
const GOOD = 'a-phrase-nobody-uses'

let server: Server
let requests: IncomingMessage[]
/** How the service of breached passwords responds. */
let respond: RequestListener
let lines: string[]
let testApp: TestApp
beforeEach(async () => {
  requests = []
  lines = []
  respond = listHash(BREACHED, 12)
  server = createServer((request, response) => {
    requests.push(request)
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const userAgent = 'Tests/1.0 (+https://tests.example)'
  testApp = await startApp(
    { DEV_LINKS: true },
    { breachedPasswords: breachedPasswords({ baseUrl, userAgent, log }), log },
  )
})
afterEach(async () => {
  await testApp.close()
  server.closeAllConnections()
  server.close()
})

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()

/** Responds with a range that lists one password, between others and the padding. */
function listHash(password: string, count: number): RequestListener {
  return (_, response) =>
    response.end(
      [`${'0'.repeat(35)}:3`, `${sha1(password).slice(5)}:${count}`, `${'F'.repeat(35)}:0`].join('\r\n'),
    )
}

/** The ways to set a password, each for the account `priya` with the address `quill@league.example`. */
const DOORS: Record<string, (password: string) => Promise<Awaited<ReturnType<TestClient['post']>>>> = {
  registration: (password) =>
    testApp.client().post('/api/register/', { username: 'priya', email: 'quill@league.example', password }),
  'the account page': async (new_password) => {
    const priya = await registerPriya()
    return priya.post('/api/account/password/', { current_password: GOOD, new_password })
  },
  'a reset link': async (new_password) => {
    await registerPriya()
    const { body } = await testApp
      .client()
      .post('/api/password-reset/request/', { username_or_email: 'priya' })
    const query = new URL(body.link).searchParams
    return testApp.client().post('/api/password-reset/confirm/', {
      uid: query.get('uid'),
      token: query.get('token'),
      new_password,
    })
  },
  'an admin': async (new_password) => {
    await registerPriya()
    const boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    return boss.post('/api/users/reset-password/', { username: 'priya', new_password })
  },
}

const registerPriya = () => testApp.registerUser('priya', { email: 'quill@league.example', password: GOOD })

describe.each(Object.keys(DOORS))('a password set by %s', (door) => {
  it.each([
    ['oldsmobile', 'That password is too common. Choose a different one.'],
    [BREACHED, 'That password is known from a data breach. Choose a different one.'],
    ['QUILL@league.example', "A password can't be your username or email address. Choose a different one."],
  ])('cannot be %s', async (password, message) => {
    const response = (await DOORS[door]?.(password)) ?? { status: 0, body: {} }
    const [field = ''] = Object.keys(response.body.fields ?? {})
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input'])
    expect(field).toBe(door === 'registration' ? 'password' : 'new_password')
    expect(response.body.fields[field]).toBe(message)
  })

  it('can be any other', async () => {
    expect((await DOORS[door]?.('another-phrase-of-mine'))?.status).toBe(200)
  })
})

it.each([
  ['anneliesewin', 'AnnelieseWin'],
  ['lion.heart', ' LION.HEART '],
])('rejects the username %s as the password %j', async (username, password) => {
  const response = await testApp.client().post('/api/register/', { username, password })
  expect(response.body.fields).toEqual({
    password: "A password can't be your username or email address. Choose a different one.",
  })
})

it('asks for a range by the first five digits of the hash, with padding, and never for the password', async () => {
  await DOORS['registration']?.(BREACHED)
  expect(requests.map(({ url }) => url)).toEqual([`/range/${sha1(BREACHED).slice(0, 5)}`])
  expect(requests[0]?.headers['add-padding']).toBe('true')
  expect(JSON.stringify(requests[0]?.rawHeaders)).not.toContain(sha1(BREACHED).slice(5))
})

it('does not ask for a password that is rejected anyway', async () => {
  await DOORS['registration']?.('oldsmobile')
  expect(requests).toEqual([])
})

it('accepts a password whose hash is only in the padding', async () => {
  respond = listHash(BREACHED, 0)
  expect((await DOORS['registration']?.(BREACHED))?.status).toBe(200)
})

it.each<[string, RequestListener]>([
  ['is down', (_, response) => response.writeHead(503).end()],
  ['rejects the request', (_, response) => response.writeHead(400).end()],
  ['does not know the range', (_, response) => response.writeHead(404).end()],
  ['closes the connection', (request) => request.socket.destroy()],
  ['sends too much', (_, response) => response.end('x'.repeat(600_000))],
  ['redirects elsewhere', (_, response) => response.writeHead(302, { location: '/range/00000' }).end()],
  ['does not respond in time', () => undefined],
])('accepts the password when the service %s, and logs nothing of it', async (name, listener) => {
  respond = listener
  expect((await DOORS['registration']?.(BREACHED))?.status).toBe(200)
  const failures = lines.filter((line) => line.includes('breached password check failed'))
  expect(failures).toHaveLength(name === 'does not know the range' ? 0 : 1)
  expect(lines.join('').toUpperCase()).not.toContain(sha1(BREACHED).slice(0, 5))
})

it('signs in with an old password that is common or breached', async () => {
  await registerPriya()
  const { hashPassword } = await import('../../auth/passwords.ts')
  for (const password of ['oldsmobile', BREACHED]) {
    await testApp.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .execute()
    expect((await testApp.client().post('/api/login/', { username: 'priya', password })).status).toBe(200)
  }
})
