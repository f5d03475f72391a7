import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMoney, type Cents, centsFromDollars, moneyToDecimalString } from '../money.ts'
import { formatProduct } from './odds.ts'
import {
  type LedgerEntry,
  type Leg,
  type LegResult,
  ledgerTotals,
  priceSlip,
  slipOutcome,
  totalPaidByOwner,
} from './settlement.ts'

const leg = (odds: number | null, result: LegResult | null = null): Leg => ({ odds, result })

function priceTenDollarSlip(...legs: Leg[]) {
  const { product, profit, payout, ...rest } = priceSlip(centsFromDollars(10), legs)
  const payoutText = payout === null ? null : moneyToDecimalString(payout)
  return {
    ...rest,
    product: formatProduct(product),
    profit: moneyToDecimalString(profit),
    payout: payoutText,
  }
}

describe('priceSlip', () => {
  it('is open while a leg is open, and returns the possible profit', () => {
    expect(priceTenDollarSlip(leg(-110), leg(-110))).toEqual({
      state: 'open',
      countedLegs: 2,
      unpricedLegs: 0,
      product: '3.644628099',
      profit: '26.45',
      payout: null,
    })
  })

  it('wins when all legs win, and pays out the stake and the profit', () => {
    expect(priceTenDollarSlip(leg(150, 'won'), leg(-120, 'won'), leg(200, 'won'))).toMatchObject({
      state: 'won',
      profit: '127.50',
      payout: '137.50',
    })
  })

  it.each([null, 'won', 'push', 'void', 'lost'] as const)(
    'is lost with one lost leg even if another is %s',
    (result) => {
      expect(priceTenDollarSlip(leg(150, 'lost'), leg(-120, result))).toMatchObject({
        state: 'lost',
        profit: '-10.00',
        payout: '0.00',
      })
    },
  )

  it.each(['push', 'void'] as const)('counts a %s leg as decimal odds of 1.0', (result) => {
    expect(priceTenDollarSlip(leg(150, 'won'), leg(200, result))).toMatchObject({
      state: 'won',
      countedLegs: 1,
      product: '2.5',
      payout: '25.00',
    })
    expect(priceTenDollarSlip(leg(150), leg(200, result))).toMatchObject({
      state: 'open',
      product: '2.5',
      profit: '15.00',
    })
  })

  it('refunds the stake when every leg is void or a push', () => {
    expect(priceTenDollarSlip(leg(150, 'void'), leg(200, 'push'))).toMatchObject({
      state: 'returned',
      product: '1',
      profit: '0.00',
      payout: '10.00',
    })
  })

  it('is empty without legs', () => {
    expect(priceTenDollarSlip()).toMatchObject({ state: 'empty', product: '1', profit: '0.00', payout: null })
  })

  it('leaves out unpriced legs, and returns a null payout if such a slip wins', () => {
    expect(priceTenDollarSlip(leg(150, 'won'), leg(null, 'won'), leg(50, 'won'))).toMatchObject({
      state: 'won',
      countedLegs: 3,
      unpricedLegs: 2,
      product: '2.5',
      payout: null,
    })
    expect(priceTenDollarSlip(leg(150, 'won'), leg(null, 'void')).unpricedLegs).toBe(0)
    expect(priceTenDollarSlip(leg(null, 'lost')).payout).toBe('0.00')
  })
})

const entry = (week: number, whoPays: string | null, wager: number, payout: number | null): LedgerEntry => ({
  isPaid: payout === 0,
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

it('sums up the settled weeks, and the stakes of the others apart', () => {
  expect(ledgerTotals(ENTRIES)).toEqual({
    staked: 8000n,
    payout: 8645n,
    balance: 645n,
    openWeeks: [4],
    openStaked: 1000n,
  })
  expect(ledgerTotals([])).toEqual({ staked: 0n, payout: 0n, balance: 0n, openWeeks: [], openStaked: 0n })
})

it('adds up for every part of a season: the balance is what came back minus what was staked', () => {
  const cents = fc.bigInt({ min: 0n, max: 10_000_000n }).map((amount) => amount as Cents)
  const slips = fc.array(fc.record({ wager: cents, payout: fc.option(cents) }), { maxLength: 17 })
  fc.assert(
    fc.property(slips, (season) => {
      const entries = season.map((slip, index) => ({
        ...slip,
        week: index + 1,
        whoPays: null,
        isPaid: false,
      }))
      for (let weeks = 0; weeks <= entries.length; weeks += 1) {
        const part = entries.slice(0, weeks)
        const totals = ledgerTotals(part)
        expect(totals.balance).toBe(totals.payout - totals.staked)
        expect(totals.staked + totals.openStaked).toBe(addMoney(part.map(({ wager }) => wager)))
      }
    }),
  )
})

it('lists owners by amount paid, then by name', () => {
  expect(totalPaidByOwner(ENTRIES)).toEqual([
    { owner: 'Ben', weeks: [2, 14], paid: 6000n, unpaidWeeks: [2, 14] },
    { owner: 'Ada', weeks: [4], paid: 1000n, unpaidWeeks: [4] },
    { owner: 'Rosa', weeks: [1], paid: 1000n, unpaidWeeks: [] },
  ])
})

describe('slipOutcome', () => {
  const ten = centsFromDollars(10)

  it.each([
    ['without legs', []],
    ['while a leg is open', [leg(100, 'won'), leg(100)]],
    ['of a lost slip while a leg is open', [leg(100, 'lost'), leg(100)]],
  ])('is unknown %s', (_, legs) => {
    expect(slipOutcome(ten, legs)).toBe(null)
  })

  it.each([
    ['won', [leg(100, 'won'), leg(100, 'push')], '20.00'],
    ['lost', [leg(100, 'won'), leg(100, 'lost')], '0.00'],
    ['returned', [leg(100, 'void'), leg(100, 'push')], '10.00'],
  ])('is %s once the last leg is settled', (state, legs, payout) => {
    const outcome = slipOutcome(ten, legs)
    expect([outcome?.state, outcome?.wager, moneyToDecimalString(outcome?.payout as Cents)]).toEqual([
      state,
      ten,
      payout,
    ])
  })

  it('has no payout if a leg that won has no odds', () => {
    expect(slipOutcome(ten, [leg(null, 'won')])).toMatchObject({ state: 'won', payout: null })
  })
})
