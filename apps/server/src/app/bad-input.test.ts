import { ErrorBody } from '@fieldhouse/contract/errors'
import type { Operation } from '@fieldhouse/contract/operation'
import { operations } from '@fieldhouse/contract/operations'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataVersion } from '../database/database.ts'
import type { Table } from '../database/tables.ts'
import { aSeason } from '../testing/a-season.ts'
import { type AllRows, allRows, comparable, dataTables, restoreRows } from '../testing/all-rows.ts'
import {
  anyBadRequest,
  type BadRequest,
  badBodies,
  badValues,
  type Change,
  type Field,
  fieldsOf,
  isBodyTaken,
  requestWith,
} from '../testing/bad-requests.ts'
import { ADMIN_CODE, startApp, type TestApp, type Visitor } from '../testing/start-app.ts'

/** The same requests in every run; a failure prints them with this seed and their path. */
const SEED = 20_261_011
const COMBINATIONS = 600
const PATIENCE_MS = 300_000

const ACTORS = ['nobody', 'player', 'skipper', 'boss'] as const
type Actor = (typeof ACTORS)[number]

/** An event stream has no end to wait for. */
const CALLS: [string, Operation][] = Object.entries<Operation>(operations).filter(
  ([, { schema }]) => schema.produces?.includes('text/event-stream') !== true,
)

const INTERNALS =
  /Error:|\n\s+at |node_modules|file:|\.[tj]s\b|sqlite|postgres|kysely|zod|fastify|FST_|SQLSTATE|\b(?:insert into|select .* from|constraint|syntax error)\b/i

let world: TestApp
let visitors: Record<Actor, Visitor>
let tables: Table[]
let before: AllRows
/** At which the data are as they were before; null where the engine does not tell. */
let version: number | null
let built: [string, Operation][]

beforeAll(async () => {
  // A link that is answered is written before the answer, so that nothing changes after it.
  world = await startApp({ DEV_LINKS: true, BETSLIP_LEAGUE: 'Harbour' })
  const boss = await world.member('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', {
    name: 'Harbour',
    espn_league_id: 4711,
    google_sheet_id: 'https://docs.google.com/spreadsheets/d/1HarbourPicks-abcdefghijk/edit#gid=7',
  })
  world.sheet.rows = [
    ['Owner', 'W1'],
    ['player', 'Bears (-110)'],
  ]
  world.provider.read = () => aSeason()
  await boss.post('/api/refresh-espn/', { name: 'Harbour' })
  visitors = {
    nobody: world.visitor(),
    player: await world.member('player', { first_name: 'Ada', last_name: 'Marlow' }),
    skipper: await world.member('skipper'),
    boss,
  }
  await boss.post('/api/assign-user/', { username: 'player', league: 'Harbour', role: 'player' })
  await boss.post('/api/assign-user/', { username: 'skipper', league: 'Harbour', role: 'admin' })
  await boss.post('/api/league/Harbour/bets/admin/refresh/', {})
  for (const visitor of Object.values(visitors)) await visitor.get('/api/csrf/')
  await visitors.player.post('/api/request-league/', { league: null, message: 'Another one' })
  tables = await dataTables(world.db)
  before = await allRows(world.db, tables)
  version = dataVersion(world.db)
  built = []
  for (const call of CALLS) {
    const answer = await send('boss', call[1], requestWith(call[1], []))
    if (answer.statusCode !== 501) built.push(call)
    await restoreRows(world.db, before)
  }
})
afterAll(() => world.close())

async function send(actor: Actor, { method }: Operation, { url, body, contentType }: BadRequest) {
  const { cookies } = visitors[actor]
  return world.app.inject({
    method,
    url,
    cookies: Object.fromEntries(cookies),
    headers: {
      'x-csrftoken': cookies.get('csrftoken') ?? '',
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
}

/**
 * Sends it, and holds the answer to what holds for all; the data are then as they were.
 * After a call that only reads, whether it does is looked at once for all its requests.
 */
async function ask(actor: Actor, operation: Operation, request: BadRequest): Promise<LightMyRequestResponse> {
  const answer = await send(actor, operation, request)
  const isChanged = isWritten(operation) && (await putBackChanges())
  const told = `${actor} ${operation.method} ${shown(request.url)} ${shown(request.body)}: ${answer.statusCode} ${shown(answer.body)}`
  expect(answer.statusCode, told).toBeLessThan(500)
  if (answer.headers['content-type'] !== 'application/zip') expect(answer.body, told).not.toMatch(INTERNALS)
  if (answer.statusCode >= 400) {
    expect(answer.headers['content-type'], told).toContain('application/json')
    expect(ErrorBody.strict().safeParse(answer.json()).error, told).toBe(undefined)
    expect(isChanged, told).toBe(false)
  }
  return answer
}

/** Whoever takes a league away is written down. */
const isWritten = (operation: Operation) =>
  operation.method !== 'GET' || operation === operations.exportLeague

/** Puts the data back to what they were, and answers whether they had changed. */
async function putBackChanges(): Promise<boolean> {
  // Where the engine tells that nothing was written, nothing has to be looked at.
  if (version !== null && dataVersion(world.db) === version) return false
  const after = await allRows(world.db, tables)
  const isChanged = comparable(after) !== comparable(before)
  if (isChanged) await restoreRows(world.db, before)
  version = dataVersion(world.db)
  return isChanged
}

const shown = (sent: unknown) => String(sent).slice(0, 200)

const changesOf = (field: Field): Change[] => badValues(field).map((text) => ({ ...field, text }))

describe('every call that is built', { timeout: PATIENCE_MS }, () => {
  it('takes the request that the changes are made to', async () => {
    expect(built.length).toBeGreaterThan(15)
    for (const [name, operation] of built) {
      if (operation.schema.consumes !== undefined) continue
      const answer = await ask('boss', operation, requestWith(operation, []))
      expect([name, answer.statusCode < 400 ? 'taken' : answer.json().code]).not.toEqual([
        name,
        expect.stringMatching(/^(?:invalid_input|malformed_body|not_found|unsupported_media_type)$/),
      ])
    }
  })

  it('refuses each field of each wrong kind, and names it', async () => {
    for (const [name, operation] of built) {
      for (const change of fieldsOf(operation).flatMap(changesOf)) {
        const request = requestWith(operation, [change])
        const answer = await ask('boss', operation, request)
        if (change.place !== 'body' || isBodyTaken(operation, String(request.body))) continue
        const { code, fields = {} } = answer.json()
        const named = Object.keys(fields).some((each) => each.split('.')[0] === change.name)
        expect([name, change, answer.statusCode, code === 'malformed_body' || named]).toEqual([
          name,
          change,
          400,
          true,
        ])
      }
      expect(await putBackChanges(), name).toBe(false)
    }
  })

  it('refuses a body that is wrong as a whole', async () => {
    const withBody = built.filter(([, { schema }]) => schema.body !== undefined)
    for (const [name, operation] of withBody) {
      for (const [index, { name: what, status, sent }] of badBodies(operation).entries()) {
        const request = { ...requestWith(operation, []), ...sent }
        const answer = await ask('boss', operation, request)
        expect([name, what, status ?? answer.statusCode]).toEqual([name, what, answer.statusCode])
        await ask(ACTORS[index % ACTORS.length] ?? 'nobody', operation, request)
      }
    }
  })

  it('withstands many wrong things at once, whoever sends them', async () => {
    const wrong = fc.constantFrom(...built).chain(([name, operation]) =>
      fc.record({
        actor: fc.constantFrom(...ACTORS),
        name: fc.constant(name),
        request: anyBadRequest(operation),
      }),
    )
    const called = new Map(built)
    await fc.assert(
      fc.asyncProperty(wrong, async ({ actor, name, request }) => {
        await ask(actor, called.get(name) as Operation, request)
      }),
      { seed: SEED, numRuns: COMBINATIONS },
    )
    expect(await putBackChanges()).toBe(false)
  })
})
