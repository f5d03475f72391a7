import { describe, expect, it } from 'vitest'
import { formatDollars } from '../money.ts'
import { dayOfNflWeek } from '../nfl/nfl-week.ts'
import { instantAt } from '../time-zones.ts'
import {
  arePicksHidden,
  BET_WEEKS,
  betAmount,
  changeHiding,
  currentBetWeek,
  cutoffOf,
  firstPlayoffWeek,
  isPickHidden,
  type PickHiding,
  viewerCutoff,
  weekStateAt,
} from './betting-week.ts'

describe('dayOfNflWeek', () => {
  it.each([
    [2012, '2012-09-06'],
    [2021, '2021-09-09'],
    [2024, '2024-09-05'],
    [2025, '2025-09-04'],
    [2026, '2026-09-10'],
    [2027, '2027-09-09'],
  ])('starts the %i season on Thursday, %s', (season, day) => {
    expect(dayOfNflWeek(season, 1, 'thursday').toISOString().slice(0, 10)).toBe(day)
  })

  it('advances by one week, across New Year', () => {
    expect(dayOfNflWeek(2026, 17, 'saturday').toISOString()).toBe('2027-01-02T00:00:00.000Z')
    expect(dayOfNflWeek(2026, 2, 'tuesday').toISOString()).toBe('2026-09-15T00:00:00.000Z')
  })
})

describe('instantAt', () => {
  it.each([
    // In Chicago, daylight saving time starts on March 8 and ends on November 1, 2026.
    ['2026-03-07', 17, 'America/Chicago', '2026-03-07T23:00:00.000Z'],
    ['2026-03-08', 1, 'America/Chicago', '2026-03-08T07:00:00.000Z'],
    ['2026-03-08', 3, 'America/Chicago', '2026-03-08T08:00:00.000Z'],
    ['2026-03-08', 17, 'America/Chicago', '2026-03-08T22:00:00.000Z'],
    ['2026-10-31', 23, 'America/Chicago', '2026-11-01T04:00:00.000Z'],
    ['2026-11-01', 0, 'America/Chicago', '2026-11-01T05:00:00.000Z'],
    ['2026-11-01', 3, 'America/Chicago', '2026-11-01T09:00:00.000Z'],
    ['2026-10-25', 17, 'Europe/Berlin', '2026-10-25T16:00:00.000Z'],
    ['2026-10-24', 17, 'Pacific/Honolulu', '2026-10-25T03:00:00.000Z'],
    ['2026-10-24', 17, 'Asia/Kathmandu', '2026-10-24T11:15:00.000Z'],
  ])('converts %s, %i:00 in %s to %s', (day, hour, zone, instant) => {
    expect(instantAt(new Date(`${day}T00:00:00Z`), hour, zone).toISOString()).toBe(instant)
  })

  it('throws for an unknown time zone', () => {
    expect(() => instantAt(new Date(0), 17, 'Mars/Olympus')).toThrow(RangeError)
  })
})

describe('cutoffOf and viewerCutoff', () => {
  it.each([
    [2026, 1, '2026-09-12T22:00:00.000Z'],
    [2026, 7, '2026-10-24T22:00:00.000Z'],
    // The last cutoff in daylight saving time, on the evening before it ends.
    [2026, 8, '2026-10-31T22:00:00.000Z'],
    [2026, 9, '2026-11-07T23:00:00.000Z'],
    [2026, 17, '2027-01-02T23:00:00.000Z'],
    // Until 2006, daylight saving time ended in October.
    [2006, 8, '2006-10-28T22:00:00.000Z'],
    [2006, 9, '2006-11-04T23:00:00.000Z'],
  ])('locks season %i, week %i at %s', (season, week, instant) => {
    expect(cutoffOf({ season, week }).toISOString()).toBe(instant)
  })

  it.each([
    ['Pacific/Honolulu', 7, '2026-10-24T22:00:00.000Z'],
    ['America/Chicago', 7, '2026-10-24T22:00:00.000Z'],
    ['America/New_York', 7, '2026-10-24T21:00:00.000Z'],
    // In Berlin, daylight saving time ends a week before Chicago.
    ['Europe/Berlin', 7, '2026-10-24T15:00:00.000Z'],
    ['Europe/Berlin', 8, '2026-10-31T16:00:00.000Z'],
    ['Europe/Berlin', 9, '2026-11-07T16:00:00.000Z'],
    ['Pacific/Auckland', 9, '2026-11-07T04:00:00.000Z'],
  ])('closes entry for a viewer in %s in week %i at %s', (zone, week, instant) => {
    expect(viewerCutoff({ season: 2026, week }, zone).toISOString()).toBe(instant)
  })
})

describe('weekStateAt, currentBetWeek and arePicksHidden', () => {
  const bettingWeek = { season: 2026, week: 9 }

  it.each([
    ['2026-02-28T23:59:59Z', 'early'],
    ['2026-03-01T00:00:00Z', 'open'],
    ['2026-11-07T22:59:59Z', 'open'],
    ['2026-11-07T23:00:00Z', 'locked'],
    ['2026-11-07T23:00:01Z', 'locked'],
  ])('returns at %s the state %s', (now, state) => {
    expect(weekStateAt(bettingWeek, new Date(now))).toBe(state)
  })

  it.each([
    ['2026-05-01T00:00:00Z', 1],
    ['2026-09-15T08:59:59Z', 1],
    ['2026-09-15T09:00:00Z', 2],
    // Tuesday at 04:00 is one hour later in UTC after daylight saving time ends.
    ['2026-11-03T09:59:59Z', 8],
    ['2026-11-03T10:00:00Z', 9],
    ['2027-01-05T12:00:00Z', 17],
    ['2027-08-01T00:00:00Z', 17],
  ])('returns at %s the current week %i', (now, week) => {
    expect(currentBetWeek(2026, new Date(now))).toBe(week)
  })

  const hiding = (hidesPicks: boolean): PickHiding => ({ hidesPicks, changesAt: null, hiddenBefore: null })

  it.each([
    [true, '2026-02-28T23:59:59Z', true],
    [true, '2026-11-07T22:59:59Z', true],
    [true, '2026-11-07T23:00:00Z', false],
    [false, '2026-11-07T22:59:59Z', false],
  ])('with hidesPicks %s at %s, returns %s from arePicksHidden', (hidesPicks, now, isHidden) => {
    expect(arePicksHidden(hiding(hidesPicks), bettingWeek, new Date(now))).toBe(isHidden)
  })

  it.each([
    ['in a betting week', '2026-11-04T18:00:00Z', '2026-11-10T10:00:00Z'],
    ['between the cutoff and Tuesday', '2026-11-08T18:00:00Z', '2026-11-10T10:00:00Z'],
    ['before the season', '2026-08-01T18:00:00Z', '2026-09-08T09:00:00Z'],
    ['after week 17', '2027-02-01T18:00:00Z', '2027-09-07T09:00:00Z'],
  ])('lets a change %s take effect with the next betting week', (_, now, changesAt) => {
    expect(changeHiding(hiding(false), true, new Date(now))).toEqual({
      hidesPicks: true,
      changesAt: new Date(changesAt),
      hiddenBefore: null,
    })
  })

  const CHANGED_AT = new Date('2026-11-04T18:00:00Z')
  const EFFECTIVE_AT = new Date('2026-11-10T10:00:00Z')
  const NEXT_WEEK = { season: 2026, week: 10 }

  it('keeps hiding picks that were saved before picks became visible, until their cutoff', () => {
    const shown = changeHiding(hiding(true), false, CHANGED_AT)
    const isHidden = (savedAt: string, now: string) =>
      isPickHidden(shown, NEXT_WEEK, new Date(savedAt), new Date(now))
    expect(isHidden('2026-11-04T10:00:00Z', '2026-11-04T18:00:01Z')).toBe(true)
    expect(isHidden('2026-11-05T10:00:00Z', '2026-11-10T09:59:59Z')).toBe(true)
    expect(isHidden('2026-11-05T10:00:00Z', '2026-11-12T10:00:00Z')).toBe(true)
    expect(isHidden('2026-11-11T10:00:00Z', '2026-11-12T10:00:00Z')).toBe(false)
    expect(isHidden('2026-11-05T10:00:00Z', '2026-11-14T23:00:00Z')).toBe(false)
    expect([CHANGED_AT, EFFECTIVE_AT].map((now) => arePicksHidden(shown, NEXT_WEEK, now))).toEqual([
      true,
      false,
    ])
  })

  it('cancels a change that is taken back before it takes effect', () => {
    const changed = changeHiding(hiding(true), false, CHANGED_AT)
    const restored = changeHiding(changed, true, new Date('2026-11-05T18:00:00Z'))
    expect([restored.hidesPicks, restored.changesAt]).toEqual([true, null])
    const pending = changeHiding(changeHiding(hiding(true), false, CHANGED_AT), true, EFFECTIVE_AT)
    const takenBack = changeHiding(pending, false, new Date('2026-11-11T18:00:00Z'))
    expect(isPickHidden(takenBack, NEXT_WEEK, CHANGED_AT, new Date('2026-11-11T18:00:01Z'))).toBe(true)
    expect(changeHiding(changed, false, EFFECTIVE_AT)).toBe(changed)
  })

  it('has 17 betslip weeks', () => {
    expect(BET_WEEKS).toBe(17)
  })
})

describe('betAmount and firstPlayoffWeek', () => {
  const calendarOf = (regularSeasonPeriods: number) => ({
    regularSeasonPeriods,
    periods: Array.from({ length: 16 }, (_, index) => ({ period: index + 1, weeks: [index + 1] })),
  })

  it.each([
    [1, '$10.00'],
    [13, '$10.00'],
    [14, '$50.00'],
    [17, '$50.00'],
  ])('in week %i, returns %s if the league calendar is unknown', (week, price) => {
    expect(formatDollars(betAmount(week, firstPlayoffWeek(null)))).toBe(price)
  })

  it("returns $50 from the league's first playoff week", () => {
    expect(firstPlayoffWeek(calendarOf(14))).toBe(15)
    expect(formatDollars(betAmount(14, 15))).toBe('$10.00')
    expect(formatDollars(betAmount(15, 15))).toBe('$50.00')
  })

  it('handles matchup periods of several weeks', () => {
    const periods = [1, 2, 3].map((period) => ({ period, weeks: [period * 2 - 1, period * 2] }))
    expect(firstPlayoffWeek({ regularSeasonPeriods: 2, periods })).toBe(5)
  })

  it('defaults to week 14 if the calendar is incomplete', () => {
    expect(firstPlayoffWeek({ ...calendarOf(16), periods: [] })).toBe(14)
    expect(firstPlayoffWeek({ ...calendarOf(16), regularSeasonPeriods: null })).toBe(14)
  })
})
