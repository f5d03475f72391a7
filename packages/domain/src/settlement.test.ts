import { describe, expect, it } from 'vitest'
import { centsFromDollars, moneyToDecimalString } from './money.ts'
import { formatProduct } from './parlay.ts'
import { type Leg, type LegResult, priceSlip } from './settlement.ts'

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
