import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SUNDAY, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'
import { TEST_ENGINE } from '../testing/test-database.ts'

const LATER = new Date(SUNDAY.getTime() + 2 * 60 * 60 * 1000)

let testApp: TestApp
let ada: TestClient
beforeEach(async () => {
  testApp = await startApp()
  ada = await testApp.registerUser('ada')
})
afterEach(async () => {
  if (TEST_ENGINE === 'sqlite') await sql`pragma query_only = off`.execute(testApp.db)
  await testApp.close()
})

/** Makes updates of sessions fail: on PostgreSQL with the given code, on SQLite because it is read-only. */
async function rejectSessionUpdates(code: string): Promise<void> {
  if (TEST_ENGINE === 'sqlite') {
    await sql`pragma query_only = on`.execute(testApp.db)
    return
  }
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = ${sql.lit(code)}; end $$`.execute(testApp.db)
  await sql`create trigger refuse before update on sessions for each row execute function refuse()`.execute(
    testApp.db,
  )
}

it.each([
  ['full', '53100'],
  ['read-only', '25006'],
])(
  'keeps serving reads when the last use of a session cannot be recorded because the disk is %s',
  async (_, code) => {
    testApp.clock.now = LATER
    await rejectSessionUpdates(code)
    const response = await ada.get('/api/whoami/')
    expect([response.status, response.body.username]).toEqual([200, 'ada'])
    expect(response.headers['set-cookie']).toBe(undefined)
    const row = await testApp.db.selectFrom('sessions').select('seen_at').executeTakeFirstOrThrow()
    expect(row.seen_at).toBe(SUNDAY.getTime())
  },
)

it('returns 500 when recording the last use of a session fails for another reason', async () => {
  testApp.clock.now = LATER
  if (TEST_ENGINE === 'sqlite') {
    await sql`create trigger refuse before update on sessions begin select raise(abort, 'refused'); end`.execute(
      testApp.db,
    )
  } else await rejectSessionUpdates('P0001')
  expect((await ada.get('/api/whoami/')).status).toBe(500)
})

it('ends a session 90 days after the sign-in, however much it is used', async () => {
  const days = (count: number) => new Date(SUNDAY.getTime() + count * 24 * 60 * 60 * 1000)
  for (let day = 10; day < 90; day += 10) {
    testApp.clock.now = days(day)
    expect((await ada.get('/api/whoami/')).body.username).toBe('ada')
  }
  const { expires_at } = await testApp.db
    .selectFrom('sessions')
    .select('expires_at')
    .executeTakeFirstOrThrow()
  expect(new Date(expires_at)).toEqual(days(90))
  testApp.clock.now = days(90)
  expect((await ada.get('/api/whoami/')).body.username).toBe(null)
})

it('ends sessions of earlier releases that are older than 90 days', async () => {
  const created_at = LATER.getTime() - 91 * 24 * 60 * 60 * 1000
  await testApp.db.updateTable('sessions').set({ created_at, seen_at: created_at }).execute()
  testApp.clock.now = LATER
  expect((await ada.get('/api/whoami/')).body.username).toBe(null)
})

it('records the address of the sign-in, and of the last use', async () => {
  const address = async () =>
    (await testApp.db.selectFrom('sessions').select('address').executeTakeFirstOrThrow()).address
  expect(await address()).toBe('127.0.0.1')
  testApp.clock.now = LATER
  const cookies = Object.fromEntries(ada.cookies)
  await testApp.app.inject({ url: '/api/whoami/', cookies, remoteAddress: '192.0.2.7' })
  expect(await address()).toBe('192.0.2.7')
})
