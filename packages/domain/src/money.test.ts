import { expect, it } from 'vitest'
import {
  addMoney,
  type Cents,
  centsFromDollars,
  formatDollars,
  moneyFromDecimalString,
  moneyToDecimalString,
  parseMoney,
} from './money.ts'

const cents = (amount: bigint) => amount as Cents

it.each([
  [0n, '0.00', '$0.00'],
  [5n, '0.05', '$0.05'],
  [2645n, '26.45', '$26.45'],
  [2_342_793n, '23427.93', '$23,427.93'],
  [100_000n, '1000.00', '$1,000.00'],
  [-1000n, '-10.00', '−$10.00'],
  [-7n, '-0.07', '−$0.07'],
  [10n ** 30n, `1${'0'.repeat(28)}.00`, `$10${',000'.repeat(9)}.00`],
])('serializes %d cents as %s, parses that, and displays %s', (amount, serialized, displayed) => {
  expect([moneyToDecimalString(cents(amount)), formatDollars(cents(amount))]).toEqual([serialized, displayed])
  expect(moneyFromDecimalString(serialized)).toBe(amount)
})

it.each([
  ['10', 1000n],
  [' $12.5 ', 1250n],
  ['1,250.00', 125_000n],
  ['7.', 700n],
  ['0', 0n],
])('parses %j as %d cents', (text, amount) => {
  expect(parseMoney(text)).toBe(amount)
})

it.each(['', '$', '-5', '1.234', '1,2', '1e3', 'ten', '1234567890123', '.5'])('rejects %j', (text) => {
  expect(parseMoney(text)).toBe(null)
})

it('adds amounts', () => {
  expect(addMoney([centsFromDollars(10), centsFromDollars(50), centsFromDollars(0.1)])).toBe(6010n)
  expect(addMoney([])).toBe(0n)
})
