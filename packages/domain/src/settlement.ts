import type { Fraction } from './fraction.ts'
import { type Cents, ZERO_CENTS } from './money.ts'
import { toAmericanOdds } from './odds.ts'
import { parlayProduct, profitOf } from './parlay.ts'

/** How a leg ended. A push (the stake's own number was hit) and a void leg (no game) count 1.0. */
export const LEG_RESULTS = ['won', 'lost', 'push', 'void'] as const

export type LegResult = (typeof LEG_RESULTS)[number]

/** `empty` has no legs; `returned` has only push and void legs, and brings its stake back. */
export const SLIP_STATES = ['empty', 'open', 'won', 'lost', 'returned'] as const

export type SlipState = (typeof SLIP_STATES)[number]

export type Leg = {
  /** As the text has them; null for none. */
  odds: number | null
  /** null until it is settled. */
  result: LegResult | null
}

export type PricedSlip = {
  state: SlipState
  /** How many legs count with their odds: all but push and void ones. */
  countedLegs: number
  /** How many of the counting legs have no odds with a price: product and profit leave them out. */
  unpricedLegs: number
  product: Fraction
  /** What it wins, or would win, beside its stake; what was staked, as a loss, once it is lost. */
  profit: Cents
  /** What came back, the stake included; null while it is open, and where it won without all prices. */
  payout: Cents | null
}

/** Prices a slip by what is settled so far. One lost leg loses it, whatever the others do. */
export function priceSlip(wager: Cents, legs: readonly Leg[]): PricedSlip {
  const state = stateOf(legs)
  const counting = legs.filter(({ result }) => result !== 'push' && result !== 'void')
  const priced = counting.flatMap(({ odds }) => (odds === null ? [] : (toAmericanOdds(odds) ?? [])))
  const product = parlayProduct(priced)
  const unpriced = counting.length - priced.length
  const profit = state === 'lost' ? ((0n - wager) as Cents) : profitOf(wager, product)
  return {
    state,
    countedLegs: counting.length,
    unpricedLegs: unpriced,
    product,
    profit,
    payout: payoutOf(state, unpriced, wager, profit),
  }
}

function stateOf(legs: readonly Leg[]): SlipState {
  if (legs.length === 0) return 'empty'
  if (legs.some(({ result }) => result === 'lost')) return 'lost'
  if (legs.some(({ result }) => result === null)) return 'open'
  return legs.some(({ result }) => result === 'won') ? 'won' : 'returned'
}

function payoutOf(state: SlipState, unpriced: number, wager: Cents, profit: Cents): Cents | null {
  switch (state) {
    case 'empty':
    case 'open':
      return null
    case 'lost':
      return ZERO_CENTS
    case 'returned':
      return wager
    case 'won':
      return unpriced > 0 ? null : ((wager + profit) as Cents)
  }
}
