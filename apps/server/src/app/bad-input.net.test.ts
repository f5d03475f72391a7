import { ErrorBody } from '@fieldhouse/contract/errors'
import { BODY_LIMIT, type Operation } from '@fieldhouse/contract/operation'
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
import {
  AUTHOR_OPERATIONS,
  buildValidRequest,
  isStream,
  type ReceivedResponse,
  sendAs,
} from '../testing/valid-requests.ts'
import { type WatchedRows, waitForJobOf, watchRows } from '../testing/watched-rows.ts'

/**
 * The requests are the same in every run. `FUZZ_SEED=random` generates different ones, and a number
 * repeats the run of a reported failure.
 */
const SEED = parseSeed(process.env['FUZZ_SEED'])
const TEST_TIMEOUT_MS = 300_000
/** A request without a response by then fails. */
const RESPONSE_TIMEOUT_MS = 15_000
/** Request parsing is the same on both engines, so the full number is sent only on the faster one. */
const IS_FULL_RUN = TEST_ENGINE === 'sqlite'
/** Random requests per operation; every actor sends each of them. */
const RANDOM_REQUESTS_PER_OPERATION = IS_FULL_RUN ? 14 : 1
const MIN_REQUESTS = IS_FULL_RUN ? 20_000 : 4000
/** One of this many variants is sent to an operation, another one to the next: they share the code that parses them. */
const VARIANTS_PER_REQUEST = IS_FULL_RUN ? 3 : 9
const MIN_REQUESTS_PER_OPERATION = IS_FULL_RUN ? 10 : 2

type OperationName = keyof Operations

const OPERATIONS = (Object.entries(operations) as [OperationName, Operation][]).filter(
  // An event stream stays open.
  ([, operation]) => !isStream(operation),
)

const INTERNALS =
  /Error:|\n\s+at |node_modules|file:\/\/|\.[tj]s\b|sqlite|postgres|kysely|\bzod\b|fastify|\bFST_|SQLSTATE|\b(?:insert into|select .* from|constraint|syntax error)\b/i

let fixture: TwoLeagues
let rows: WatchedRows
/** Number of requests by operation and actor. */
const requestCounts = new Map<string, number>()
let actorIndex = 0

beforeAll(async () => {
  fixture = await createTwoLeagues()
  rows = await watchRows(fixture.testApp.db)
})
afterAll(() => fixture.testApp.close())

/** The next actor in turn, so that every actor sends every kind of request. */
function nextActor(): Actor {
  actorIndex += 1
  return ACTORS[actorIndex % ACTORS.length] ?? 'anonymous'
}

/**
 * Sends a request, checks the response against the rules for all responses, and restores the data. For
 * read-only operations, `forEachOperation` checks once after all requests that no data changed.
 */
async function sendRequest(
  actor: Actor,
  [name, operation]: [OperationName, Operation],
  request: BadRequest,
): Promise<ReceivedResponse> {
  const key = `${name} ${actor}`
  requestCounts.set(key, (requestCounts.get(key) ?? 0) + 1)
  const response = await withDeadline(RESPONSE_TIMEOUT_MS, sendAs(fixture, actor, operation, request))
  await waitForJobOf(name, fixture.testApp.db)
  const changed = isAudited(operation) ? await rows.restore() : []
  const problem = findProblem(name, response, changed, operation.method === ('HEAD' as string))
  if (problem !== null) {
    const sentRequest = `${actor} ${operation.method} ${preview(request.url)} ${JSON.stringify(request.headers ?? {}).slice(0, 200)} ${preview(request.body)}`
    expect.fail(
      `${problem}: ${name}, request ${sentRequest}, response ${response.status} ${preview(response.body)}`,
    )
  }
  return response
}

/** The status of the site tells its admins of the engine and the settings. */
function findProblem(
  name: OperationName,
  { status, headers, body }: ReceivedResponse,
  changed: readonly string[],
  isHead: boolean,
): string | null {
  if (status >= 500) return 'server error'
  const type = String(headers['content-type'])
  const text = /json|text/.test(type) ? body.toString() : ''
  if (name !== 'getSiteStatus' && INTERNALS.test(text)) return 'response reveals internals'
  if (status < 400) return null
  if (changed.length > 0) return `error that changed ${changed.join(', ')}`
  if (text === '') return isHead ? null : 'error without a message'
  return type.includes('json') && !ErrorBody.strict().safeParse(JSON.parse(text)).success
    ? 'error body with an unexpected shape'
    : null
}

async function withDeadline<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** Reads that are recorded in the audit log. */
const AUDITED_READS: readonly Operation[] = [
  operations.exportLeague,
  operations.exportSeasons,
  operations.downloadBackup,
]

/** Operations that write. */
const isAudited = (operation: Operation) => operation.method !== 'GET' || AUDITED_READS.includes(operation)

const preview = (part: unknown) => String(part).slice(0, 200)

/** All bad values of a body field; a sample for URL fields, which are parsed the same way everywhere. */
function changesOf(field: Field, index: number): Change[] {
  const values = badValuesFor(field)
  return (field.location === 'body' && IS_FULL_RUN ? values : sampleOf(values, index)).map((text) => ({
    ...field,
    text,
  }))
}

const totalRequests = () => [...requestCounts.values()].reduce((sum, each) => sum + each, 0)

const validRequestOf = (name: OperationName) => buildValidRequest(fixture, name, 'boss', 'Harbour')

/** Visits each operation with its index. */
async function forEachOperation(visit: (entry: [OperationName, Operation], index: number) => Promise<void>) {
  for (const [index, entry] of OPERATIONS.entries()) {
    await visit(entry, index)
    expect(await rows.restore(), entry[0]).toEqual([])
  }
}

/** The variants for the operation with this index; at least one. */
function sampleOf<Item>(items: readonly Item[], index: number): Item[] {
  const step = Math.min(VARIANTS_PER_REQUEST, items.length)
  return items.filter((_, position) => position % step === index % step)
}

function parseSeed(text: string | undefined): number {
  if (text === 'random') return Math.trunc(Math.random() * 2 ** 31)
  return text === undefined ? 20_261_011 : Number(text)
}

describe(`every operation, with at least ${MIN_REQUESTS} requests and seed ${SEED}`, {
  timeout: TEST_TIMEOUT_MS,
}, () => {
  it('accepts the valid request that the bad ones are derived from', async () => {
    await forEachOperation(async (entry) => {
      const validRequest = await validRequestOf(entry[0])
      const actor = AUTHOR_OPERATIONS.includes(entry[0]) ? 'player' : 'boss'
      const { status } = await sendRequest(actor, entry, validRequest)
      // The site of the tests sends no email.
      expect([entry[0], status]).toEqual([entry[0], entry[0] === 'sendTestEmail' ? 409 : 200])
    })
  })

  it('rejects each bad value of each field and names the field', async () => {
    await forEachOperation(async (entry, index) => {
      const [name, operation] = entry
      for (const change of fieldsOf(operation).flatMap((field) => changesOf(field, index))) {
        const request = requestWith(operation, [change])
        const isJson = change.location === 'body'
        const response = await sendRequest(isJson ? 'boss' : nextActor(), entry, request)
        if (!isJson || isBodyAccepted(operation, String(request.body))) continue
        const { code, fields = {} } = JSON.parse(response.body.toString())
        if (Buffer.byteLength(request.body ?? '') > (operation.bodyLimit ?? BODY_LIMIT)) {
          expect([name, response.status, code]).toEqual([name, 413, 'too_large'])
          continue
        }
        const isNamed = Object.keys(fields).some((field) => field.split('.')[0] === change.name)
        expect([name, change, response.status, code === 'malformed_body' || isNamed]).toEqual([
          name,
          change,
          400,
          true,
        ])
      }
    })
  })

  it('rejects a body that is invalid as a whole', async () => {
    await forEachOperation(async (entry, index) => {
      const [name, operation] = entry
      const exampleRequest = requestWith(operation, [])
      if (operation.schema.consumes !== undefined)
        for (const form of badForms())
          for (const actor of ['boss', nextActor()] as const)
            await sendRequest(actor, entry, { ...exampleRequest, ...form })
      if (operation.schema.body === undefined) return
      const bodies = badBodies(operation)
      for (const { name: bodyName, status, sent: body } of IS_FULL_RUN ? bodies : sampleOf(bodies, index)) {
        const response = await sendRequest('boss', entry, { ...exampleRequest, ...body })
        expect([name, bodyName, status ?? response.status]).toEqual([name, bodyName, response.status])
        if (status !== 413) await sendRequest(nextActor(), entry, { ...exampleRequest, ...body })
      }
    })
  })

  it('handles unusual headers, URLs and methods without a server error', async () => {
    const before = totalRequests()
    await forEachOperation(async (entry, index) => {
      const [name, operation] = entry
      const validRequest = await validRequestOf(name)
      for (const headers of sampleOf(ODD_HEADERS, index))
        await sendRequest(nextActor(), entry, { ...validRequest, headers })
      for (const url of sampleOf(oddUrls(validRequest.url), index))
        await sendRequest(nextActor(), entry, { ...validRequest, url })
      for (const method of IS_FULL_RUN ? otherMethods(operation) : sampleOf(otherMethods(operation), index))
        await sendRequest(nextActor(), [name, { ...operation, method: method as 'POST' }], validRequest)
    })
    expect(totalRequests() - before).toBeGreaterThan(OPERATIONS.length * (IS_FULL_RUN ? 10 : 5))
  })

  it('handles random combinations of bad values from every actor without a server error', async () => {
    const before = totalRequests()
    await forEachOperation(async (entry) => {
      // Hashing tried passwords takes time until the rate limit applies. Once per operation is enough.
      await rows.clearRateLimits()
      const property = fc.asyncProperty(badRequestArbitrary(entry[1]), async (request) => {
        for (const actor of ACTORS) await sendRequest(actor, entry, request)
      })
      await fc.assert(property, { seed: SEED, numRuns: RANDOM_REQUESTS_PER_OPERATION })
    })
    expect(totalRequests() - before).toBeGreaterThanOrEqual(
      OPERATIONS.length * ACTORS.length * RANDOM_REQUESTS_PER_OPERATION,
    )
  })

  it('receives enough requests from every actor', () => {
    const counts = OPERATIONS.flatMap(([name]) =>
      ACTORS.map((actor) => requestCounts.get(`${name} ${actor}`) ?? 0),
    )
    expect(totalRequests()).toBeGreaterThanOrEqual(MIN_REQUESTS)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(MIN_REQUESTS_PER_OPERATION)
  })
})
