import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SUNDAY, startApp, type TestApp } from '../../testing/start-app.ts'
import { accountsCleanupJob } from './sign-in.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await startApp()
})
afterEach(() => testApp.close())

async function countRows() {
  const tables = ['sessions', 'password_resets', 'attempts', 'attempt_buckets'] as const
  const counts = await Promise.all(
    tables.map(async (table) => (await testApp.db.selectFrom(table).selectAll().execute()).length),
  )
  return Object.fromEntries(tables.map((table, index) => [table, counts[index]]))
}

function runCleanupAfter(ms: number): Promise<void> {
  const now = () => new Date(SUNDAY.getTime() + ms)
  return accountsCleanupJob(testApp.db, now).run(new AbortController().signal)
}

it('deletes expired rows and keeps the others', async () => {
  await testApp.registerUser('ada', { email: 'ada@league.example' })
  await testApp.client().post('/api/login/', { username: 'ada', password: 'wrong wrong' })
  await testApp.client().post('/api/password-reset/request/', { username_or_email: 'ada' })
  await expect.poll(() => testApp.emails.length).toBe(1)
  const all = { sessions: 1, password_resets: 1, attempts: 4, attempt_buckets: 4 }
  expect(await countRows()).toEqual(all)
  await runCleanupAfter(60 * MINUTE_MS - 1)
  expect(await countRows()).toEqual(all)
  await runCleanupAfter(60 * MINUTE_MS)
  expect(await countRows()).toEqual({ sessions: 1, password_resets: 0, attempts: 0, attempt_buckets: 0 })
  await runCleanupAfter(14 * DAY_MS)
  expect(await countRows()).toMatchObject({ sessions: 0 })
})

it('stops between two tables when it is aborted', async () => {
  await testApp.registerUser('ada')
  await testApp.client().post('/api/login/', { username: 'ada', password: 'wrong wrong' })
  const job = accountsCleanupJob(testApp.db, () => new Date(SUNDAY.getTime() + 30 * DAY_MS))
  await expect(job.run(AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop')
  expect(await countRows()).toMatchObject({ sessions: 0, attempts: 2 })
})
