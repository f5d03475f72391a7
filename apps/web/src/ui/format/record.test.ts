import { expect, it } from 'vitest'
import { formatFullRecord, formatWinPercentage } from './format.ts'

it('always includes ties in a full record', () => {
  expect(formatFullRecord({ wins: 0, losses: 0, ties: 0 })).toBe('0-0-0')
})

it.each([
  [0.5384615, '.538'],
  [1, '1.000'],
  [0, '.000'],
  [null, '—'],
])('formats %s as %s', (value, text) => {
  expect(formatWinPercentage(value)).toBe(text)
})
