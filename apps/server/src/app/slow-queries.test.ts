import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect, type Db } from '../database/database.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { slowQueryLogger } from './slow-queries.ts'

let database: TestDatabase
let watchedDb: Db
let testApp: TestApp | undefined
let memoryLog: ReturnType<typeof createMemoryLog>

beforeEach(async () => {
  memoryLog = createMemoryLog()
  database = await createTestDatabase()
})
afterEach(async () => {
  await testApp?.close()
  testApp = undefined
  await watchedDb.destroy()
  await database.drop()
})

function connectWatched(slowMs: number): Db {
  watchedDb = connect(database.address, slowQueryLogger(memoryLog.log, slowMs))
  return watchedDb
}

const logLinesWith = (msg: string) =>
  memoryLog.lines.map((line) => JSON.parse(line)).filter((line) => line.msg === msg)

it('a slow query is told with its text, its time and the id of its request, and without its values', async () => {
  const db = connectWatched(0.0001)
  testApp = await startApp({ SLOW_QUERY_MS: 1 }, { log: memoryLog.log, wrapDatabase: () => db })
  await testApp.registerUser('canary')
  const registered = logLinesWith('answered').find(({ path }) => path === '/api/register/')
  const told = logLinesWith('a slow query').filter(({ reqId }) => reqId === registered.reqId)
  expect(told).toContainEqual(
    expect.objectContaining({
      level: 40,
      sql: expect.stringMatching(/^insert into "users" \(.*\) values \([?$]/),
      ms: expect.any(Number),
    }),
  )
  expect(memoryLog.lines.join('')).not.toContain('canary')
})

it('a slow query of no request is told too, and how it failed is not hidden', async () => {
  const db = connectWatched(0.0001)
  await db.selectFrom('leagues').select('id').execute()
  await expect(sql`select 1 from nowhere`.execute(db)).rejects.toThrow(/nowhere/)
  const [read, failed] = logLinesWith('a slow query')
  expect(read).not.toHaveProperty('reqId')
  expect([read, failed]).toMatchObject([
    { sql: 'select "id" from "leagues"' },
    { sql: 'select 1 from nowhere', hasFailed: true },
  ])
})

it('a long statement is cut', async () => {
  const db = connectWatched(0.0001)
  const ids = Array.from({ length: 500 }, (_, id) => id)
  await db.selectFrom('leagues').select('id').where('id', 'in', ids).execute()
  expect(logLinesWith('a slow query')[0].sql).toMatch(/^select "id".{980,}…$/)
})

it.each([0, 60_000])('nothing is told of quick ones, nor where it is off: %i ms', async (slowMs) => {
  await connectWatched(slowMs).selectFrom('leagues').select('id').execute()
  expect(memoryLog.lines).toEqual([])
})
