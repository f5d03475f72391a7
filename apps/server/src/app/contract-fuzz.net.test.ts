import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { ErrorBody, type ErrorCode } from '@fieldhouse/contract/errors'
import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BadRequest } from '../testing/bad-requests.ts'
import { findSecrets, type Secret } from '../testing/canary.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { damagedArbitrary, parseResponses, sendBytes, toRawRequest } from '../testing/raw-requests.ts'
import { type GeneratedInput, inputArbitrary } from '../testing/schema-arbitraries.ts'
import { ADMIN_CODE, SECRET_KEY } from '../testing/start-app.ts'
import { ACTORS, type Actor, createTwoLeagues, type TwoLeagues } from '../testing/two-leagues.ts'
import { buildValidRequest, isStream, sendAs } from '../testing/valid-requests.ts'
import { type WatchedRows, waitForJobOf, watchRows } from '../testing/watched-rows.ts'

/** The requests are the same in every run. `FUZZ_SEED` starts another sequence. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
const INPUTS_PER_OPERATION = 12
const RAW_REQUESTS_PER_OPERATION = 12
const TEST_TIMEOUT_MS = 1_200_000
const ERROR_LEVEL = 50

type OperationName = keyof Operations

const OPERATIONS = (Object.entries(operations) as [OperationName, Operation][]).filter(
  // An event stream stays open.
  ([, operation]) => !isStream(operation),
)

/** Stack traces, file names and the words of the database. */
const INTERNALS = /\n\s+at |node_modules|file:\/\/|\.ts\b|SQLITE_|SQLSTATE|\bFST_/

const { log, lines } = createMemoryLog('trace')

let fixture: TwoLeagues
let rows: WatchedRows
let port = 0
const activeRequests = new Set<IncomingMessage>()
let requestCount = 0

beforeAll(async () => {
  fixture = await createTwoLeagues({}, { log })
  rows = await watchRows(fixture.testApp.db)
  const { app } = fixture.testApp
  app.server.on('request', (request, response) => {
    activeRequests.add(request)
    response.on('close', () => activeRequests.delete(request))
  })
  // Not with `app.listen`, which also starts the background work: its writes would look like those of a request.
  await once(app.server.listen(0, '127.0.0.1'), 'listening')
  port = (app.server.address() as { port: number }).port
})
afterAll(() => fixture.testApp.close())

function nextActor(): Actor {
  requestCount += 1
  return ACTORS[requestCount % ACTORS.length] ?? 'anonymous'
}

/** Restores the data. Omits where deliveries of retried jobs write, which end some time after the response. */
async function listChanges(): Promise<string[]> {
  return (await rows.restore()).filter((table) => table !== 'league_webhooks')
}

/** Whether the server works on no request, except for those whose body has not arrived completely. */
const isIdle = () => [...activeRequests].every(({ complete }) => !complete)

/** What is wrong with a response, if anything. `text` is null for a body that is not text. */
function findProblem(status: number, text: string | null, isJson: boolean): string | null {
  if (status >= 500) return 'server error'
  if (text !== null && INTERNALS.test(text)) return 'response reveals internals'
  if (status < 400 || text === null || text === '') return null
  return isJson && !ErrorBody.strict().safeParse(JSON.parse(text)).success ? 'unexpected error body' : null
}

/** A backup with the table of written rows is rightly reported as damaged. */
function findLogProblem(): string | null {
  const failure = lines.find((line) => {
    const { level, job } = JSON.parse(line)
    return level >= ERROR_LEVEL && job !== 'backup-check'
  })
  lines.length = 0
  return failure === undefined ? null : `the log has ${failure.slice(0, 500)}`
}

function secretsOf(actor: Actor): Secret[] {
  const token = fixture.clients[actor].cookies.get('sessionid')
  return [
    { name: 'signup code', value: ADMIN_CODE },
    { name: 'secret key', value: SECRET_KEY },
    ...(token === undefined ? [] : [{ name: 'session', value: token }]),
  ]
}

function expectNone(problems: readonly (string | null)[], request: string): void {
  const found = problems.filter((problem) => problem !== null)
  if (found.length > 0) expect.fail(`${found.join('; ')}: ${request.slice(0, 1500)}`)
}

/** Reads that are recorded in the audit log. */
const AUDITED_READS: readonly Operation[] = [
  operations.exportLeague,
  operations.exportSeasons,
  operations.downloadBackup,
]
const isRead = (operation: Operation) => operation.method === 'GET' && !AUDITED_READS.includes(operation)

/** The request with a generated body and query instead of its own. */
function requestWithInput(request: BadRequest, { body, query }: GeneratedInput): BadRequest {
  const [path = ''] = request.url.split('?')
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeText(value)}`],
  )
  return {
    ...request,
    url: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

/** An unpaired surrogate cannot be percent-encoded. */
function encodeText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(text.toWellFormed())
}

describe(`every operation, with seed ${SEED}`, { timeout: TEST_TIMEOUT_MS }, () => {
  it('answers valid and nearly valid input with its response or a documented error', async () => {
    for (const [name, operation] of OPERATIONS) {
      await rows.clearRateLimits()
      const valid = await buildValidRequest(fixture, name, 'boss', 'Harbour')
      const property = fc.asyncProperty(inputArbitrary(operation), async (input) => {
        for (const actor of ['boss', nextActor()] as const) {
          const request = requestWithInput(valid, input)
          const { status, headers, body } = await sendAs(fixture, actor, operation, request)
          const type = String(headers['content-type'])
          const text = /json|text/.test(type) ? body.toString() : null
          const isJson = type.includes('json')
          await waitForJobOf(name, fixture.testApp.db)
          const changed = isRead(operation) ? [] : await rows.restore()
          expectNone(
            [
              findProblem(status, text, isJson),
              status >= 400 && changed.length > 0 ? `error that changed ${changed.join(', ')}` : null,
              status >= 400 && isJson ? findUndocumentedCode(operation, JSON.parse(text ?? '').code) : null,
              status === 200 &&
              isJson &&
              // A file may contain JSON, too.
              operation.schema.produces === undefined &&
              !operation.schema.response[200].safeParse(JSON.parse(text ?? '')).success
                ? 'response that the contract does not describe'
                : null,
              findSecrets(secretsOf(actor), lines.join('')).join(', ') || null,
              findLogProblem(),
            ],
            `${name} as ${actor}: ${request.url} ${String(request.body)} → ${status} ${String(text).slice(0, 300)}`,
          )
        }
      })
      await fc.assert(property, { seed: SEED, numRuns: INPUTS_PER_OPERATION, endOnFailure: true })
      expect(await listChanges(), name).toEqual([])
    }
  })

  it('answers damaged bytes of a request with an error or not at all', async () => {
    let responseCount = 0
    for (const [name, operation] of OPERATIONS) {
      await rows.clearRateLimits()
      const valid = await buildValidRequest(fixture, name, 'boss', 'Harbour')
      const actor = nextActor()
      const { cookies } = fixture.clients[actor]
      const bytes = toRawRequest(operation.method, valid, cookies)
      const property = fc.asyncProperty(damagedArbitrary(bytes), async (damaged) => {
        const received = await sendBytes(port, damaged, isIdle)
        const responses = parseResponses(received)
        // The backfill that one of these requests has started tells its progress while the next ones are sent.
        const hasBackfill = name === 'readSeasons' || name === 'stopBackfill'
        const isLater = (table: string) => hasBackfill && table === 'league_events'
        const changed = (await listChanges()).filter((table) => !isLater(table))
        const areErrors = responses.length > 0 && responses.every(({ status }) => status >= 400)
        responseCount += responses.length
        expectNone(
          [
            ...responses.map(({ status, head, body }) =>
              findProblem(status, isText(head) ? body : null, head.includes('application/json')),
            ),
            areErrors && changed.length > 0 ? `error that changed ${changed.join(', ')}` : null,
            findSecrets(secretsOf(actor), lines.join('')).join(', ') || null,
            findLogProblem(),
          ],
          `${name} as ${actor}: ${JSON.stringify(damaged.toString('latin1').slice(0, 700))} → ${received.slice(0, 300)}`,
        )
      })
      await fc.assert(property, { seed: SEED, numRuns: RAW_REQUESTS_PER_OPERATION, endOnFailure: true })
    }
    expect(responseCount).toBeGreaterThan(OPERATIONS.length * RAW_REQUESTS_PER_OPERATION * 0.5)
  })

  it('still serves everyone afterwards', async () => {
    for (const actor of ACTORS) expect((await fixture.clients[actor].get('/api/whoami/')).status).toBe(200)
  })
})

/** Whether the body of a response is text that is not compressed. */
function isText(head: string): boolean {
  return /\r\ncontent-type: [^\r]*(?:json|text)/i.test(head) && !/\r\ncontent-encoding:/i.test(head)
}

/** Errors of every operation: of the request itself, of authorization and of limits. */
const GENERAL_ERRORS: readonly ErrorCode[] = [
  'invalid_input',
  'malformed_body',
  'unsupported_media_type',
  'too_large',
  'not_found',
  'not_signed_in',
  'csrf_failed',
  'not_member',
  'not_league_admin',
  'not_admin',
  'not_staff',
  'not_site_admin',
  'not_allowed',
  'league_not_found',
  'identity_unconfirmed',
  'second_factor_required',
  'too_many_attempts',
]

function findUndocumentedCode({ config }: Operation, code: ErrorCode): string | null {
  return GENERAL_ERRORS.includes(code) || config.errors.includes(code) ? null : `undocumented error ${code}`
}
