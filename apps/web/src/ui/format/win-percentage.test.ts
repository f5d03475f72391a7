import { expect, it } from 'vitest'
import { formatWinPercentage } from './win-percentage.ts'

it.each([
  [0.5384615, '.538'],
  [1, '1.000'],
  [0, '.000'],
  [null, '—'],
])('formats %s as %s', (value, text) => {
  expect(formatWinPercentage(value)).toBe(text)
})
