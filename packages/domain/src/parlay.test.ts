import { expect, it } from 'vitest'
import { centsFromDollars, formatDollars, moneyToDecimalString } from './money.ts'
import type { AmericanOdds } from './odds.ts'
import {
  formatProduct,
  PARLAY_LEGS,
  parlayProduct,
  productToAmericanOdds,
  profitOf,
  QUICK_ADD_AMOUNTS,
} from './parlay.ts'

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
