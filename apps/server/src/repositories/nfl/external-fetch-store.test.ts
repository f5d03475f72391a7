import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type ExternalFetchStore, externalFetchStore } from './external-fetch-store.ts'

const NOON = new Date('2026-10-11T12:00:00Z')
const after = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS)
const WEEK = { source: 'scoreboard', part: '2026-5' } as const

let database: TestDatabase
let store: ExternalFetchStore
beforeEach(async () => {
  database = await createTestDatabase()
  store = externalFetchStore(database.db)
})
afterEach(() => database.drop())

describe('externalFetchStore', () => {
  it('lets each part be fetched that never was', async () => {
    expect(await store.isDue(WEEK, MINUTE_MS, NOON)).toBe(true)
    await store.recordSuccess(WEEK, NOON)
    expect(await store.isDue(WEEK, 2 * MINUTE_MS, after(1))).toBe(false)
    expect(await store.isDue({ ...WEEK, part: '2026-6' }, 2 * MINUTE_MS, after(1))).toBe(true)
    expect(await store.isDue(WEEK, 2 * MINUTE_MS, after(2))).toBe(true)
  })

  it('grants no new fetch while the last one is fresh', async () => {
    await store.isDue(WEEK, 15 * MINUTE_MS, NOON)
    await store.recordSuccess(WEEK, NOON)
    expect(await store.isDue(WEEK, 15 * MINUTE_MS, after(14))).toBe(false)
    expect(await store.isDue(WEEK, Infinity, after(5_000_000))).toBe(false)
    expect(await store.isDue(WEEK, 15 * MINUTE_MS, after(15))).toBe(true)
  })

  it('grants a retry after a failure and remembers the last success', async () => {
    await store.recordSuccess(WEEK, NOON)
    await store.recordFailure(WEEK, { error: 'HTTP 403', retryAt: after(40) }, after(30))
    expect(await store.isDue(WEEK, MINUTE_MS, after(39))).toBe(false)
    expect(await store.findLastFetch('scoreboard')).toEqual({
      attemptedAt: after(30),
      succeededAt: NOON,
      error: 'HTTP 403',
      retryAt: after(40),
    })
    expect(await store.isDue(WEEK, MINUTE_MS, after(40))).toBe(true)
    await store.recordSuccess(WEEK, after(40))
    expect(await store.findLastFetch('scoreboard', WEEK.part)).toMatchObject({ error: null, retryAt: null })
    expect(await store.findLastFetch('scoreboard', '2026-6')).toBeNull()
    expect(await store.findLastFetch('weather')).toBeNull()
  })

  it('deletes old fetches of weeks but not of seasons', async () => {
    await store.recordSuccess(WEEK, NOON)
    await store.recordSuccess({ source: 'schedule', part: '2026' }, NOON)
    await store.deleteBefore(after(1))
    expect(await store.findLastFetch('scoreboard')).toBeNull()
    expect(await store.findLastFetch('schedule')).not.toBeNull()
  })
})
