import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { expect, it } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

it.each([
  [1, null, 1],
  [2, null, 2],
  [5, null, 16],
  [7, null, 64],
  [1, 30_000, 1],
  [2, 10 * MINUTE_MS, 10],
  [1, 30 * DAY_MS, 24 * 60],
] as const)(
  'after attempt %d with Retry-After %j ms, the delay is %d minutes',
  (attempts, retryAfterMs, minutes) => {
    expect(retryDelayMs(attempts, retryAfterMs)).toBe(minutes * MINUTE_MS)
  },
)

it.each([null, 5 * MINUTE_MS])('gives up after the eighth attempt with Retry-After %j ms', (retryAfterMs) => {
  expect(retryDelayMs(8, retryAfterMs)).toBe(null)
})
