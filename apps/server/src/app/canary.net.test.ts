import { inspect } from 'node:util'
import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, isMigrated } from '../database/engine/database.ts'
import { getOrCreatePushKeys } from '../features/notifications/notifications.ts'
import { smtpMailer } from '../mail/mail.ts'
import { type AllRows, dataTables, readAllRows } from '../testing/all-rows.ts'
import { findSecrets, type Secret } from '../testing/canary.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { ADMIN_CODE } from '../testing/start-app.ts'
import { ACTORS, createTwoLeagues, type TwoLeagues } from '../testing/two-leagues.ts'
import {
  buildValidRequest,
  NEW_PASSWORD,
  passwordOf,
  type ReceivedResponse,
  SAMPLE_S2,
  SAMPLE_SWID,
  sendAs,
} from '../testing/valid-requests.ts'
import { type WatchedRows, watchRows } from '../testing/watched-rows.ts'

type OperationName = keyof Operations

const OPERATIONS = Object.entries(operations) as [OperationName, Operation][]
const TEST_TIMEOUT_MS = 120_000

const SECRET_KEY = 'canary-secret-key-of-32-bytes-or-more'
const METRICS_TOKEN = 'canary-metrics-token'
const SERVER_SWID = '{D15EA5ED-0000-4000-8000-CA9A121E5000}'
const SERVER_S2 = `AEBserver${'canary'.repeat(12)}`

/** The secrets that the response of an operation is meant to contain. */
const EXPECTED_SECRETS: Partial<Record<OperationName, RegExp>> = {
  getCsrf: /^CSRF token of /,
  requestPasswordReset: /^reset token/,
}

const { log, lines } = createMemoryLog('trace')

let fixture: TwoLeagues
let rows: WatchedRows
let secrets: Secret[]

beforeAll(async () => {
  fixture = await createTwoLeagues(
    { secretKey: SECRET_KEY, METRICS_TOKEN },
    { log, serverCookies: { swid: SERVER_SWID, s2: SERVER_S2 } },
  )
  const { privateKey } = await getOrCreatePushKeys(fixture.testApp.db, SECRET_KEY)
  rows = await watchRows(fixture.testApp.db)
  const userSecrets = ACTORS.flatMap((actor) => [
    { name: `password of ${actor}`, value: passwordOf(actor) },
    { name: `session of ${actor}`, value: fixture.clients[actor].cookies.get('sessionid') ?? '' },
    { name: `CSRF token of ${actor}`, value: fixture.clients[actor].cookies.get('csrftoken') ?? '' },
  ])
  secrets = [
    ...userSecrets.filter(({ value }) => value !== ''),
    { name: 'new password', value: NEW_PASSWORD },
    { name: 'reset token', value: fixture.resetLink.token },
    { name: 'SECRET_KEY', value: SECRET_KEY },
    { name: 'ADMIN_SIGNUP_CODE', value: ADMIN_CODE },
    { name: 'METRICS_TOKEN', value: METRICS_TOKEN },
    { name: 'private key for push messages', value: privateKey },
    { name: 'ESPN_SWID', value: SERVER_SWID },
    { name: 'ESPN_S2', value: SERVER_S2 },
    { name: 'SWID of a league', value: SAMPLE_SWID },
    { name: 'espn_s2 of a league', value: SAMPLE_S2 },
  ]
})
afterAll(() => fixture.testApp.close())

/** The secrets in a response, except in the cookies that it sets. New cookies become secrets from then on. */
function findLeakedSecrets(name: OperationName, { headers, body }: ReceivedResponse): string[] {
  const { 'set-cookie': cookies = [], ...rest } = headers
  for (const cookie of [cookies].flat()) {
    const [, value = ''] = /^(?:sessionid|csrftoken)=([^;]+)/.exec(String(cookie)) ?? []
    if (value !== '' && !secrets.some((each) => each.value === value))
      secrets.push({ name: `cookie of ${name}`, value })
  }
  const leaked = [...findSecrets(secrets, JSON.stringify(rest)), ...findSecrets(secrets, body)]
  return leaked.filter((secret) => EXPECTED_SECRETS[name]?.test(secret) !== true)
}

const readDatabase = async () => readAllRows(fixture.testApp.db, await dataTables(fixture.testApp.db))

/** The secrets that rows contain without being hashed or encrypted. */
function findStoredSecrets(stored: AllRows): string[] {
  const values = stored.flatMap(({ rows: each }) => each.flatMap((row) => Object.values(row)))
  const bytes = values.filter((value): value is Uint8Array => value instanceof Uint8Array)
  return findSecrets(secrets, Buffer.concat([Buffer.from(JSON.stringify(stored)), ...bytes]))
}

describe('secrets', { timeout: TEST_TIMEOUT_MS }, () => {
  it.each(OPERATIONS)('do not leak from the response or the stored data of %s', async (name, operation) => {
    const leaked: Record<string, unknown> = {}
    for (const actor of ['anonymous', 'player', 'skipper', 'boss'] as const) {
      const response = await sendAs(
        fixture,
        actor,
        operation,
        await buildValidRequest(fixture, name, actor, 'Harbour'),
      )
      leaked[actor] = findLeakedSecrets(name, response)
      if (operation.method === 'GET') continue
      expect(findStoredSecrets(await rows.readWritten()), actor).toEqual([])
      await rows.restore()
    }
    expect(leaked).toEqual({ anonymous: [], player: [], skipper: [], boss: [] })
  })

  it('do not leak from endpoints outside the contract', async () => {
    const { cookies } = fixture.clients.boss
    for (const url of ['/metrics', '/api/docs/', '/api/docs/json', '/healthz', '/readyz']) {
      const response = await fixture.testApp.app.inject({ url, cookies: Object.fromEntries(cookies) })
      expect([url, response.statusCode]).toEqual([url, 200])
      expect([url, findSecrets(secrets, response.rawPayload)]).toEqual([url, []])
    }
  })

  it('do not leak from the response to a malformed request', async () => {
    const values = Object.fromEntries(secrets.map(({ name, value }) => [name, value]))
    const bodies = [
      JSON.stringify(values).slice(0, -1),
      JSON.stringify([values]),
      `${JSON.stringify(values)}}`,
    ]
    for (const [name, operation] of OPERATIONS) {
      if (operation.schema.body === undefined) continue
      const validRequest = await buildValidRequest(fixture, name, 'boss', 'Harbour')
      for (const body of bodies) {
        const response = await sendAs(fixture, 'boss', operation, { ...validRequest, body })
        expect([name, response.status, findLeakedSecrets(name, response)]).toEqual([name, 400, []])
      }
    }
  })

  it('do not leak when a password is typed into the username field', async () => {
    for (const username of [passwordOf('player'), 'player']) {
      const { clients } = fixture
      const response = await clients.anonymous.post('/api/login/', { username, password: passwordOf('boss') })
      expect([response.status, findSecrets(secrets, JSON.stringify(response.body))]).toEqual([401, []])
    }
    expect(findStoredSecrets(await readDatabase())).toEqual([])
  })

  it('do not leak through URLs in the log', async () => {
    const { uid, token } = fixture.resetLink
    await fixture.testApp.app.inject({ url: `/?uid=${uid}&token=${token}` })
    await fixture.testApp.app.inject({
      url: `/api/whoami/?token=${token}`,
      headers: { referer: `/?token=${token}` },
    })
    expect(findSecrets(secrets, lines.join(''))).toEqual([])
  })

  it('do not leak when every query fails', async () => {
    const { db } = fixture.testApp
    const before = lines.length
    await sql`alter table users rename to users_elsewhere`.execute(db)
    try {
      for (const [name, operation] of OPERATIONS)
        for (const actor of ['anonymous', 'boss'] as const) {
          const response = await sendAs(
            fixture,
            actor,
            operation,
            await buildValidRequest(fixture, name, actor, 'Harbour'),
          )
          expect([name, findLeakedSecrets(name, response)]).toEqual([name, []])
        }
    } finally {
      await sql`alter table users_elsewhere rename to users`.execute(db)
    }
    expect(lines.slice(before).filter((line) => line.includes('unhandled error')).length).toBeGreaterThan(50)
  })

  it('do not leak into the log of all these requests', () => {
    expect(lines.length).toBeGreaterThan(500)
    expect(findSecrets(secrets, lines.join(''))).toEqual([])
  })
})

describe('the password of an external server', () => {
  const PASSWORD = 'canary-of-a-server'

  async function inspectFailure(work: Promise<unknown>): Promise<string> {
    const error: unknown = await work.then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(Error)
    return `${inspect(error, { depth: null, showHidden: true })} ${JSON.stringify(error)}`
  }

  it('does not leak when the mail server rejects it', async () => {
    const mailServer = await startMailServer({
      disabledCommands: ['STARTTLS'],
      onAuth: (_, __, done) => done(new Error('535 no')),
    })
    const url = mailServer.url.replace('smtp://', `smtp://someone:${PASSWORD}@`)
    const email = { to: 'a@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
    const sending = smtpMailer(url, 'us@example.org').send(email, AbortSignal.timeout(10_000))
    expect(findSecrets([{ name: 'SMTP_URL', value: PASSWORD }], await inspectFailure(sending))).toEqual([])
    await mailServer.close()
  })

  it('does not leak when the database does not respond', async () => {
    const db = connect({ engine: 'postgres', url: `postgres://someone:${PASSWORD}@127.0.0.1:1/data` })
    const failure = await inspectFailure(isMigrated(db))
    expect(findSecrets([{ name: 'DATABASE_URL', value: PASSWORD }], failure)).toEqual([])
    await db.destroy()
  })
})
