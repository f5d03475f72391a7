import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { type OutsideReads, outsideReads } from './outside-reads.ts'

const MINUTE = 60_000
const NOON = new Date('2026-10-11T12:00:00Z')
const after = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE)
const WEEK = { source: 'scoreboard', part: '2026-5' } as const

let database: TestDatabase
let reads: OutsideReads
beforeEach(async () => {
  database = await testDatabase()
  reads = outsideReads(database.db)
})
afterEach(() => database.drop())

describe('a reading', () => {
  it('is taken by one, and again when its end is never told', async () => {
    const taken = await Promise.all([1, 2, 3].map(() => reads.take(WEEK, MINUTE, NOON)))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await reads.take(WEEK, MINUTE, after(1))).toBe(false)
    expect(await reads.take({ ...WEEK, part: '2026-6' }, MINUTE, after(1))).toBe(true)
    expect(await reads.take(WEEK, MINUTE, after(2))).toBe(true)
  })

  it('that was good holds for its time, or for ever', async () => {
    await reads.take(WEEK, 15 * MINUTE, NOON)
    await reads.succeed(WEEK, NOON)
    expect(await reads.take(WEEK, 15 * MINUTE, after(14))).toBe(false)
    expect(await reads.take(WEEK, Infinity, after(5_000_000))).toBe(false)
    expect(await reads.take(WEEK, 15 * MINUTE, after(15))).toBe(true)
  })

  it('that failed is tried again when it may be, and keeps when it was last good', async () => {
    await reads.succeed(WEEK, NOON)
    await reads.fail(WEEK, { error: 'answered 403', retryAt: after(40) }, after(30))
    expect(await reads.take(WEEK, MINUTE, after(39))).toBe(false)
    expect(await reads.lastRead('scoreboard')).toEqual({
      askedAt: after(30),
      okAt: NOON,
      error: 'answered 403',
      retryAt: after(40),
    })
    expect(await reads.take(WEEK, MINUTE, after(40))).toBe(true)
    await reads.succeed(WEEK, after(40))
    expect(await reads.lastRead('scoreboard', WEEK.part)).toMatchObject({ error: null, retryAt: null })
    expect(await reads.lastRead('scoreboard', '2026-6')).toBeNull()
    expect(await reads.lastRead('weather')).toBeNull()
  })

  it('of a week is forgotten in time, that of a season is not', async () => {
    await reads.succeed(WEEK, NOON)
    await reads.succeed({ source: 'schedule', part: '2026' }, NOON)
    await reads.forgetBefore(after(1))
    expect(await reads.lastRead('scoreboard')).toBeNull()
    expect(await reads.lastRead('schedule')).not.toBeNull()
  })
})
