import { expect, it } from 'vitest'
import { nextRun } from './job-runner.ts'

it.each([
  ['17 * * * *', '2026-10-11T18:17:00Z', '2026-10-11T19:17:00Z'],
  ['17 * * * *', '2026-10-11T18:16:59.999Z', '2026-10-11T18:17:00Z'],
  ['0 9 * * *', '2026-10-11T18:30:00Z', '2026-10-12T09:00:00Z'],
  ['*/15 * * * 0', '2026-10-11T23:50:00Z', '2026-10-18T00:00:00Z'],
  // In UTC, daylight saving time neither skips nor repeats an hour.
  ['30 2 * * *', '2026-03-29T00:00:00Z', '2026-03-29T02:30:00Z'],
  ['30 1 * * *', '2026-10-25T01:00:00Z', '2026-10-25T01:30:00Z'],
  ['30 1 * * *', '2026-10-25T01:30:00Z', '2026-10-26T01:30:00Z'],
])('schedules the next run of %j after %s at %s', (schedule, after, next) => {
  expect(nextRun(schedule, new Date(after))).toEqual(new Date(next))
})

it.each([
  ['hourly', /hourly/],
  ['61 * * * *', /61/],
  ['* * * * * *', /5-part/],
  ['0 0 30 2 *', /'0 0 30 2 \*' never runs/],
])('rejects the schedule %j', (schedule, reason) => {
  expect(() => nextRun(schedule, new Date('2026-10-11T18:30:00Z'))).toThrow(reason)
})
