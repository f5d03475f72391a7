import { expect, it } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

const MINUTE_MS = 60_000

it.each([
  [1, null, 1],
  [2, null, 2],
  [5, null, 16],
  [7, null, 64],
  [1, 30_000, 1],
  [2, 10 * MINUTE_MS, 10],
  [1, 30 * 24 * 60 * MINUTE_MS, 24 * 60],
] as const)('after try %d, asked to wait %j, waits %d minutes', (tries, askedMs, minutes) => {
  expect(retryDelayMs(tries, askedMs)).toBe(minutes * MINUTE_MS)
})

it.each([null, 5 * MINUTE_MS])('gives up after the eighth try, asked to wait %j', (askedMs) => {
  expect(retryDelayMs(8, askedMs)).toBe(null)
})
