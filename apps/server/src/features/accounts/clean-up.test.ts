import { afterEach, beforeEach, expect, it } from 'vitest'
import { SUNDAY, startApp, type TestApp } from '../../testing/start-app.ts'
import { accountsCleanUp } from './clean-up.ts'

/** A busy machine may take its time. */
const PATIENT = { timeout: 10_000 }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let world: TestApp
beforeEach(async () => {
  world = await startApp()
})
afterEach(() => world.close())

async function rowsLeft() {
  const tables = ['sessions', 'password_resets', 'attempts', 'attempt_buckets'] as const
  const counts = await Promise.all(
    tables.map(async (table) => (await world.db.selectFrom(table).selectAll().execute()).length),
  )
  return Object.fromEntries(tables.map((table, index) => [table, counts[index]]))
}

function cleanUpAfter(ms: number): Promise<void> {
  const now = () => new Date(SUNDAY.getTime() + ms)
  return accountsCleanUp(world.db, now).run(new AbortController().signal)
}

it('removes what has expired, and nothing before', async () => {
  await world.member('ada', { email: 'ada@league.example' })
  await world.visitor().post('/api/login/', { username: 'ada', password: 'wrong wrong' })
  await world.visitor().post('/api/password-reset/request/', { username_or_email: 'ada' })
  await expect.poll(() => world.letters.length, PATIENT).toBe(1)
  const all = { sessions: 1, password_resets: 1, attempts: 4, attempt_buckets: 4 }
  expect(await rowsLeft()).toEqual(all)
  await cleanUpAfter(60 * MINUTE_MS - 1)
  expect(await rowsLeft()).toEqual(all)
  await cleanUpAfter(60 * MINUTE_MS)
  expect(await rowsLeft()).toEqual({ sessions: 1, password_resets: 0, attempts: 0, attempt_buckets: 0 })
  await cleanUpAfter(14 * DAY_MS)
  expect(await rowsLeft()).toMatchObject({ sessions: 0 })
})

it('stops between two tables when it is told to', async () => {
  await world.member('ada')
  await world.visitor().post('/api/login/', { username: 'ada', password: 'wrong wrong' })
  const job = accountsCleanUp(world.db, () => new Date(SUNDAY.getTime() + 30 * DAY_MS))
  await expect(job.run(AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop')
  expect(await rowsLeft()).toMatchObject({ sessions: 0, attempts: 2 })
})
