import { describe, expect, it } from 'vitest'
import { draftAt, kickoffAt, momentOf, periodOfWeek, type Slot, shapeOf, weeksOfPeriod } from './nfl.ts'

const iso = (instant: number) => new Date(instant).toISOString()

describe('kickoffAt', () => {
  it.each<[number, number, Slot, string]>([
    [2024, 1, 'thursday night', '2024-09-06T00:15:00.000Z'],
    [2023, 1, 'sunday early', '2023-09-10T17:00:00.000Z'],
    [2025, 8, 'sunday late', '2025-10-26T20:25:00.000Z'],
    [2025, 9, 'thursday night', '2025-10-31T00:15:00.000Z'],
    [2025, 9, 'sunday early', '2025-11-02T18:00:00.000Z'],
    [2026, 11, 'sunday night', '2026-11-23T01:20:00.000Z'],
    [2026, 17, 'monday night', '2027-01-05T01:15:00.000Z'],
  ])('returns the New York kickoff time in UTC: %i, week %i, %s', (season, week, slot, instant) => {
    expect(iso(kickoffAt(season, week, slot))).toBe(instant)
  })
})

describe('momentOf', () => {
  it.each([
    ['2026-05-01T00:00:00Z', 0],
    ['2026-09-05T22:59:59Z', 0],
    ['2026-09-05T23:00:00Z', 1],
    ['2026-09-15T08:59:59Z', 1],
    ['2026-09-15T09:00:00Z', 2],
    ['2026-11-22T20:30:00Z', 11],
    ['2027-01-05T08:59:59Z', 17],
    ['2027-01-05T09:00:00Z', 18],
    ['2027-02-20T00:00:00Z', 19],
  ])('at %s, is in week %i of 2026', (instant, week) => {
    expect(momentOf(2026, new Date(instant)).week).toBe(week)
  })

  it('has the draft on the Saturday before the first game', () => {
    expect(iso(draftAt(2026))).toBe('2026-09-05T23:00:00.000Z')
  })

  it('is finished after the final week', () => {
    expect(momentOf(2026, new Date('2027-01-05T08:59:59Z')).isFinished).toBe(false)
    expect(momentOf(2026, new Date('2027-01-05T09:00:00Z')).isFinished).toBe(true)
  })
})

it('has one more week since 2021', () => {
  expect(shapeOf(2020)).toEqual({ regularWeeks: 13, periods: 16, finalWeek: 16, nflWeeks: 17 })
  expect(shapeOf(2021)).toEqual({ regularWeeks: 14, periods: 17, finalWeek: 17, nflWeeks: 18 })
})

it('has a two-week championship in 2019', () => {
  expect(shapeOf(2019)).toEqual({ regularWeeks: 13, periods: 16, finalWeek: 17, nflWeeks: 17 })
  expect([weeksOfPeriod(2019, 15), weeksOfPeriod(2019, 16)]).toEqual([[15], [16, 17]])
  expect([15, 16, 17].map((week) => periodOfWeek(2019, week))).toEqual([15, 16, 16])
})
