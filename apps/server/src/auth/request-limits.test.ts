import { ARCHIVE, type Limits, READ, REGISTER } from '@fieldhouse/contract/limits'
import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import fastify, { type FastifyRequest } from 'fastify'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { sendError } from '../http/errors/error-handler.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { attemptStore, registerRequestLimits } from './rate-limits.ts'

const testApps: TestApp[] = []
afterEach(async () => {
  for (const testApp of testApps.splice(0)) await testApp.close()
})

async function start(settings: Parameters<typeof startApp>[0] = {}, options = {}): Promise<TestApp> {
  const testApp = await startApp({ RATE_LIMIT_FACTOR: 1, ...settings }, options)
  testApps.push(testApp)
  return testApp
}

async function createLeague(testApp: TestApp): Promise<TestClient> {
  const boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  return boss
}

/** Registers with an empty body, which fails after it has been counted. */
async function register({ app }: TestApp, remoteAddress: string) {
  const csrf = await app.inject({ url: '/api/csrf/' })
  const token = csrf.json().csrfToken
  return app.inject({
    method: 'POST',
    url: '/api/register/',
    remoteAddress,
    cookies: { csrftoken: token },
    headers: { 'x-csrftoken': token },
    payload: {},
  })
}

async function statuses(count: number, send: () => Promise<{ statusCode: number }>): Promise<number[]> {
  const found = new Set<number>()
  for (let index = 0; index < count; index += 1) found.add((await send()).statusCode)
  return [...found]
}

const PER_HOUR = REGISTER.address.requests

describe('limits of requests', () => {
  it('rejects what exceeds the limit of an address, says when to try again, and accepts it then', async () => {
    const testApp = await start()
    expect(await statuses(PER_HOUR, () => register(testApp, '203.0.113.7'))).toEqual([400])
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 20 * MINUTE_MS)
    const rejected = await register(testApp, '203.0.113.7')
    expect([rejected.statusCode, rejected.json()]).toEqual([
      429,
      { error: 'Too many requests. Try again in 40 minutes.', code: 'too_many_attempts' },
    ])
    expect(rejected.headers).toMatchObject({
      'retry-after': '2400',
      'ratelimit-policy': `"register";q=${PER_HOUR};w=3600`,
      ratelimit: '"register";r=0;t=2400',
      'ratelimit-limit': String(PER_HOUR),
      'ratelimit-remaining': '0',
      'ratelimit-reset': '2400',
    })
    expect((await register(testApp, '203.0.113.8')).statusCode).toBe(400)
    testApp.clock.now = new Date(testApp.clock.now.getTime() + HOUR_MS)
    expect((await register(testApp, '203.0.113.7')).statusCode).toBe(400)
  })

  it('writes nothing for a request that it rejects, so that a flood of them costs no transactions', async () => {
    const testApp = await start()
    await statuses(PER_HOUR, () => register(testApp, '203.0.113.7'))
    const readBuckets = () => testApp.db.selectFrom('attempt_buckets').selectAll().execute()
    const before = await readBuckets()
    testApp.clock.now = new Date(testApp.clock.now.getTime() + MINUTE_MS)
    expect((await register(testApp, '203.0.113.7')).statusCode).toBe(429)
    expect(await readBuckets()).toEqual(before)
  })

  it('counts the addresses of a /64 network together', async () => {
    const testApp = await start()
    let host = 0
    const registerFromNextHost = () => {
      host += 1
      return register(testApp, `2001:db8:1:2::${host.toString(16)}`)
    }
    expect(await statuses(PER_HOUR, registerFromNextHost)).toEqual([400])
    expect((await registerFromNextHost()).statusCode).toBe(429)
    expect((await register(testApp, '2001:db8:1:3::1')).statusCode).toBe(400)
  })

  it('counts costly requests of all processes together', async () => {
    const database = await createTestDatabase()
    try {
      const [first, second] = [await start({}, { database }), await start({}, { database })]
      await statuses(PER_HOUR / 2, () => register(first, '203.0.113.7'))
      await statuses(PER_HOUR / 2, () => register(second, '203.0.113.7'))
      for (const each of [first, second]) expect((await register(each, '203.0.113.7')).statusCode).toBe(429)
    } finally {
      for (const testApp of testApps.splice(0)) await testApp.close()
      await database.drop()
    }
  })

  it('counts each person and each league', async () => {
    const testApp = await start({ RATE_LIMIT_FACTOR: 0.1 })
    const boss = await createLeague(testApp)
    const other = await testApp.registerUser('other', { role: 'admin', admin_code: ADMIN_CODE })
    await other.post('/api/create-league/', { name: 'Island', espn_league_id: 4712 })
    const exportAs = async (who: TestClient, league: string) =>
      (await who.get(`/api/league/${league}/export/`)).status
    for (let count = 0; count < ARCHIVE.person.requests / 10; count += 1)
      expect(await exportAs(boss, 'Harbour')).toBe(200)
    expect(await exportAs(boss, 'Harbour')).toBe(429)
    expect(await exportAs(other, 'Harbour')).toBe(429)
    expect(await exportAs(other, 'Island')).toBe(200)
  })

  it('rejects a flood of reads within a minute', async () => {
    const testApp = await start({ RATE_LIMIT_FACTOR: 0.1 })
    const boss = await createLeague(testApp)
    const read = async () => (await boss.get('/api/league/Harbour/jobs/')).status
    const found: number[] = []
    for (let count = 0; count <= READ.person.requests / 10; count += 1) found.push(await read())
    expect([found[0], found.at(-1)]).toEqual([200, 429])
    testApp.clock.now = new Date(testApp.clock.now.getTime() + MINUTE_MS)
    expect(await read()).toBe(200)
  })

  it('accepts what a league of twelve reads and writes behind one address on a Sunday', async () => {
    const testApp = await start()
    const boss = await createLeague(testApp)
    const people = [boss]
    for (let count = 1; count < 12; count += 1) {
      const player = await testApp.registerUser(`player${count}`)
      await boss.post('/api/assign-user/', { username: `player${count}`, league: 'Harbour', role: 'player' })
      people.push(player)
    }
    const found = new Set<number>()
    for (const person of people) {
      for (let count = 0; count < 15; count += 1) found.add((await person.get('/api/my-requests/')).status)
      for (let count = 0; count < 5; count += 1) {
        const post = { content: `Touchdown ${count}` }
        found.add((await person.post('/api/league/Harbour/social/posts/', post)).status)
      }
    }
    expect([...found]).toEqual([200])
  })

  it('multiplies all limits by a setting, which can turn them off', async () => {
    const strict = await start({ RATE_LIMIT_FACTOR: 0.1 })
    expect(await statuses(PER_HOUR / 10, () => register(strict, '203.0.113.7'))).toEqual([400])
    expect((await register(strict, '203.0.113.7')).statusCode).toBe(429)
    const open = await start({ RATE_LIMIT_FACTOR: 0 })
    expect(await statuses(PER_HOUR + 5, () => register(open, '203.0.113.7'))).toEqual([400])
  })

  it.each([
    ['the page', '/', 1],
    ['files that are missing', '/missing.js', 2],
    ['health checks', '/healthz', 3],
    ['checks of the database', '/readyz', 4],
    ['metrics', '/metrics', 5],
  ])('include %s', async (_, url, subnet) => {
    const { app } = await start({ RATE_LIMIT_FACTOR: 0.0005 })
    const get = (host: number) => app.inject({ url, remoteAddress: `203.0.${subnet}.${host}` })
    const allowed = await statuses(3, () => get(1))
    const rejected = await get(1)
    expect([rejected.statusCode, rejected.json().code]).toEqual([429, 'too_many_attempts'])
    expect(rejected.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^\d+$/),
      'x-content-type-options': 'nosniff',
    })
    expect([(await get(2)).statusCode]).toEqual(allowed)
  })

  it('adds the headers to the limits of failed attempts', async () => {
    const testApp = await start()
    const client = testApp.client()
    const login = () => client.post('/api/login/', { username: 'nobody', password: 'wrong wrong' })
    for (let count = 0; count < 10; count += 1) await login()
    expect((await login()).headers).toMatchObject({
      'retry-after': '900',
      'ratelimit-policy': '"attempts";q=10;w=900',
      'ratelimit-reset': '900',
    })
  })
})

/** An operation with a limit of the site that 10 addresses can use up, and the time of its server. */
async function startLimitedOperation(isShared: boolean) {
  const database = await createTestDatabase()
  const limits = {
    name: 'test',
    isShared,
    address: { requests: 10, seconds: 900 },
    site: { requests: 100, seconds: 900 },
  } as const satisfies Limits
  const clock = { now: SUNDAY }
  const app = fastify()
  app.decorateRequest('currentUser', null)
  app.decorateRequest('leagueScope', null)
  app.decorateRequest('addressBlock', {
    getter(this: FastifyRequest) {
      return this.ip
    },
  })
  app.setErrorHandler(sendError)
  registerRequestLimits(app, { attempts: attemptStore(database.db), factor: 1, now: () => clock.now })
  app.post<{ Querystring: { status: string } }>('/', { config: { limits } }, ({ query }, reply) =>
    reply.code(Number(query.status)).send({}),
  )
  onTestFinished(async () => {
    await app.close()
    await database.drop()
  })
  const send = (address: string, status = 200) =>
    app.inject({ method: 'POST', url: `/?status=${status}`, remoteAddress: address })
  return { clock, send }
}

const addressesOf = (count: number) => Array.from({ length: count }, (_, index) => `203.0.113.${index}`)

describe.each([
  ['in memory', false],
  ['in the database', true],
])('the limit of the whole site, counted %s', (_, isShared) => {
  it('is not used up by requests that are refused', async () => {
    const { send } = await startLimitedOperation(isShared)
    for (const address of addressesOf(12)) {
      expect(await statuses(10, () => send(address, 409))).toEqual([409])
      expect((await send(address, 409)).statusCode).toBe(429)
    }
    expect((await send('198.51.100.1')).statusCode).toBe(200)
  })

  it('keeps a share for addresses that have not used it, whatever others do', async () => {
    const { send } = await startLimitedOperation(isShared)
    const strangers = addressesOf(20)
    for (let round = 0; round < 10; round += 1) for (const address of strangers) await send(address)
    for (const address of strangers) expect((await send(address)).statusCode).toBe(429)
    for (let count = 0; count < 10; count += 1)
      expect((await send(`198.51.100.${count}`)).statusCode).toBe(200)
  })

  it('leaves an address all of its own limit while nobody else uses the site', async () => {
    const { send } = await startLimitedOperation(isShared)
    expect(await statuses(10, () => send('203.0.113.1'))).toEqual([200])
    expect((await send('203.0.113.1')).statusCode).toBe(429)
  })

  it('rejects everybody when it is used up, until the first requests are old enough', async () => {
    const { clock, send } = await startLimitedOperation(isShared)
    for (const address of addressesOf(100)) expect((await send(address)).statusCode).toBe(200)
    clock.now = new Date(SUNDAY.getTime() + 5 * MINUTE_MS)
    const rejected = await send('198.51.100.1')
    expect(rejected.statusCode).toBe(429)
    expect(rejected.headers).toMatchObject({ 'retry-after': '600', 'ratelimit-policy': '"test";q=100;w=900' })
    clock.now = new Date(SUNDAY.getTime() + 15 * MINUTE_MS)
    expect((await send('198.51.100.1')).statusCode).toBe(200)
  })
})
