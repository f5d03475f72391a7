import { expect, it } from 'vitest'
import { formatFullKickoff, formatInjury, formatKickoff, formatOpponent, formatSpread } from './format.ts'

it.each([
  [{ opp: 'DAL', home_away: '@', is_bye: false }, '@ DAL'],
  [{ opp: 'DAL', home_away: 'home', is_bye: false }, 'vs DAL'],
  [{ opp: 'DAL', home_away: null, is_bye: false }, 'DAL'],
  [{ opp: null, home_away: null, is_bye: true }, 'Bye'],
  [{ opp: null, home_away: null, is_bye: false }, '—'],
] as const)('formats the opponent %j as %s', (row, text) => {
  expect(formatOpponent(row)).toBe(text)
})

it("formats the kickoff in the viewer's time zone", () => {
  const sunday = new Date(2026, 10, 22, 13, 5).getTime()
  expect(formatKickoff(sunday).replaceAll('\u202f', ' ')).toBe('Sun 1:05 PM')
  expect(formatFullKickoff(sunday).replaceAll('\u202f', ' ')).toContain(
    'Sunday, November 22, 2026 at 1:05 PM',
  )
})

it.each([
  [-3.5, '-3.5'],
  [7, '+7'],
  [0, 'PK'],
])('formats a spread of %d as %s', (points, text) => {
  expect(formatSpread(points)).toBe(text)
})

it.each([
  [null, null],
  ['ACTIVE', null],
  ['QUESTIONABLE', 'Questionable'],
  ['INJURY_RESERVE', 'IR'],
  ['DAY_TO_DAY', 'Day to day'],
])('formats the injury status %s as %s', (status, label) => {
  expect(formatInjury(status)?.label ?? null).toBe(label)
})
