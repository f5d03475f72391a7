import { expect, it } from 'vitest'
import { earliestWeekEnd, recapWeekAt } from './recap-week.ts'

it.each([
  // Summer time ends on 1 November 2026: nine o'clock in Chicago is 14:00, then 15:00 UTC.
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
])('at %s the recap of week %s is due', (now, week) => {
  expect(recapWeekAt(2026, new Date(now))).toBe(week)
})

it('takes a week to end on its Monday in Chicago at the earliest, in summer time and after it', () => {
  expect(earliestWeekEnd(2026, 5)).toEqual(new Date('2026-10-12T05:00:00Z'))
  expect(earliestWeekEnd(2026, 10)).toEqual(new Date('2026-11-16T06:00:00Z'))
})
