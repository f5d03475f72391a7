import { HOUR_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SUNDAY } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { findDenied, type Subscriber } from './live-events.ts'

let database: TestDatabase
let statementCount: number
beforeEach(async () => {
  database = await createTestDatabase()
  statementCount = 0
  for (const [name, espn_league_id] of [
    ['Harbour', 1],
    ['Island', 2],
  ] as const)
    await database.db
      .insertInto('leagues')
      .values({ name, name_key: name.toLowerCase(), espn_league_id, has_betslip: 0, created_at: 0 })
      .execute()
})
afterEach(() => database.drop())

/** Adds a user with a session, and returns a subscriber of the league. */
async function addUser(
  username: string,
  { leagueId = 1, memberOf = [1], isStaff = false, expiresInMs = HOUR_MS } = {},
): Promise<Subscriber> {
  const { id: userId } = await database.db
    .insertInto('users')
    .values({
      username,
      username_key: username,
      email: '',
      email_key: null,
      first_name: '',
      last_name: '',
      password_hash: '',
      is_admin: 0,
      is_staff: isStaff ? 1 : 0,
      created_at: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const league_id of memberOf)
    await database.db
      .insertInto('memberships')
      .values({ user_id: userId, league_id, role: 'viewer', created_at: 0 })
      .execute()
  const at = SUNDAY.getTime()
  const tokenHash = `hash of ${username}`
  await database.db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      created_at: at,
      seen_at: at,
      expires_at: at + expiresInMs,
      user_agent: null,
    })
    .execute()
  return { leagueId, userId, tokenHash }
}

const listDenied = (subscribers: Subscriber[]) => {
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      statementCount += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return findDenied(db, subscribers, SUNDAY)
}

it('finds the subscribers without access with one query', async () => {
  const member = await addUser('member')
  const staff = await addUser('staff', { memberOf: [], isStaff: true })
  const former = await addUser('former', { memberOf: [] })
  const otherLeague = await addUser('other', { leagueId: 1, memberOf: [2] })
  const expired = await addUser('expired', { expiresInMs: 0 })
  const signedOut = { ...member, tokenHash: 'deleted' }
  const both = await addUser('both', { memberOf: [1, 2] })
  const subscribers = [member, staff, former, otherLeague, expired, signedOut, both, { ...both, leagueId: 2 }]
  expect(await listDenied(subscribers)).toEqual([former, otherLeague, expired, signedOut])
  expect(statementCount).toBe(1)
})

it('checks more subscribers than fit in one query', async () => {
  const member = await addUser('member')
  const strangers = Array.from({ length: 5001 }, (_, index) => ({ ...member, tokenHash: `unknown ${index}` }))
  expect(await listDenied([...strangers, member])).toEqual(strangers)
  expect(statementCount).toBe(2)
})

it('asks nothing without subscribers', async () => {
  expect([await listDenied([]), statementCount]).toEqual([[], 0])
})
