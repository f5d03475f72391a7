import { ErrorBody } from '@fieldhouse/contract/errors'
import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badBodies, badForms, badRequestArbitrary } from '../testing/bad-bodies.ts'
import {
  type BadRequest,
  badValuesFor,
  type Change,
  type Field,
  fieldsOf,
  isBodyAccepted,
  requestWith,
} from '../testing/bad-requests.ts'
import { ODD_HEADERS, oddUrls, otherMethods } from '../testing/odd-requests.ts'
import { TEST_ENGINE } from '../testing/test-database.ts'
import { ACTORS, type Actor, createTwoLeagues, type TwoLeagues } from '../testing/two-leagues.ts'
import { buildValidRequest, isStream, type ReceivedResponse, sendAs } from '../testing/valid-requests.ts'
import { type WatchedRows, watchRows } from '../testing/watched-rows.ts'

/**
 * The same requests in every run; `FUZZ_SEED=random` makes others, and a number repeats those that
 * a failure names.
 */
const SEED = parseSeed(process.env['FUZZ_SEED'])
const TEST_TIMEOUT_MS = 300_000
/** An answer that takes longer counts as none. */
const RESPONSE_TIMEOUT_MS = 15_000
/** What reads requests is the same on both engines: the whole number is sent on the quicker one. */
const IS_FULL_RUN = TEST_ENGINE === 'sqlite'
/** Random requests for each call, each sent by everyone. */
const RANDOM_REQUESTS_PER_OPERATION = IS_FULL_RUN ? 14 : 2
const MIN_REQUESTS = IS_FULL_RUN ? 20_000 : 4000
const MIN_REQUESTS_PER_OPERATION = IS_FULL_RUN ? 10 : 2

type OperationName = keyof Operations

const OPERATIONS = (Object.entries(operations) as [OperationName, Operation][]).filter(
  // An event stream is held open.
  ([, operation]) => !isStream(operation),
)

const INTERNALS =
  /Error:|\n\s+at |node_modules|file:\/\/|\.[tj]s\b|sqlite|postgres|kysely|zod|fastify|FST_|SQLSTATE|\b(?:insert into|select .* from|constraint|syntax error)\b/i

let fixture: TwoLeagues
let rows: WatchedRows
/** How many requests each actor has sent to each call. */
const requestCounts = new Map<string, number>()
let actorIndex = 0

beforeAll(async () => {
  fixture = await createTwoLeagues()
  rows = await watchRows(fixture.testApp.db)
})
afterAll(() => fixture.testApp.close())

/** Another one each time, so that everyone meets every kind of request. */
function nextActor(): Actor {
  actorIndex += 1
  return ACTORS[actorIndex % ACTORS.length] ?? 'nobody'
}

/**
 * Sends it, and holds the answer to what holds for all; the data are then as they were.
 * After a call that only reads, whether it does is looked at once for all its requests.
 */
async function sendRequest(
  actor: Actor,
  [name, operation]: [OperationName, Operation],
  request: BadRequest,
): Promise<ReceivedResponse> {
  const key = `${name} ${actor}`
  requestCounts.set(key, (requestCounts.get(key) ?? 0) + 1)
  const answer = await withDeadline(RESPONSE_TIMEOUT_MS, sendAs(fixture, actor, operation, request))
  const changed = isAudited(operation) ? await rows.restore() : []
  const problem = findProblem(answer, changed, operation.method === ('HEAD' as string))
  if (problem !== null) {
    const asked = `${actor} ${operation.method} ${preview(request.url)} ${JSON.stringify(request.headers ?? {}).slice(0, 200)} ${preview(request.body)}`
    expect.fail(`${problem}: ${name}, asked by ${asked}, answered ${answer.status} ${preview(answer.body)}`)
  }
  return answer
}

function findProblem(
  { status, headers, body }: ReceivedResponse,
  changed: readonly string[],
  isHead: boolean,
): string | null {
  if (status >= 500) return 'a defect'
  const type = String(headers['content-type'])
  const text = /json|text/.test(type) ? body.toString() : ''
  if (INTERNALS.test(text)) return 'tells of internals'
  if (status < 400) return null
  if (changed.length > 0) return `an error that changed ${changed.join(', ')}`
  if (text === '') return isHead ? null : 'an error without words'
  return type.includes('json') && !ErrorBody.strict().safeParse(JSON.parse(text)).success
    ? 'an error of another form'
    : null
}

async function withDeadline<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Whoever takes a league away is written down. */
const isAudited = (operation: Operation) =>
  operation.method !== 'GET' || operation === operations.exportLeague

const preview = (part: unknown) => String(part).slice(0, 200)

/** Of an address, which one reader takes apart for all calls, a third. */
function changesOf(field: Field, index: number): Change[] {
  const values = badValuesFor(field)
  return (field.location === 'body' && IS_FULL_RUN ? values : everyThird(values, index)).map((text) => ({
    ...field,
    text,
  }))
}

const totalRequests = () => [...requestCounts.values()].reduce((sum, each) => sum + each, 0)

/** Each call with its right request and its number. */
async function forEachOperation(
  visit: (call: [OperationName, Operation], right: BadRequest, index: number) => Promise<void>,
) {
  for (const [index, call] of OPERATIONS.entries()) {
    await visit(call, await buildValidRequest(fixture, call[0], 'boss', 'Harbour'), index)
    expect(await rows.restore(), call[0]).toEqual([])
  }
}

/** A third of them, another third for the next call: what is common to all calls reads them. */
function everyThird<Each>(all: readonly Each[], index: number): Each[] {
  return all.filter((_, each) => each % 3 === index % 3)
}

function parseSeed(text: string | undefined): number {
  if (text === 'random') return Math.trunc(Math.random() * 2 ** 31)
  return text === undefined ? 20_261_011 : Number(text)
}

describe(`every call, at least ${MIN_REQUESTS} requests, with seed ${SEED}`, {
  timeout: TEST_TIMEOUT_MS,
}, () => {
  it('takes the request that the changes are made to', async () => {
    await forEachOperation(async (call, right) => {
      expect([call[0], (await sendRequest('boss', call, right)).status]).toEqual([call[0], 200])
    })
  })

  it('refuses each field of each wrong kind, and names it', async () => {
    await forEachOperation(async (call, _, index) => {
      const [name, operation] = call
      for (const change of fieldsOf(operation).flatMap((field) => changesOf(field, index))) {
        const request = requestWith(operation, [change])
        const isJson = change.location === 'body'
        const answer = await sendRequest(isJson ? 'boss' : nextActor(), call, request)
        if (!isJson || isBodyAccepted(operation, String(request.body))) continue
        const { code, fields = {} } = JSON.parse(answer.body.toString())
        const named = Object.keys(fields).some((each) => each.split('.')[0] === change.name)
        expect([name, change, answer.status, code === 'malformed_body' || named]).toEqual([
          name,
          change,
          400,
          true,
        ])
      }
    })
  })

  it('refuses a body that is wrong as a whole', async () => {
    await forEachOperation(async (call, _, index) => {
      const [name, operation] = call
      const right = requestWith(operation, [])
      if (operation.schema.consumes !== undefined)
        for (const form of badForms())
          for (const actor of ['boss', nextActor()] as const)
            await sendRequest(actor, call, { ...right, ...form })
      if (operation.schema.body === undefined) return
      const bodies = badBodies(operation)
      for (const { name: what, status, sent: body } of IS_FULL_RUN ? bodies : everyThird(bodies, index)) {
        const answer = await sendRequest('boss', call, { ...right, ...body })
        expect([name, what, status ?? answer.status]).toEqual([name, what, answer.status])
        if (status !== 413) await sendRequest(nextActor(), call, { ...right, ...body })
      }
    })
  })

  it('withstands odd headers, addresses and methods', async () => {
    const before = totalRequests()
    await forEachOperation(async (call, right, index) => {
      const [name, operation] = call
      for (const headers of everyThird(ODD_HEADERS, index))
        await sendRequest(nextActor(), call, { ...right, headers })
      for (const url of everyThird(oddUrls(right.url), index))
        await sendRequest(nextActor(), call, { ...right, url })
      for (const method of otherMethods(operation))
        await sendRequest(nextActor(), [name, { ...operation, method: method as 'POST' }], right)
    })
    expect(totalRequests() - before).toBeGreaterThan(OPERATIONS.length * 10)
  })

  it('withstands many wrong things at once, whoever sends them', async () => {
    const before = totalRequests()
    await forEachOperation(async (call) => {
      // Passwords that are tried cost time until too many were: in one round that is enough.
      await rows.clearRateLimits()
      const wrong = fc.asyncProperty(badRequestArbitrary(call[1]), async (request) => {
        for (const actor of ACTORS) await sendRequest(actor, call, request)
      })
      await fc.assert(wrong, { seed: SEED, numRuns: RANDOM_REQUESTS_PER_OPERATION })
    })
    expect(totalRequests() - before).toBeGreaterThanOrEqual(
      OPERATIONS.length * ACTORS.length * RANDOM_REQUESTS_PER_OPERATION,
    )
  })

  it('was sent enough of them by everyone', () => {
    const counts = OPERATIONS.flatMap(([name]) =>
      ACTORS.map((actor) => requestCounts.get(`${name} ${actor}`) ?? 0),
    )
    expect(totalRequests()).toBeGreaterThanOrEqual(MIN_REQUESTS)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(MIN_REQUESTS_PER_OPERATION)
  })
})
