import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { expect, it } from 'vitest'
import { DELIVERY_RETRIES, MAIL_RETRIES, retryDelayMs } from './job.ts'

const withoutJitter = () => 1

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
    const delayMs = retryDelayMs({ attempts, retryAfterMs }, DELIVERY_RETRIES, withoutJitter)
    expect(delayMs).toBe(minutes * MINUTE_MS)
  },
)

it.each([null, 5 * MINUTE_MS])('gives up after the eighth attempt with Retry-After %j ms', (retryAfterMs) => {
  expect(retryDelayMs({ attempts: 8, retryAfterMs }, DELIVERY_RETRIES, withoutJitter)).toBe(null)
})

it('takes off up to half of the delay at random, but never comes back before Retry-After', () => {
  const delayOf = (retryAfterMs: number | null, random: number) =>
    retryDelayMs({ attempts: 3, retryAfterMs }, DELIVERY_RETRIES, () => random)
  expect([0, 0.5, 1].map((random) => delayOf(null, random))).toEqual([
    2 * MINUTE_MS,
    3 * MINUTE_MS,
    4 * MINUTE_MS,
  ])
  expect(delayOf(3 * MINUTE_MS, 0)).toBe(3 * MINUTE_MS)
})

it('retries an email for about six hours, at least once an hour', () => {
  const delays = Array.from(
    { length: MAIL_RETRIES.maxAttempts - 1 },
    (_, index) => retryDelayMs({ attempts: index + 1, retryAfterMs: null }, MAIL_RETRIES, withoutJitter) ?? 0,
  )
  expect(Math.max(...delays)).toBe(HOUR_MS)
  expect(delays.reduce((sum, delay) => sum + delay) / HOUR_MS).toBeCloseTo(6, 0)
})
