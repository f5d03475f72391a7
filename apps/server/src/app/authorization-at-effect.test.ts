import { once } from 'node:events'
import { type IncomingMessage, request as sendHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../crypto/crypto.ts'
import { comparableText, readAllRows } from '../testing/all-rows.ts'
import { IS_NET } from '../testing/is-net.ts'
import { listFiles } from '../testing/list-files.ts'
import { type Actor, createTwoLeagues, type TwoLeagues } from '../testing/two-leagues.ts'
import { buildValidRequest } from '../testing/valid-requests.ts'
import { type WatchedRows, watchRows } from '../testing/watched-rows.ts'

type OperationName = keyof Operations

let fixture: TwoLeagues
let rows: WatchedRows
let port: number

beforeAll(async () => {
  fixture = await createTwoLeagues()
  rows = await watchRows(fixture.testApp.db)
  await fixture.testApp.app.listen({ port: 0, host: '127.0.0.1' })
  port = (fixture.testApp.app.server.address() as AddressInfo).port
})
afterAll(() => fixture.testApp.close())

/** What an actor loses during a request. */
const LOSSES = {
  session: async (actor: Actor) => {
    const token = fixture.clients[actor].cookies.get('sessionid') ?? ''
    await fixture.testApp.db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
  },
  membership: async (actor: Actor) => {
    await fixture.testApp.db
      .deleteFrom('memberships')
      .where('user_id', '=', await userIdOf(actor))
      .execute()
  },
  'league admin role': async (actor: Actor) => {
    await fixture.testApp.db
      .updateTable('memberships')
      .set({ role: 'viewer' })
      .where('user_id', '=', await userIdOf(actor))
      .execute()
  },
  'league admin role in one of two leagues': async (actor: Actor) => {
    const { db } = fixture.testApp
    await LOSSES['league admin role'](actor)
    const { id } = await db
      .selectFrom('leagues')
      .select('id')
      .where('name', '=', 'Island')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('memberships')
      .values({ league_id: id, user_id: await userIdOf(actor), role: 'admin', created_at: 0 })
      .execute()
  },
  'site role': async (actor: Actor) => {
    await fixture.testApp.db
      .updateTable('users')
      .set({ is_admin: 0, is_staff: 0 })
      .where('username', '=', actor)
      .execute()
  },
  league: async () => {
    await fixture.testApp.db.deleteFrom('leagues').where('name', '=', 'Harbour').execute()
  },
}
type Loss = keyof typeof LOSSES

/** Operations that name a league in the body, which the access level does not cover. */
const LEAGUE_IN_BODY: OperationName[] = [
  'approveJoinRequest',
  'assignUser',
  'refreshLeagues',
  'refreshLeague',
]

const ALL_CASES = (Object.entries(operations) as [OperationName, Operation][])
  .filter(([, { method, config }]) => method !== 'GET' && config.access !== 'anyone')
  .flatMap(([name, { method, config, url }]) =>
    lossesOf(name, config.access, url).map(([actor, loss]) => ({ name, actor, loss, method })),
  )

/** Each loss once with each method, or in the net with each operation. */
const CASES = IS_NET
  ? ALL_CASES
  : [...new Map(ALL_CASES.map((each) => [`${each.method} ${each.loss}`, each])).values()]

function lossesOf(name: OperationName, access: Operation['config']['access'], url: string): [Actor, Loss][] {
  const ofLeague: [Actor, Loss][] = url.includes(':league') ? [['skipper', 'league']] : []
  switch (access) {
    case 'signed_in':
    case 'anyone':
      return LEAGUE_IN_BODY.includes(name)
        ? [
            ['skipper', 'session'],
            ['skipper', 'league admin role'],
          ]
        : [['player', 'session']]
    case 'member':
      return [['player', 'session'], ['player', 'membership'], ...ofLeague]
    case 'league_admin':
      return [['skipper', 'session'], ['skipper', 'league admin role'], ['staff', 'site role'], ...ofLeague]
    case 'any_admin':
      return [
        ['skipper', 'session'],
        ['skipper', 'league admin role'],
        ['staff', 'site role'],
        ...(LEAGUE_IN_BODY.includes(name)
          ? ([['skipper', 'league admin role in one of two leagues']] as [Actor, Loss][])
          : []),
      ]
    case 'staff':
      return [
        ['staff', 'session'],
        ['staff', 'site role'],
      ]
    case 'site_admin':
      return [
        ['boss', 'session'],
        ['boss', 'site role'],
      ]
  }
}

async function userIdOf(actor: Actor): Promise<number> {
  const { id } = await fixture.testApp.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', actor)
    .executeTakeFirstOrThrow()
  return id
}

/** Sends a request, and does `work` after its authorization, in the middle of its body. */
async function sendAround(name: OperationName, actor: Actor, work: () => Promise<void>) {
  const { url, body, contentType } = await buildValidRequest(fixture, name, actor, 'Harbour')
  const { cookies } = fixture.clients[actor]
  const bytes = Buffer.from(body ?? '{}')
  const client = sendHttp({
    port,
    path: url,
    method: operations[name].method,
    headers: {
      // The site that the passkeys of the fixture are bound to.
      host: 'localhost',
      'content-type': contentType ?? 'application/json',
      'content-length': bytes.length,
      cookie: [...cookies].map((each) => each.join('=')).join('; '),
      'x-csrftoken': cookies.get('csrftoken') ?? '',
    },
  })
  const responded = once(client, 'response')
  const received = once(fixture.testApp.app.server, 'request')
  client.write(bytes.subarray(0, bytes.length / 2))
  const [incoming] = (await received) as [IncomingMessage]
  // The body is read only after the request has been authorized.
  await once(incoming, 'resume')
  await work()
  client.end(bytes.subarray(bytes.length / 2))
  const [response] = (await responded) as [IncomingMessage]
  return { status: response.statusCode, body: (await json(response)) as { code: string } }
}

async function readRows(): Promise<string> {
  const tables = await readAllRows(
    fixture.testApp.db,
    rows.before.map(({ table }) => table).filter(({ name }) => name !== 'league_views'),
  )
  // A listening server registers its recurring jobs, and who is viewing a league, at any time.
  const isRequested = (row: Record<string, unknown>) =>
    row['kind'] === undefined || row['kind'] !== row['unique_key']
  const withoutSchedule = (row: Record<string, unknown>) => ({ ...row, refresh_due_at: null })
  return comparableText(
    tables.map((each) => ({ ...each, rows: each.rows.filter(isRequested).map(withoutSchedule) })),
  )
}

const readState = async () => ({
  rows: await readRows(),
  files: listFiles(fixture.testApp.dataDir)
    // Temporary files of exports and uploads are removed after the response.
    .filter(({ name }) => !name.startsWith('media/incoming/'))
    .map(({ name, stats }) => `${name} ${stats.size} ${stats.mtimeMs}`),
})

describe('a request whose sender loses access while the body is sent', () => {
  it.each(CASES)('is rejected without changes: $name, $actor loses $loss', async ({ name, actor, loss }) => {
    let before = await readState()
    const { status, body } = await sendAround(name, actor, async () => {
      await LOSSES[loss](actor)
      before = await readState()
    })
    const after = await readState()
    await rows.restore()
    // Without email, nothing is done for which the access would be checked again.
    const expected = name === 'sendTestEmail' ? [409] : [401, 403, 404]
    expect([status, body.code]).toEqual([expect.toBeOneOf(expected), expect.any(String)])
    expect(after).toEqual(before)
  })
})
