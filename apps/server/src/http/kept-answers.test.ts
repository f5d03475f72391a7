import etag from '@fastify/etag'
import { getMeta, listLeagues } from '@fieldhouse/contract/leagues'
import fastify from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import { keepAnswers } from './kept-answers.ts'
import type { Caller } from './session-store.ts'

let version: number | null
let now: Date
let made: number
let asks: (path: string, userId?: number, headers?: Record<string, string>) => Promise<Answer>
type Answer = { statusCode: number; body: string; headers: Record<string, unknown> }

beforeEach(async () => {
  version = 1
  now = new Date('2026-10-11T18:30:00Z')
  made = 0
  const app = fastify()
  await app.register(etag)
  app.decorateRequest('caller', null)
  app.decorateRequest('dataVersion', null)
  app.addHook('onRequest', async (request) => {
    request.dataVersion = version
    request.caller = { userId: Number(request.headers['x-user']) } as Caller
  })
  keepAnswers(app, { operations: [getMeta], now: () => now })
  const answer = (request: { query: unknown }) => {
    made += 1
    return { made, query: request.query }
  }
  app.get(getMeta.url, (request, reply) => {
    if ('fail' in (request.query as object)) reply.code(404)
    if ('hour' in (request.query as object)) request.holdsUntil = now.getTime() + 3_600_000
    return reply.send(answer(request))
  })
  app.get(listLeagues.url, (request, reply) => reply.send(answer(request)))
  asks = (path, userId = 1, headers = {}) =>
    app.inject({ method: 'GET', url: path, headers: { ...headers, 'x-user': `${userId}` } })
})

const META = '/api/league/Harbour/meta/'

it('sends an answer again while no data have changed', async () => {
  const first = await asks(META)
  const second = await asks(META)
  expect(made).toBe(1)
  expect([second.statusCode, second.body]).toEqual([200, first.body])
  expect(second.headers['content-type']).toBe(first.headers['content-type'])
  expect(second.headers['etag']).toBe(first.headers['etag'])
})

it('answers 304 to who has it already, without making it', async () => {
  const { headers } = await asks(META)
  const again = await asks(META, 1, { 'if-none-match': String(headers['etag']) })
  expect([again.statusCode, again.body, made]).toEqual([304, '', 1])
})

it.each([
  ['the data have changed', () => (version = 2)],
  ['the version is not known', () => (version = null)],
  ['another season has begun', () => (now = new Date('2027-03-01T00:00:00Z'))],
])('makes it anew once %s', async (_, change) => {
  await asks(META)
  change()
  expect((await asks(META)).body).toContain('"made":2')
})

it('makes one anew that has become wrong by itself', async () => {
  await asks(`${META}?hour`)
  now = new Date('2026-10-11T19:29:59Z')
  expect((await asks(`${META}?hour`)).body).toContain('"made":1')
  now = new Date('2026-10-11T19:30:00Z')
  expect((await asks(`${META}?hour`)).body).toContain('"made":2')
})

it('makes one for each person and each question', async () => {
  for (const [path, user] of [[META, 1] as const, [META, 2] as const, [`${META}?a=1`, 1] as const]) {
    await asks(path, user)
    await asks(path, user)
  }
  expect(made).toBe(3)
})

it('keeps no failure, and nothing of a call that it was not asked to keep', async () => {
  for (const path of [`${META}?fail`, listLeagues.url]) {
    await asks(path)
    await asks(path)
  }
  expect(made).toBe(4)
})
