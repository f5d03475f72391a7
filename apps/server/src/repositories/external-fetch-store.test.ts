import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProviderError } from '../providers/http/attempts.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import {
  deleteFetchesBefore,
  findLastFetch,
  isFetchDue,
  recordFailure,
  recordSuccess,
} from './external-fetch-store.ts'

const NOON = new Date('2026-10-11T12:00:00Z')
const after = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS)
const WEEK = { source: 'scoreboard', part: '2026-5' } as const

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

describe('the record of external fetches', () => {
  it('lets each part be fetched that never was', async () => {
    expect(await isFetchDue(database.db, WEEK, MINUTE_MS, NOON)).toBe(true)
    await recordSuccess(database.db, WEEK, NOON)
    expect(await isFetchDue(database.db, WEEK, 2 * MINUTE_MS, after(1))).toBe(false)
    expect(await isFetchDue(database.db, { ...WEEK, part: '2026-6' }, 2 * MINUTE_MS, after(1))).toBe(true)
    expect(await isFetchDue(database.db, WEEK, 2 * MINUTE_MS, after(2))).toBe(true)
  })

  it('grants no new fetch while the last one is fresh', async () => {
    await isFetchDue(database.db, WEEK, 15 * MINUTE_MS, NOON)
    await recordSuccess(database.db, WEEK, NOON)
    expect(await isFetchDue(database.db, WEEK, 15 * MINUTE_MS, after(14))).toBe(false)
    expect(await isFetchDue(database.db, WEEK, Infinity, after(5_000_000))).toBe(false)
    expect(await isFetchDue(database.db, WEEK, 15 * MINUTE_MS, after(15))).toBe(true)
  })

  it('grants a retry after a failure and remembers the last success', async () => {
    await recordSuccess(database.db, WEEK, NOON)
    await recordFailure(database.db, WEEK, new ProviderError('refused', 'HTTP 403'), after(40), after(30))
    expect(await isFetchDue(database.db, WEEK, MINUTE_MS, after(39))).toBe(false)
    expect(await findLastFetch(database.db, 'scoreboard')).toEqual({
      attemptedAt: after(30),
      succeededAt: NOON,
      error: 'HTTP 403',
      retryAt: after(40),
    })
    expect(await isFetchDue(database.db, WEEK, MINUTE_MS, after(40))).toBe(true)
    await recordSuccess(database.db, WEEK, after(40))
    expect(await findLastFetch(database.db, 'scoreboard', WEEK.part)).toMatchObject({
      error: null,
      retryAt: null,
    })
    expect(await findLastFetch(database.db, 'scoreboard', '2026-6')).toBeNull()
    expect(await findLastFetch(database.db, 'weather')).toBeNull()
  })

  it('deletes old fetches of weeks but not of seasons', async () => {
    await recordSuccess(database.db, WEEK, NOON)
    await recordSuccess(database.db, { source: 'schedule', part: '2026' }, NOON)
    await deleteFetchesBefore(database.db, after(1))
    expect(await findLastFetch(database.db, 'scoreboard')).toBeNull()
    expect(await findLastFetch(database.db, 'schedule')).not.toBeNull()
  })
})
