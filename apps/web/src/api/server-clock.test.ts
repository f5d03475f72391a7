import { expect, it } from 'vitest'
import { createServerClock } from './server-clock.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const DATE = { date: new Date(NOON).toUTCString() }

const timeAfterSync = (deviceMs: number, headers: Record<string, string>) => {
  const clock = createServerClock(() => deviceMs)
  clock.sync(new Headers(headers))
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
