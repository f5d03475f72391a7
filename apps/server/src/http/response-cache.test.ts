import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import etag from '@fastify/etag'
import { getMeta, listLeagues } from '@fieldhouse/contract/leagues'
import { seasonAt } from '@fieldhouse/domain/season'
import fastify from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import type { DataVersion } from '../database/data-version.ts'
import { sendServerDate } from './date-header.ts'
import { responseCache } from './response-cache.ts'
import type { CurrentUser } from './session-store.ts'

let version: DataVersion | null
let now: Date
let computeCount: number
let filesAreUnchanged: boolean
let request: (path: string, userId?: number, headers?: Record<string, string>) => Promise<TestResponse>
type TestResponse = { statusCode: number; body: string; rawPayload: Buffer; headers: Record<string, unknown> }

beforeEach(async () => {
  version = 1
  now = new Date('2026-10-11T18:30:00Z')
  computeCount = 0
  filesAreUnchanged = true
  const app = fastify()
  const answers = responseCache({ operations: [getMeta], dataVersion: () => version, now: () => now })
  answers.sendAgain(app)
  sendServerDate(app, () => now)
  answers.keep(app)
  await app.register(etag)
  app.decorateRequest('currentUser', null)
  app.decorateRequest('leagueScope', null)
  app.addHook('onRequest', async (request) => {
    request.currentUser = { userId: Number(request.headers.cookie) } as CurrentUser
  })
  const answer = (request: { query: unknown }) => {
    computeCount += 1
    return { made: computeCount, query: request.query }
  }
  app.get(getMeta.url, (request, reply) => {
    if ('fail' in (request.query as object)) reply.code(404)
    if ('closing' in (request.query as object)) request.cacheExpiresAt = now.getTime() + 30_000
    if ('files' in (request.query as object)) request.revalidate = async () => filesAreUnchanged
    return reply.send({
      ...answer(request),
      text: 'long '.repeat('long' in (request.query as object) ? 500 : 0),
    })
  })
  app.get(listLeagues.url, (request, reply) => reply.send(answer(request)))
  request = (path, userId = 1, headers = {}) =>
    app.inject({ method: 'GET', url: path, headers: { ...headers, cookie: `${userId}` } })
})

const META = '/api/league/Harbour/meta/'

it('sends an answer again while no data have changed', async () => {
  const first = await request(META)
  const second = await request(META)
  expect(computeCount).toBe(1)
  expect([second.statusCode, second.body]).toEqual([200, first.body])
  expect(second.headers['content-type']).toBe(first.headers['content-type'])
  expect(second.headers['etag']).toBe(first.headers['etag'])
})

it('dates what it sends again by the clock of now', async () => {
  const { headers } = await request(META)
  now = new Date('2026-10-11T18:30:40.900Z')
  const answers = [await request(META), await request(META, 1, { 'if-none-match': String(headers['etag']) })]
  const date = 'Sun, 11 Oct 2026 18:30:40 GMT'
  expect(answers.map((each) => each.headers['date'])).toEqual([date, date])
  expect(computeCount).toBe(1)
})

it('answers 304 to who has it already, without making it', async () => {
  const { headers } = await request(META)
  const again = await request(META, 1, { 'if-none-match': String(headers['etag']) })
  expect([again.statusCode, again.body, computeCount]).toEqual([304, '', 1])
})

it.each([
  ['the data have changed', () => (version = 2)],
  ['the version is not known', () => (version = null)],
  ['another season has begun', () => (now = new Date('2027-03-01T00:00:00Z'))],
])('makes it anew once %s', async (_, change) => {
  await request(META)
  change()
  expect((await request(META)).body).toContain('"made":2')
})

it.each([
  ['that has become wrong by itself', `?closing`, '2026-10-11T18:30:29Z', '2026-10-11T18:30:30Z'],
  ['after a minute, so that its session is seen in use', '', '2026-10-11T18:30:59Z', '2026-10-11T18:31:00Z'],
])('makes one anew %s', async (_, query, before, after) => {
  await request(META + query)
  now = new Date(before)
  expect((await request(META + query)).body).toContain('"made":1')
  now = new Date(after)
  expect((await request(META + query)).body).toContain('"made":2')
})

it('keeps none over the end of a season', async () => {
  now = new Date('2027-02-28T23:59:30Z')
  const seasons = [seasonAt(now), seasonAt(new Date(now.getTime() + 60_000))]
  await request(META)
  expect((await request(META)).body).toContain(seasons[0] === seasons[1] ? '"made":1' : '"made":2')
})

it('asks whether files are as they were, where an answer tells of them', async () => {
  await request(`${META}?files`)
  expect((await request(`${META}?files`)).body).toContain('"made":1')
  filesAreUnchanged = false
  expect((await request(`${META}?files`)).body).toContain('"made":2')
})

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'sends to who takes %s the same bytes as %s, and keeps them so',
  async (accepted, encoding, read) => {
    const plain = await request(`${META}?long`)
    version = 2
    computeCount = 0
    for (let time = 0; time < 2; time += 1) {
      const answer = await request(`${META}?long`, 1, { 'accept-encoding': accepted })
      expect(read(answer.rawPayload).toString()).toBe(plain.body)
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'accept-encoding',
        etag: String(plain.headers['etag']).replace(/"$/, `-${encoding}"`),
      })
      const known = { 'accept-encoding': accepted, 'if-none-match': String(answer.headers['etag']) }
      expect((await request(`${META}?long`, 1, known)).statusCode).toBe(304)
    }
    expect(computeCount).toBe(1)
  },
)

it('sends the body as it is to who rules the other forms out, and where it is short', async () => {
  const ruledOut = await request(`${META}?long`, 1, { 'accept-encoding': 'br;q=0, gzip;q=0' })
  const short = await request(META, 1, { 'accept-encoding': 'br' })
  for (const { headers } of [ruledOut, short]) expect(headers['content-encoding']).toBe(undefined)
  expect([ruledOut.body.includes('long long'), short.body.includes('"made":2')]).toEqual([true, true])
})

it('makes one for each person and each question', async () => {
  for (const [path, user] of [[META, 1] as const, [META, 2] as const, [`${META}?a=1`, 1] as const]) {
    await request(path, user)
    await request(path, user)
  }
  expect(computeCount).toBe(3)
})

it('keeps no failure, and nothing of a call that it was not asked to keep', async () => {
  for (const path of [`${META}?fail`, listLeagues.url]) {
    await request(path)
    await request(path)
  }
  expect(computeCount).toBe(4)
})
