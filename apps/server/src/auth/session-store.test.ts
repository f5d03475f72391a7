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
afterEach(() => testApp.close())

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
