import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import etag from '@fastify/etag'
import { getMeta, listLeagues } from '@fieldhouse/contract/leagues/leagues'
import { getSnapshot } from '@fieldhouse/contract/standings'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import fastify from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import { authorizationCache, type LeagueScope } from '../auth/access.ts'
import type { CurrentUser } from '../auth/session-store.ts'
import { responseCache } from './response-cache.ts'
import { sendServerDate } from './response-headers.ts'

let version: number | null
/** The kinds of data that have changed more often than the others. */
let changedKinds: string[]
/** The league that has the name in the URL. */
let leagueId: number
let now: Date
let computeCount: number
let authorizationCount: number
let areFilesUnchanged: boolean
let gate: PromiseWithResolvers<void>
let request: (path: string, userId?: number, headers?: Record<string, string>) => Promise<TestResponse>
type TestResponse = { statusCode: number; body: string; rawPayload: Buffer; headers: Record<string, unknown> }

beforeEach(async () => {
  version = 1
  changedKinds = []
  leagueId = 1
  now = new Date('2026-10-11T18:30:00Z')
  computeCount = 0
  authorizationCount = 0
  areFilesUnchanged = true
  gate = Promise.withResolvers()
  const app = fastify()
  const readVersions = () =>
    version === null
      ? null
      : {
          of: (kinds: readonly string[]) =>
            [version, ...kinds.filter((kind) => changedKinds.includes(kind))].join(' '),
        }
  const authorizations = authorizationCache()
  const cache = responseCache({ readVersions, authorizations, now: () => now })
  cache.serveCached(app)
  sendServerDate(app, () => now)
  cache.store(app)
  await app.register(etag)
  app.decorateRequest('currentUser', null)
  app.decorateRequest('leagueScope', null)
  app.addHook('onRequest', async (request) => {
    authorizationCount += 1
    request.currentUser = { userId: Number(request.headers.cookie) } as CurrentUser
    request.leagueScope = { id: leagueId } as LeagueScope
    const authorization = { currentUser: request.currentUser, league: request.leagueScope }
    authorizations.set(request, request.versionsAtArrival, authorization, now)
  })
  cache.serveAuthorized(app)
  const compute = (request: { query: unknown }) => {
    computeCount += 1
    return { made: computeCount, query: request.query }
  }
  app.get(getMeta.url, { config: getMeta.config }, async (request, reply) => {
    if ('waits' in (request.query as object)) await gate.promise
    if ('fail' in (request.query as object)) reply.code(404)
    if ('expires' in (request.query as object)) request.cacheExpiresAt = now.getTime() + 30_000
    if ('files' in (request.query as object)) request.revalidate = async () => areFilesUnchanged
    return reply.send({
      ...compute(request),
      text: 'long '.repeat('long' in (request.query as object) ? 500 : 0),
    })
  })
  app.get(getSnapshot.url, { config: getSnapshot.config }, (request, reply) => reply.send(compute(request)))
  app.get(listLeagues.url, { config: listLeagues.config }, (request, reply) => reply.send(compute(request)))
  request = (path, userId = 1, headers = {}) =>
    app.inject({ method: 'GET', url: path, headers: { ...headers, cookie: `${userId}` } })
})

const META = '/api/league/Harbour/meta/'

it('serves a cached response while the data are unchanged', async () => {
  const first = await request(META)
  const second = await request(META)
  expect(computeCount).toBe(1)
  expect([second.statusCode, second.body]).toEqual([200, first.body])
  expect(second.headers['content-type']).toBe(first.headers['content-type'])
  expect(second.headers['etag']).toBe(first.headers['etag'])
})

it('computes the response again for another league that has taken the name, also at the same versions', async () => {
  await request(META)
  leagueId = 2
  changedKinds = ['access']
  await request(META)
  expect(computeCount).toBe(2)
})

it('sends the current date with a cached response', async () => {
  const { headers } = await request(META)
  now = new Date('2026-10-11T18:30:40.900Z')
  const responses = [
    await request(META),
    await request(META, 1, { 'if-none-match': String(headers['etag']) }),
  ]
  const date = 'Sun, 11 Oct 2026 18:30:40 GMT'
  expect(responses.map((response) => response.headers['date'])).toEqual([date, date])
  expect(computeCount).toBe(1)
})

it('returns 304 for a matching ETag without computing the response', async () => {
  const { headers } = await request(META)
  const notModified = await request(META, 1, { 'if-none-match': String(headers['etag']) })
  expect([notModified.statusCode, notModified.body, computeCount]).toEqual([304, '', 1])
})

it('returns the response for the ETag of another one', async () => {
  const { body } = await request(META)
  const response = await request(META, 1, { 'if-none-match': '"outdated"' })
  expect([response.statusCode, response.body, computeCount]).toEqual([200, body, 1])
})

it.each([
  ['the data have changed', () => (version = 2)],
  ['the version is unknown', () => (version = null)],
  ['another season has started', () => (now = new Date('2027-03-01T00:00:00Z'))],
])('computes the response again once %s', async (_, change) => {
  await request(META)
  change()
  expect((await request(META)).body).toContain('"made":2')
})

it.each([
  ['at the time the response expires', '?expires', '2026-10-11T18:30:29Z', '2026-10-11T18:30:30Z'],
  [
    'after a minute, so that the use of the session is recorded',
    '',
    '2026-10-11T18:30:59Z',
    '2026-10-11T18:31:00Z',
  ],
])('computes the response again %s', async (_, query, before, after) => {
  await request(META + query)
  now = new Date(before)
  expect((await request(META + query)).body).toContain('"made":1')
  now = new Date(after)
  expect((await request(META + query)).body).toContain('"made":2')
})

it('does not cache a response past the end of a season', async () => {
  now = new Date('2027-02-28T23:59:30Z')
  const seasons = [seasonAt(now), seasonAt(new Date(now.getTime() + 60_000))]
  await request(META)
  expect((await request(META)).body).toContain(seasons[0] === seasons[1] ? '"made":1' : '"made":2')
})

it('revalidates a cached response that depends on files', async () => {
  await request(`${META}?files`)
  expect((await request(`${META}?files`)).body).toContain('"made":1')
  areFilesUnchanged = false
  expect((await request(`${META}?files`)).body).toContain('"made":2')
})

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'compresses and caches the response for Accept-Encoding %j as %s',
  async (accepted, encoding, decompress) => {
    const plain = await request(`${META}?long`)
    version = 2
    computeCount = 0
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const response = await request(`${META}?long`, 1, { 'accept-encoding': accepted })
      expect(decompress(response.rawPayload).toString()).toBe(plain.body)
      expect(response.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'accept-encoding',
        etag: String(plain.headers['etag']).replace(/"$/, `-${encoding}"`),
      })
      const conditional = { 'accept-encoding': accepted, 'if-none-match': String(response.headers['etag']) }
      expect((await request(`${META}?long`, 1, conditional)).statusCode).toBe(304)
    }
    expect(computeCount).toBe(1)
  },
)

it('does not compress the body when the client excludes all encodings or the body is short', async () => {
  const excluded = await request(`${META}?long`, 1, { 'accept-encoding': 'br;q=0, gzip;q=0' })
  const short = await request(META, 1, { 'accept-encoding': 'br' })
  for (const { headers } of [excluded, short]) expect(headers['content-encoding']).toBe(undefined)
  expect([excluded.body.includes('long long'), short.body.includes('"made":2')]).toEqual([true, true])
})

it('computes a response once for requests at the same time', async () => {
  const requests = [1, 1, 1, 2].map((user) => request(`${META}?waits`, user))
  await expect.poll(() => authorizationCount).toBe(4)
  gate.resolve()
  const bodies = (await Promise.all(requests)).map(({ body }) => body)
  expect(computeCount).toBe(2)
  expect(new Set(bodies.slice(0, 3)).size).toBe(1)
  expect(bodies[3]).not.toBe(bodies[0])
})

it('computes a response again for a request that arrives after a change', async () => {
  const before = request(`${META}?waits`)
  await expect.poll(() => authorizationCount).toBe(1)
  version = 2
  const after = request(`${META}?waits`)
  await expect.poll(() => authorizationCount).toBe(2)
  gate.resolve()
  expect((await before).body).not.toBe((await after).body)
  expect((await request(`${META}?waits`)).body).toBe((await after).body)
})

it('computes a response for each of the waiting requests if it cannot be cached', async () => {
  const requests = [1, 1, 1].map((user) => request(`${META}?waits&fail`, user))
  await expect.poll(() => authorizationCount).toBe(3)
  gate.resolve()
  expect((await Promise.all(requests)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  expect(computeCount).toBe(3)
})

it('caches one response per user and URL', async () => {
  for (const [path, user] of [[META, 1] as const, [META, 2] as const, [`${META}?a=1`, 1] as const]) {
    await request(path, user)
    await request(path, user)
  }
  expect(computeCount).toBe(3)
})

it.each([
  ['keeps a response when data that it does not read change', 'feed', 1],
  ['computes a response again when data that it reads change', 'season', 2],
])('%s', async (_, kind, expectedCount) => {
  await request(META)
  changedKinds = [kind]
  await request(META)
  expect(computeCount).toBe(expectedCount)
})

it('authorizes a request again when access changes, and then serves the cached response', async () => {
  await request(META)
  await request(META)
  expect(authorizationCount).toBe(1)
  changedKinds = ['access']
  await request(META)
  expect([authorizationCount, computeCount]).toEqual([2, 1])
})

it('computes a response once for everyone in the league if its rule says so', async () => {
  for (const user of [1, 2, 3]) await request(getSnapshot.url.replace(':league', 'Harbour'), user)
  expect([authorizationCount, computeCount]).toEqual([3, 1])
})

it('does not cache errors or operations without a cache rule', async () => {
  for (const path of [`${META}?fail`, listLeagues.url]) {
    await request(path)
    await request(path)
  }
  expect(computeCount).toBe(4)
})
