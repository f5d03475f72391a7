import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addPoints, formatMargin, type Points, pointsFromDecimal, pointsToDecimal } from './points.ts'

it.each([
  [0, 0],
  [103.66, 10366],
  [1762.6599999999999, 176266],
  [0.1 + 0.2, 30],
  [122, 12200],
  [-3.5, -350],
  [-0.004, 0],
  [8.005, 801],
  [100.125, 10_013],
  [100.12499999999999, 10_013],
  [100.1249, 10_012],
])('converts %d to %i hundredths', (decimal, hundredths) => {
  expect(pointsFromDecimal(decimal)).toBe(hundredths)
})

it.each([Number.NaN, Number.POSITIVE_INFINITY])('throws for %d', (value) => {
  expect(() => pointsFromDecimal(value)).toThrow(RangeError)
})

it('round-trips every score with two decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), (hundredths) => {
      expect(pointsFromDecimal(hundredths / 100)).toBe(hundredths)
      expect(pointsToDecimal(pointsFromDecimal(hundredths / 100))).toBe(hundredths / 100)
    }),
  )
})

it('adds scores without drift', () => {
  const tenths = Array.from({ length: 1000 }, () => pointsFromDecimal(0.1))
  expect(pointsToDecimal(addPoints(tenths))).toBe(100)
})

const toPoints = (hundredths: number) => hundredths as Points

it.each([
  [0, '0.0'],
  [1, '0.01'],
  [9, '0.09'],
  [10, '0.1'],
  [1008, '10.1'],
])('formats the margin of %d hundredths as %s', (margin, text) => {
  expect(formatMargin(toPoints(margin))).toBe(text)
})
