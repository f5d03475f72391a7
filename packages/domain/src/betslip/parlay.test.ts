import fc from 'fast-check'
import { expect, it } from 'vitest'
import { centsFromDollars, formatDollars, moneyToDecimalString } from '../money.ts'
import {
  type AmericanOdds,
  formatDecimal,
  formatProduct,
  PARLAY_LEGS,
  parlayProduct,
  productToAmericanOdds,
  profitOf,
  QUICK_ADD_AMOUNTS,
  roundHalfEven,
} from './odds.ts'

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

const legs = (...odds: number[]) => odds as AmericanOdds[]
const repeatLeg = (count: number, odds: number) => legs(...Array<number>(count).fill(odds))

it.each([
  [legs(), '1', '0.00'],
  [legs(150), '2.5', '15.00'],
  [legs(-110, -110), '3.644628099', '26.45'],
  [repeatLeg(3, -110), '6.957926371', '59.58'],
  [legs(150, -120, 200), '13.75', '127.50'],
  [legs(100, -100), '4', '30.00'],
  [legs(-200, -300, 150), '5', '40.00'],
  [repeatLeg(PARLAY_LEGS, -110), '2343.793334889', '23427.93'],
])('multiplies the legs %j to %s, which win $%s on $10', (odds, product, profit) => {
  expect(formatProduct(parlayProduct(odds))).toBe(product)
  expect(moneyToDecimalString(profitOf(centsFromDollars(10), parlayProduct(odds)))).toBe(profit)
})

it.each([
  // Half a cent per dollar. Ties are rounded to the even cent.
  [-20_000, 1, '0.00'],
  [-20_000, 3, '0.02'],
  [-20_000, 5, '0.02'],
])('odds of %i on $%i win $%s', (odds, wager, profit) => {
  expect(moneyToDecimalString(profitOf(centsFromDollars(wager), parlayProduct(legs(odds))))).toBe(profit)
})

it('stays exact beyond the safe integers', () => {
  expect(formatDollars(profitOf(centsFromDollars(0.01), parlayProduct(repeatLeg(12, 9900))))).toBe(
    '$9,999,999,999,999,999,999,999.99',
  )
})

it('offers quick-add amounts of $10, $25 and $100', () => {
  expect(QUICK_ADD_AMOUNTS.map(formatDollars)).toEqual(['$10.00', '$25.00', '$100.00'])
})

it.each([
  [legs(150), 150n],
  [legs(-110), -110n],
  [legs(-200, -300), 100n],
  // 1.05 × 1.05 = 1.1025: 100 wins 10.25, so 975.6 wins 100.
  [legs(-2000, -2000), -976n],
  [legs(-110, -110), 264n],
  [repeatLeg(PARLAY_LEGS, -110), 234_279n],
  [legs(), null],
])('converts the legs %j to combined American odds of %s', (odds, american) => {
  expect(productToAmericanOdds(parlayProduct(odds))).toBe(american)
})
