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

/** Makes a change of a session fail: on PostgreSQL with the code it is given, on SQLite as read-only. */
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
  ['is full', '53100'],
  ['may not be written', '25006'],
])('lets people read on when a disk that %s cannot take that they were here', async (_, code) => {
  testApp.clock.now = LATER
  await rejectSessionUpdates(code)
  const answer = await ada.get('/api/whoami/')
  expect([answer.status, answer.body.username]).toEqual([200, 'ada'])
  expect(answer.headers['set-cookie']).toBe(undefined)
  const row = await testApp.db.selectFrom('sessions').select('seen_at').executeTakeFirstOrThrow()
  expect(row.seen_at).toBe(SUNDAY.getTime())
})

it('hides no other failure to write', async () => {
  testApp.clock.now = LATER
  if (TEST_ENGINE === 'sqlite') {
    await sql`create trigger refuse before update on sessions begin select raise(abort, 'refused'); end`.execute(
      testApp.db,
    )
  } else await rejectSessionUpdates('P0001')
  expect((await ada.get('/api/whoami/')).status).toBe(500)
})
