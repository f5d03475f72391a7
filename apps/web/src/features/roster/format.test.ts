import { expect, it } from 'vitest'
import { formatOpponent, formatSpread } from './roster-table.tsx'

it.each([
  [{ opp: 'DAL', home_away: '@', is_bye: false }, '@ DAL'],
  [{ opp: 'DAL', home_away: 'home', is_bye: false }, 'vs DAL'],
  [{ opp: 'DAL', home_away: null, is_bye: false }, 'DAL'],
  [{ opp: null, home_away: null, is_bye: true }, 'Bye'],
  [{ opp: null, home_away: null, is_bye: false }, null],
] as const)('formats the opponent %j as %s', (row, text) => {
  expect(formatOpponent(row)).toBe(text)
})

it.each([
  [-3.5, '-3.5'],
  [7, '+7'],
  [0, 'PK'],
])('formats a spread of %d as %s', (points, text) => {
  expect(formatSpread(points)).toBe(text)
})
