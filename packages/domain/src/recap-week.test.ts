import { expect, it } from 'vitest'
import { earliestWeekEnd, recapWeekAt } from './recap-week.ts'

it.each([
  // Daylight saving time ends on November 1, 2026: 9 AM in Chicago is 14:00 UTC before and 15:00 UTC after.
  ['2026-10-13T13:59:59Z', 4],
  ['2026-10-13T14:00:00Z', 5],
  ['2026-10-20T13:59:59Z', 5],
  ['2026-11-17T14:59:59Z', 9],
  ['2026-11-17T15:00:00Z', 10],
  ['2026-09-15T13:59:59Z', null],
  ['2026-09-15T14:00:00Z', 1],
  ['2027-01-19T14:59:59Z', 18],
  ['2027-01-19T15:00:00Z', null],
  ['2026-07-01T12:00:00Z', null],
])('at %s, the week whose recap is due is %s', (now, week) => {
  expect(recapWeekAt(2026, new Date(now))).toBe(week)
})

it('returns Monday at midnight in Chicago as the earliest week end, before and after the time change', () => {
  expect(earliestWeekEnd(2026, 5)).toEqual(new Date('2026-10-12T05:00:00Z'))
  expect(earliestWeekEnd(2026, 10)).toEqual(new Date('2026-11-16T06:00:00Z'))
})
