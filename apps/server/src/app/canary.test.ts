import { inspect } from 'node:util'
import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, isMigrated } from '../database/database.ts'
import { pushKeySeal, pushKeys } from '../features/notifications/push-keys.ts'
import { smtpMailer } from '../mail/smtp-mailer.ts'
import { allRows, dataTables } from '../testing/all-rows.ts'
import { type Secret, secretsIn } from '../testing/canary.ts'
import { keptLog } from '../testing/kept-log.ts'
import { postOffice } from '../testing/post-office.ts'
import {
  A_SWID,
  AN_S2,
  NEW_PASSWORD,
  passwordOf,
  rightRequest,
  sendAs,
  type Told,
} from '../testing/right-requests.ts'
import { ADMIN_CODE } from '../testing/start-app.ts'
import { ACTORS, type TwoLeagues, twoLeagues } from '../testing/two-leagues.ts'
import { type WatchedRows, watchRows } from '../testing/watched-rows.ts'

type Name = keyof Operations

const CALLS = Object.entries(operations) as [Name, Operation][]
const PATIENCE_MS = 120_000

const SECRET_KEY = 'canary-secret-key-of-32-bytes-or-more'
const METRICS_TOKEN = 'canary-metrics-token'
const SERVER_SWID = '{D15EA5ED-0000-4000-8000-CA9A121E5000}'
const SERVER_S2 = `AEBserver${'canary'.repeat(12)}`

/** The secrets that an answer to a call is there to give. */
const GIVEN: Partial<Record<Name, RegExp>> = {
  getCsrf: /^CSRF token of /,
  requestPasswordReset: /^reset token/,
}

const { log, lines } = keptLog('trace')

let house: TwoLeagues
let rows: WatchedRows
let secrets: Secret[]

beforeAll(async () => {
  house = await twoLeagues(
    { secretKey: SECRET_KEY, METRICS_TOKEN },
    { log, serverCookies: { swid: SERVER_SWID, s2: SERVER_S2 } },
  )
  const { privateKey } = await pushKeys(house.world.db, pushKeySeal(SECRET_KEY))
  rows = await watchRows(house.world.db)
  const people = ACTORS.flatMap((actor) => [
    { name: `password of ${actor}`, value: passwordOf(actor) },
    { name: `session of ${actor}`, value: house.visitors[actor].cookies.get('sessionid') ?? '' },
    { name: `CSRF token of ${actor}`, value: house.visitors[actor].cookies.get('csrftoken') ?? '' },
  ])
  secrets = [
    ...people.filter(({ value }) => value !== ''),
    { name: 'new password', value: NEW_PASSWORD },
    { name: 'reset token', value: house.reset.token },
    { name: 'SECRET_KEY', value: SECRET_KEY },
    { name: 'ADMIN_SIGNUP_CODE', value: ADMIN_CODE },
    { name: 'METRICS_TOKEN', value: METRICS_TOKEN },
    { name: 'the key that signs push messages', value: privateKey },
    { name: 'ESPN_SWID', value: SERVER_SWID },
    { name: 'ESPN_S2', value: SERVER_S2 },
    { name: 'SWID of a league', value: A_SWID },
    { name: 'espn_s2 of a league', value: AN_S2 },
  ]
})
afterAll(() => house.world.close())

/** What of the secrets an answer tells, beside its own cookies; whatever new ones it sets are secrets from now on. */
function toldBy(name: Name, { headers, body }: Told): string[] {
  const { 'set-cookie': cookies = [], ...rest } = headers
  for (const cookie of [cookies].flat()) {
    const [, value = ''] = /^(?:sessionid|csrftoken)=([^;]+)/.exec(String(cookie)) ?? []
    if (value !== '' && !secrets.some((each) => each.value === value))
      secrets.push({ name: `a cookie of ${name}`, value })
  }
  const found = [...secretsIn(secrets, JSON.stringify(rest)), ...secretsIn(secrets, body)]
  return found.filter((secret) => GIVEN[name]?.test(secret) !== true)
}

/** What of the secrets stands in the database other than hashed or sealed. */
async function stored(): Promise<string[]> {
  const all = await allRows(house.world.db, await dataTables(house.world.db))
  const values = all.flatMap(({ rows: each }) => each.flatMap((row) => Object.values(row)))
  const bytes = values.filter((value): value is Uint8Array => value instanceof Uint8Array)
  return secretsIn(secrets, Buffer.concat([Buffer.from(JSON.stringify(all)), ...bytes]))
}

describe('no secret is told', { timeout: PATIENCE_MS }, () => {
  it.each(CALLS)('by %s, nor in what it stores', async (name, operation) => {
    const told: Record<string, unknown> = {}
    for (const actor of ['nobody', 'player', 'skipper', 'boss'] as const) {
      const answer = await sendAs(house, actor, operation, await rightRequest(house, name, actor, 'Harbour'))
      told[actor] = toldBy(name, answer)
      if (operation.method === 'GET') continue
      expect(await stored(), actor).toEqual([])
      await rows.putBack()
    }
    expect(told).toEqual({ nobody: [], player: [], skipper: [], boss: [] })
  })

  it('by what is open beside the calls', async () => {
    const { cookies } = house.visitors.boss
    for (const url of ['/metrics', '/api/docs/', '/api/docs/json', '/healthz', '/readyz']) {
      const answer = await house.world.app.inject({ url, cookies: Object.fromEntries(cookies) })
      expect([url, answer.statusCode]).toEqual([url, 200])
      expect([url, secretsIn(secrets, answer.rawPayload)]).toEqual([url, []])
    }
  })

  it('by a call that cannot be understood', async () => {
    const values = Object.fromEntries(secrets.map(({ name, value }) => [name, value]))
    const bodies = [
      JSON.stringify(values).slice(0, -1),
      JSON.stringify([values]),
      `${JSON.stringify(values)}}`,
    ]
    for (const [name, operation] of CALLS) {
      if (operation.schema.body === undefined) continue
      const right = await rightRequest(house, name, 'boss', 'Harbour')
      for (const body of bodies) {
        const answer = await sendAs(house, 'boss', operation, { ...right, body })
        expect([name, answer.status, toldBy(name, answer)]).toEqual([name, 400, []])
      }
    }
  })

  it('by a password that was typed in the place of the name', async () => {
    for (const username of [passwordOf('player'), 'player']) {
      const { visitors } = house
      const answer = await visitors.nobody.post('/api/login/', { username, password: passwordOf('boss') })
      expect([answer.status, secretsIn(secrets, JSON.stringify(answer.body))]).toEqual([401, []])
      expect(await stored()).toEqual([])
    }
  })

  it('in an address that the log names', async () => {
    const { uid, token } = house.reset
    await house.world.app.inject({ url: `/?uid=${uid}&token=${token}` })
    await house.world.app.inject({
      url: `/api/whoami/?token=${token}`,
      headers: { referer: `/?token=${token}` },
    })
    expect(secretsIn(secrets, lines.join(''))).toEqual([])
  })

  it('when everything fails', async () => {
    const { db } = house.world
    const before = lines.length
    await sql`alter table users rename to users_elsewhere`.execute(db)
    try {
      for (const [name, operation] of CALLS)
        for (const actor of ['nobody', 'boss'] as const) {
          const answer = await sendAs(
            house,
            actor,
            operation,
            await rightRequest(house, name, actor, 'Harbour'),
          )
          expect([name, toldBy(name, answer)]).toEqual([name, []])
        }
    } finally {
      await sql`alter table users_elsewhere rename to users`.execute(db)
    }
    expect(lines.slice(before).filter((line) => line.includes('a defect')).length).toBeGreaterThan(50)
  })

  it('by the log of all that', () => {
    expect(lines.length).toBeGreaterThan(500)
    expect(secretsIn(secrets, lines.join(''))).toEqual([])
  })
})

describe('no password of another server is told', () => {
  const PASSWORD = 'canary-of-a-server'

  async function failureOf(work: Promise<unknown>): Promise<string> {
    const error: unknown = await work.then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(Error)
    return `${inspect(error, { depth: null, showHidden: true })} ${JSON.stringify(error)}`
  }

  it('when the mail server refuses it', async () => {
    const office = await postOffice({
      disabledCommands: ['STARTTLS'],
      onAuth: (_, __, done) => done(new Error('535 no')),
    })
    const url = office.url.replace('smtp://', `smtp://someone:${PASSWORD}@`)
    const letter = { to: 'a@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
    const sending = smtpMailer(url, 'us@example.org').send(letter, AbortSignal.timeout(10_000))
    expect(secretsIn([{ name: 'SMTP_URL', value: PASSWORD }], await failureOf(sending))).toEqual([])
    await office.close()
  })

  it('when the database does not answer', async () => {
    const db = connect({ engine: 'postgres', url: `postgres://someone:${PASSWORD}@127.0.0.1:1/data` })
    const failure = await failureOf(isMigrated(db))
    expect(secretsIn([{ name: 'DATABASE_URL', value: PASSWORD }], failure)).toEqual([])
    await db.destroy()
  })
})
