import { expect, it } from 'vitest'
import { formatDecimal, formatSigned, toneOf } from '../../ui/format/format.ts'
import { formatEfficiency } from './lineups/season-lineups.tsx'

it.each([
  [1.336, 2, '1.34'],
  [-1.336, 2, '−1.34'],
  [-0.001, 2, '0.00'],
  [0, 1, '0.0'],
  [null, 2, '—'],
])('formats %s with %i decimals', (value, digits, text) => {
  expect(formatDecimal(value, digits)).toBe(text)
})

it.each([
  [1.336, '+1.34', 'good'],
  [-1.336, '−1.34', 'bad'],
  [0.001, '0.00', undefined],
  [-0.001, '0.00', undefined],
  [null, '—', undefined],
] as const)('formats %s with its sign, and tells whether it is good', (value, text, tone) => {
  expect(formatSigned(value, 2)).toBe(text)
  expect(toneOf(value, 2)).toBe(tone)
})

it.each([
  [1, '100%'],
  [0.9999, '99.9%'],
  [0.8445, '84.5%'],
  [0, '0.0%'],
  [null, '—'],
])('formats the efficiency %s, rounding none up to a perfect one', (efficiency, text) => {
  expect(formatEfficiency(efficiency)).toBe(text)
})
