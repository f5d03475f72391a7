import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SUNDAY } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { attemptStore, type RateLimiter, rateLimiter } from './rate-limits.ts'

const BUCKET = { name: 'guesses', limit: 3, windowMs: 15 * MINUTE_MS }

let database: TestDatabase
let limiter: RateLimiter
beforeEach(async () => {
  database = await createTestDatabase()
  limiter = rateLimiter(attemptStore(database.db))
})
afterEach(() => database.drop())

const attempt = (result: Promise<string | null>, onLimitReached?: () => Promise<void>) =>
  limiter.attempt([BUCKET], SUNDAY, () => result, onLimitReached)
const fail = () => attempt(Promise.resolve(null))

it('does not reveal the result of an attempt that ends after others have reached the limit', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const pending = attempt(promise)
  for (let count = 0; count < 3; count += 1) expect(await fail()).toBe(null)
  resolve('correct')
  await expect(pending).rejects.toMatchObject({ code: 'too_many_attempts' })
})

it('counts failures only, and runs nothing once the limit is reached', async () => {
  for (let count = 0; count < 5; count += 1) expect(await attempt(Promise.resolve('correct'))).toBe('correct')
  for (let count = 0; count < 3; count += 1) expect(await fail()).toBe(null)
  let hasRun = false
  const refused = limiter.attempt([BUCKET], SUNDAY, async () => {
    hasRun = true
    return null
  })
  await expect(refused).rejects.toMatchObject({ code: 'too_many_attempts', retryAfterSeconds: 900 })
  expect(hasRun).toBe(false)
})

it('reports the failure that reaches the limit, once', async () => {
  const reports: number[] = []
  for (let count = 1; count <= 3; count += 1)
    await attempt(Promise.resolve(null), async () => void reports.push(count))
  expect(reports).toEqual([3])
})
