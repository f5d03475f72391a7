import { expect, it } from 'vitest'
import { spreadOf } from './spread.ts'

it.each([
  { spread: -3.5, home: -3.5, away: 3.5 },
  { spread: 7, home: 7, away: -7 },
  { spread: 0, home: 0, away: 0 },
  { spread: null, home: null, away: null },
])(
  'converts a spread of $spread to $home for the home team and $away for the away team',
  ({ spread, home, away }) => {
    const line = { spread, total: null }
    expect([spreadOf(line, 'home'), spreadOf(line, 'away')]).toEqual([home, away])
  },
)
