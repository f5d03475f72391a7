import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect, type Db } from '../database/engine/database.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { slowQueryLogger } from './monitoring.ts'

let database: TestDatabase
let loggingDb: Db
let testApp: TestApp | undefined
let memoryLog: ReturnType<typeof createMemoryLog>

beforeEach(async () => {
  memoryLog = createMemoryLog()
  database = await createTestDatabase()
})
afterEach(async () => {
  await testApp?.close()
  testApp = undefined
  await loggingDb.destroy()
  await database.drop()
})

function connectWithSlowQueryLog(slowMs: number): Db {
  loggingDb = connect(database.address, slowQueryLogger(memoryLog.log, slowMs))
  return loggingDb
}

const logLinesWith = (msg: string) =>
  memoryLog.lines.map((line) => JSON.parse(line)).filter((line) => line.msg === msg)

it('logs a slow query with its text, duration and request id, and without its values', async () => {
  const db = connectWithSlowQueryLog(0.0001)
  testApp = await startApp({ SLOW_QUERY_MS: 1 }, { log: memoryLog.log, wrapDatabase: () => db })
  await testApp.client().post('/api/register/', { username: 'canary', password: 'canary-has-a-secret' })
  const registered = logLinesWith('request completed').find(({ path }) => path === '/api/register/')
  const slowQueries = logLinesWith('slow query').filter(({ reqId }) => reqId === registered.reqId)
  expect(slowQueries).toContainEqual(
    expect.objectContaining({
      level: 40,
      sql: expect.stringMatching(/^insert into "users" \(.*\) values \([?$]/),
      ms: expect.any(Number),
    }),
  )
  expect(memoryLog.lines.join('')).not.toContain('canary')
})

it('logs a slow query outside a request, and marks a failed one', async () => {
  const db = connectWithSlowQueryLog(0.0001)
  await db.selectFrom('leagues').select('id').execute()
  await expect(sql`select 1 from nowhere`.execute(db)).rejects.toThrow(/nowhere/)
  const [read, failed] = logLinesWith('slow query')
  expect(read).not.toHaveProperty('reqId')
  expect([read, failed]).toMatchObject([
    { sql: 'select "id" from "leagues"' },
    { sql: 'select 1 from nowhere', hasFailed: true },
  ])
})

it('truncates a long statement', async () => {
  const db = connectWithSlowQueryLog(0.0001)
  const ids = Array.from({ length: 500 }, (_, id) => id)
  await db.selectFrom('leagues').select('id').where('id', 'in', ids).execute()
  expect(logLinesWith('slow query')[0].sql).toMatch(/^select "id".{980,}…$/)
})

it.each([0, 60_000])('logs nothing for a fast query with a threshold of %i ms', async (slowMs) => {
  await connectWithSlowQueryLog(slowMs).selectFrom('leagues').select('id').execute()
  expect(memoryLog.lines).toEqual([])
})
