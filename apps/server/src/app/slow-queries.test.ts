import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect, type Db } from '../database/database.ts'
import { keptLog } from '../testing/kept-log.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { slowQueryWatch } from './slow-queries.ts'

let database: TestDatabase
let watched: Db
let world: TestApp | undefined
let kept: ReturnType<typeof keptLog>

beforeEach(async () => {
  kept = keptLog()
  database = await testDatabase()
})
afterEach(async () => {
  await world?.close()
  world = undefined
  await watched.destroy()
  await database.drop()
})

function watching(slowMs: number): Db {
  watched = connect(database.address, slowQueryWatch(kept.log, slowMs))
  return watched
}

const linesOf = (msg: string) => kept.lines.map((line) => JSON.parse(line)).filter((line) => line.msg === msg)

it('a slow query is told with its text, its time and the id of its request, and without its values', async () => {
  const db = watching(0.0001)
  world = await startApp({ SLOW_QUERY_MS: 1 }, { log: kept.log, watched: () => db })
  await world.member('canary')
  const registered = linesOf('answered').find(({ path }) => path === '/api/register/')
  const told = linesOf('a slow query').filter(({ reqId }) => reqId === registered.reqId)
  expect(told).toContainEqual(
    expect.objectContaining({
      level: 40,
      sql: expect.stringMatching(/^insert into "users" \(.*\) values \([?$]/),
      ms: expect.any(Number),
    }),
  )
  expect(kept.lines.join('')).not.toContain('canary')
})

it('a slow query of no request is told too, and how it failed is not hidden', async () => {
  const db = watching(0.0001)
  await db.selectFrom('leagues').select('id').execute()
  await expect(sql`select 1 from nowhere`.execute(db)).rejects.toThrow(/nowhere/)
  const [read, failed] = linesOf('a slow query')
  expect(read).not.toHaveProperty('reqId')
  expect([read, failed]).toMatchObject([
    { sql: 'select "id" from "leagues"' },
    { sql: 'select 1 from nowhere', hasFailed: true },
  ])
})

it('a long statement is cut', async () => {
  const db = watching(0.0001)
  const ids = Array.from({ length: 500 }, (_, id) => id)
  await db.selectFrom('leagues').select('id').where('id', 'in', ids).execute()
  expect(linesOf('a slow query')[0].sql).toMatch(/^select "id".{980,}…$/)
})

it.each([0, 60_000])('nothing is told of quick ones, nor where it is off: %i ms', async (slowMs) => {
  await watching(slowMs).selectFrom('leagues').select('id').execute()
  expect(kept.lines).toEqual([])
})
