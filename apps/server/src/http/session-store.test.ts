import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SUNDAY, startApp, type TestApp, type Visitor } from '../testing/start-app.ts'
import { TEST_ENGINE } from '../testing/test-database.ts'

const LATER = new Date(SUNDAY.getTime() + 2 * 60 * 60 * 1000)

let world: TestApp
let ada: Visitor
beforeEach(async () => {
  world = await startApp()
  ada = await world.member('ada')
})
afterEach(() => world.close())

/** Makes a change of a session fail: on PostgreSQL with the code it is given, on SQLite as read-only. */
async function refuseChanges(code: string): Promise<void> {
  if (TEST_ENGINE === 'sqlite') {
    await sql`pragma query_only = on`.execute(world.db)
    return
  }
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = ${sql.lit(code)}; end $$`.execute(world.db)
  await sql`create trigger refuse before update on sessions for each row execute function refuse()`.execute(
    world.db,
  )
}

it.each([
  ['is full', '53100'],
  ['may not be written', '25006'],
])('lets people read on when a disk that %s cannot take that they were here', async (_, code) => {
  world.clock.now = LATER
  await refuseChanges(code)
  const answer = await ada.get('/api/whoami/')
  expect([answer.status, answer.body.username]).toEqual([200, 'ada'])
  expect(answer.headers['set-cookie']).toBe(undefined)
  const row = await world.db.selectFrom('sessions').select('seen_at').executeTakeFirstOrThrow()
  expect(row.seen_at).toBe(SUNDAY.getTime())
})

it('hides no other failure to write', async () => {
  world.clock.now = LATER
  if (TEST_ENGINE === 'sqlite') {
    await sql`create trigger refuse before update on sessions begin select raise(abort, 'refused'); end`.execute(
      world.db,
    )
  } else await refuseChanges('P0001')
  expect((await ada.get('/api/whoami/')).status).toBe(500)
})
