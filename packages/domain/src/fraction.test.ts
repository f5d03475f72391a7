import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDecimal, roundHalfEven } from './fraction.ts'

it.each([
  [5n, 2n, 2n],
  [7n, 2n, 4n],
  [-5n, 2n, -2n],
  [-7n, 2n, -4n],
  [9n, 4n, 2n],
  [11n, 4n, 3n],
  [-11n, 4n, -3n],
  [0n, 7n, 0n],
])('rounds %d/%d to %d', (numerator, denominator, whole) => {
  expect(roundHalfEven({ numerator, denominator })).toBe(whole)
})

it.each([
  [1n, 1n, 9, '1'],
  [55n, 4n, 9, '13.75'],
  [1n, 3n, 4, '0.3333'],
  [-1n, 8n, 2, '-0.12'],
  [1n, 1000n, 2, '0'],
])('formats %d/%d with %i decimals as %s', (numerator, denominator, maxDecimals, text) => {
  expect(formatDecimal({ numerator, denominator }, maxDecimals)).toBe(text)
})

it('never rounds by more than one half', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 20n }), (numerator, denominator) => {
      const doubledError = 2n * (roundHalfEven({ numerator, denominator }) * denominator - numerator)
      expect(doubledError <= denominator && doubledError >= -denominator).toBe(true)
    }),
  )
})
