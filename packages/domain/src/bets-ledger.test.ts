import { expect, it } from 'vitest'
import { type LedgerEntry, ledgerTotals, totalPaidByOwner } from './bets-ledger.ts'
import { centsFromDollars } from './money.ts'

const entry = (week: number, whoPays: string | null, wager: number, payout: number | null): LedgerEntry => ({
  week,
  whoPays,
  wager: centsFromDollars(wager),
  payout: payout === null ? null : centsFromDollars(payout),
})

const ENTRIES = [
  entry(1, 'Rosa', 10, 0),
  entry(2, 'Ben', 10, 36.45),
  entry(3, null, 10, 0),
  entry(4, 'Ada', 10, null),
  entry(14, 'Ben', 50, 50),
]

it('computes the balance from settled weeks only', () => {
  expect(ledgerTotals(ENTRIES)).toEqual({
    staked: 9000n,
    payout: 8645n,
    balance: 645n,
    openWeeks: [4],
  })
  expect(ledgerTotals([])).toEqual({ staked: 0n, payout: 0n, balance: 0n, openWeeks: [] })
})

it('lists owners by amount paid, then by name', () => {
  expect(totalPaidByOwner(ENTRIES)).toEqual([
    { owner: 'Ben', weeks: [2, 14], paid: 6000n },
    { owner: 'Ada', weeks: [4], paid: 1000n },
    { owner: 'Rosa', weeks: [1], paid: 1000n },
  ])
})
