import { describe, expect, it } from 'vitest'
import { formatPastDay, formatPastDayAndTime, formatTimeAgo, formatTimeUntil } from './date-time.ts'

const NOW = new Date(2026, 10, 21, 12, 0, 0)

function timeBefore(days: number, hours = 0, minutes = 0): Date {
  return new Date(2026, 10, 21 - days, 12 - hours, -minutes, 0)
}

describe('ago', () => {
  it.each([
    [timeBefore(0), 'just now'],
    [new Date(NOW.getTime() + 5000), 'just now'],
    [timeBefore(0, 0, 3), '3 min ago'],
    [timeBefore(0, 2), '2 h ago'],
    [timeBefore(1, 1), 'yesterday'],
    [timeBefore(4), '4 days ago'],
    [timeBefore(12), 'on November 9'],
    [new Date(2025, 0, 5), 'on January 5, 2025'],
  ])('tells %s as %s', (moment, text) => {
    expect(formatTimeAgo(moment, NOW)).toBe(text)
  })
})

describe('namedDay', () => {
  it.each([
    [timeBefore(0, 1), '11:00 AM'],
    [timeBefore(4), 'Tuesday'],
    [timeBefore(7), 'November 14'],
    [new Date(2025, 0, 5), 'January 5, 2025'],
  ])('names %s as %s', (moment, text) => {
    expect(formatPastDay(moment, NOW).replaceAll('\u202f', ' ')).toBe(text)
  })
})

describe('namedTime', () => {
  it.each([
    [timeBefore(0, 1), '11:00 AM'],
    [timeBefore(4, 1, 5), 'Tuesday at 10:55 AM'],
  ])('names %s as %s', (moment, text) => {
    expect(formatPastDayAndTime(moment, NOW).replaceAll('\u202f', ' ')).toBe(text)
  })
})

describe('ahead', () => {
  it.each([
    [new Date(NOW.getTime() + 5000), 'in 1 min'],
    [timeBefore(0, 0, -3), 'in 3 min'],
    [timeBefore(0, -2, -30), 'in 2 h'],
    [timeBefore(-1), 'Sunday at 12:00 PM'],
    [timeBefore(-7), 'November 28 at 12:00 PM'],
    [new Date(2027, 0, 5, 17, 30), 'January 5, 2027 at 5:30 PM'],
  ])('tells %s as %s', (moment, text) => {
    expect(formatTimeUntil(moment, NOW).replaceAll('\u202f', ' ')).toBe(text)
  })
})
