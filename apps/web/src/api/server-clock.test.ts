import { expect, it } from 'vitest'
import { createServerClock } from './page-environment.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const DATE = { date: new Date(NOON).toUTCString() }

const timeAfterSync = (deviceMs: number, headers: Record<string, string>, body?: unknown) => {
  const clock = createServerClock(() => deviceMs)
  clock.syncToDateHeader(new Headers(headers))
  clock.syncToBody(new Headers(headers), body)
  return clock.now().getTime()
}

it("uses the server's time when the device clock is wrong", () => {
  expect(timeAfterSync(NOON + 5 * 86_400_000, DATE)).toBe(NOON)
  expect(timeAfterSync(NOON - 3_600_000, DATE)).toBe(NOON)
})

it('ignores differences of less than 30 seconds', () => {
  expect(timeAfterSync(NOON + 20_000, DATE)).toBe(NOON + 20_000)
})

it('keeps the device clock when a response is cached or has no valid Date header', () => {
  const later = NOON + 9_000_000
  expect(timeAfterSync(later, {})).toBe(later)
  expect(timeAfterSync(later, { date: 'noon' })).toBe(later)
  expect(timeAfterSync(later, { ...DATE, 'x-from-cache-at': DATE.date })).toBe(later)
})

it('uses the exact time in a body, and keeps it when later Date headers differ by less than 30 seconds', () => {
  const clock = createServerClock(() => NOON + 20_000)
  clock.syncToBody(new Headers(), { now: '2026-11-15T12:00:00.250Z' })
  expect(clock.now().getTime()).toBe(NOON + 250)
  clock.syncToDateHeader(new Headers(DATE))
  expect(clock.now().getTime()).toBe(NOON + 250)
  clock.syncToDateHeader(new Headers({ date: new Date(NOON + 60_000).toUTCString() }))
  expect(clock.now().getTime()).toBe(NOON + 60_000)
})

it('ignores the time in a cached body', () => {
  const headers = { 'x-from-cache-at': DATE.date }
  expect(timeAfterSync(NOON + 9_000_000, headers, { now: new Date(NOON).toISOString() })).toBe(
    NOON + 9_000_000,
  )
})
