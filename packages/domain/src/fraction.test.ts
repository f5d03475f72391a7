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
])('%d/%d is about %d', (numerator, denominator, whole) => {
  expect(roundHalfEven({ numerator, denominator })).toBe(whole)
})

it.each([
  [1n, 1n, 9, '1'],
  [55n, 4n, 9, '13.75'],
  [1n, 3n, 4, '0.3333'],
  [-1n, 8n, 2, '-0.12'],
  [1n, 1000n, 2, '0'],
])('%d/%d in %i places is %s', (numerator, denominator, places, text) => {
  expect(formatDecimal({ numerator, denominator }, places)).toBe(text)
})

it('is never further than half a place from what was rounded', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 20n }), (numerator, denominator) => {
      const off = 2n * (roundHalfEven({ numerator, denominator }) * denominator - numerator)
      expect(off <= denominator && off >= -denominator).toBe(true)
    }),
  )
})
