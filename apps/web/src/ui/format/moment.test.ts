import { describe, expect, it } from 'vitest'
import { ago, ahead, namedDay, namedTime } from './moment.ts'

const NOW = new Date(2026, 10, 21, 12, 0, 0)

function before(days: number, hours = 0, minutes = 0): Date {
  return new Date(2026, 10, 21 - days, 12 - hours, -minutes, 0)
}

describe('ago', () => {
  it.each([
    [before(0), 'just now'],
    [new Date(NOW.getTime() + 5000), 'just now'],
    [before(0, 0, 3), '3 min ago'],
    [before(0, 2), '2 h ago'],
    [before(1, 1), 'yesterday'],
    [before(4), '4 days ago'],
    [before(12), 'on November 9'],
    [new Date(2025, 0, 5), 'on January 5, 2025'],
  ])('tells %s as %s', (moment, text) => {
    expect(ago(moment, NOW)).toBe(text)
  })
})

describe('namedDay', () => {
  it.each([
    [before(0, 1), '11:00 AM'],
    [before(4), 'Tuesday'],
    [before(7), 'November 14'],
    [new Date(2025, 0, 5), 'January 5, 2025'],
  ])('names %s as %s', (moment, text) => {
    expect(namedDay(moment, NOW).replaceAll('\u202f', ' ')).toBe(text)
  })
})

describe('namedTime', () => {
  it.each([
    [before(0, 1), '11:00 AM'],
    [before(4, 1, 5), 'Tuesday at 10:55 AM'],
  ])('names %s as %s', (moment, text) => {
    expect(namedTime(moment, NOW).replaceAll('\u202f', ' ')).toBe(text)
  })
})

describe('ahead', () => {
  it.each([
    [new Date(NOW.getTime() + 5000), 'in 1 min'],
    [before(0, 0, -3), 'in 3 min'],
    [before(0, -2, -30), 'in 2 h'],
    [before(-1), 'Sunday at 12:00 PM'],
    [before(-7), 'November 28 at 12:00 PM'],
    [new Date(2027, 0, 5, 17, 30), 'January 5, 2027 at 5:30 PM'],
  ])('tells %s as %s', (moment, text) => {
    expect(ahead(moment, NOW).replaceAll('\u202f', ' ')).toBe(text)
  })
})
