import { describe, expect, it } from 'vitest'
import {
  formatAppointment,
  formatFullKickoff,
  formatKickoff,
  formatPastDay,
  formatPastDayAndTime,
  formatRemaining,
  formatTimeAgo,
  formatTimeUntil,
} from './date-time.ts'

const NOW = new Date(2026, 10, 21, 12, 0, 0)

function timeBefore(days: number, hours = 0, minutes = 0): Date {
  return new Date(2026, 10, 21 - days, 12 - hours, -minutes, 0)
}

describe('formatAppointment', () => {
  it.each([
    [new Date(2026, 7, 29, 19, 0), 'Sat, Aug 29, 7:00 PM'],
    [new Date(2027, 7, 28, 19, 30), 'Sat, Aug 28, 2027, 7:30 PM'],
  ])('formats %s as %s', (date, text) => {
    expect(formatAppointment(date, NOW).replaceAll('\u202f', ' ')).toBe(text)
  })
})

describe('formatRemaining', () => {
  it.each([
    [timeBefore(0), null],
    [timeBefore(1), null],
    [timeBefore(0, 0, -1), 'in 1 min'],
    [timeBefore(0, -3, -59), 'in 3 h'],
    [timeBefore(-1, -23), 'in 47 h'],
    [timeBefore(-12, -3), 'in 12 days'],
  ])('formats the time until %s as %s', (date, text) => {
    expect(formatRemaining(date, NOW)).toBe(text)
  })
})

describe('formatTimeAgo', () => {
  it.each([
    [timeBefore(0), 'just now'],
    [new Date(NOW.getTime() + 5000), 'just now'],
    [timeBefore(0, 0, 3), '3 min ago'],
    [timeBefore(0, 2), '2 h ago'],
    [timeBefore(1, 1), 'yesterday'],
    [timeBefore(4), '4 days ago'],
    [timeBefore(12), 'on November 9'],
    [new Date(2025, 0, 5), 'on January 5, 2025'],
  ])('formats %s as %s', (date, text) => {
    expect(formatTimeAgo(date, NOW)).toBe(text)
  })
})

describe('formatPastDay', () => {
  it.each([
    [timeBefore(0, 1), '11:00 AM'],
    [timeBefore(4), 'Tuesday'],
    [timeBefore(7), 'November 14'],
    [new Date(2025, 0, 5), 'January 5, 2025'],
  ])('formats %s as %s', (date, text) => {
    expect(formatPastDay(date, NOW).replaceAll('\u202f', ' ')).toBe(text)
  })
})

describe('formatPastDayAndTime', () => {
  it.each([
    [timeBefore(0, 1), '11:00 AM'],
    [timeBefore(4, 1, 5), 'Tuesday at 10:55 AM'],
  ])('formats %s as %s', (date, text) => {
    expect(formatPastDayAndTime(date, NOW).replaceAll('\u202f', ' ')).toBe(text)
  })
})

describe('formatTimeUntil', () => {
  it.each([
    [new Date(NOW.getTime() + 5000), 'in 1 min'],
    [timeBefore(0, 0, -3), 'in 3 min'],
    [timeBefore(0, -2, -30), 'in 2 h'],
    [timeBefore(-1), 'Sunday at 12:00 PM'],
    [timeBefore(-7), 'November 28 at 12:00 PM'],
    [new Date(2027, 0, 5, 17, 30), 'January 5, 2027 at 5:30 PM'],
  ])('formats %s as %s', (date, text) => {
    expect(formatTimeUntil(date, NOW).replaceAll('\u202f', ' ')).toBe(text)
  })
})

it("formats the kickoff in the viewer's time zone", () => {
  const sunday = new Date(2026, 10, 22, 13, 5).getTime()
  expect(formatKickoff(sunday).replaceAll('\u202f', ' ')).toBe('Sun 1:05 PM')
  expect(formatFullKickoff(sunday).replaceAll('\u202f', ' ')).toContain(
    'Sunday, November 22, 2026 at 1:05 PM',
  )
})
