import { describe, expect, it } from 'vitest'
import { type KeeperBasis, type KeeperRule, keeperCost, roundsTogether } from './keepers.ts'

const ROUNDS: KeeperRule = {
  unit: 'round',
  step: 1,
  undrafted: 'last_round',
  undraftedCost: null,
  maxYears: null,
  maxKeepers: null,
}
const PRICES: KeeperRule = { ...ROUNDS, unit: 'price', step: 5, undrafted: 'bid' }

const inRound = (round: number): KeeperBasis => ({ how: 'drafted', round, price: null })
const forPrice = (price: number | null): KeeperBasis => ({ how: 'drafted', round: null, price })
const claimed = (bid: number | null, lastRound: number | null = 16): KeeperBasis => ({
  how: 'undrafted',
  bid,
  lastRound,
})

describe('the cost of a keeper', () => {
  it.each<[string, KeeperRule, number, KeeperBasis, number]>([
    ['a round earlier than last', ROUNDS, 0, inRound(7), 6],
    ['the first round, the earliest that there is', ROUNDS, 0, inRound(2), 1],
    ['the same round without a step, the first one included', { ...ROUNDS, step: 0 }, 3, inRound(1), 1],
    ['the last round if he was not drafted', ROUNDS, 0, claimed(12), 16],
    ['a fixed round', { ...ROUNDS, undrafted: 'fixed', undraftedCost: 10 }, 0, claimed(null), 10],
    ['dollars more than last', PRICES, 2, forPrice(31), 36],
    ['dollars more than the winning bid', PRICES, 0, claimed(12, null), 17],
    ['dollars more than nothing', PRICES, 0, claimed(null, null), 5],
    ['a dollar at least', { ...PRICES, step: 0 }, 0, claimed(null, null), 1],
    ['a fixed price', { ...PRICES, undrafted: 'fixed', undraftedCost: 8 }, 0, claimed(12), 8],
    ['as before below the most years', { ...ROUNDS, maxYears: 2 }, 1, inRound(9), 8],
  ])('is %s', (_, rule, yearsKept, basis, cost) => {
    expect(keeperCost(rule, yearsKept, basis)).toEqual({ cost, obstacle: null })
  })

  it.each<[string, KeeperRule, number, KeeperBasis, string]>([
    ['before the first round', ROUNDS, 0, inRound(1), 'first_round'],
    ['two rounds before the first round', { ...ROUNDS, step: 3 }, 0, inRound(2), 'first_round'],
    ['kept for the most years', { ...ROUNDS, maxYears: 2 }, 2, inRound(9), 'max_years'],
    ['kept for the most years, and unknown', { ...ROUNDS, maxYears: 1 }, 1, { how: 'unknown' }, 'max_years'],
    ['not drafted', { ...ROUNDS, undrafted: 'never' }, 0, claimed(3), 'undrafted'],
    ['not known', ROUNDS, 0, { how: 'unknown' }, 'unknown'],
    ['drafted in a snake draft, where the rule has prices', PRICES, 0, inRound(3), 'unknown'],
    ['drafted for an unknown price', PRICES, 0, forPrice(null), 'unknown'],
    ['bought in an auction, where the rule has rounds', ROUNDS, 0, forPrice(40), 'unknown'],
    ['not drafted, and the last round is unknown', ROUNDS, 0, claimed(3, null), 'unknown'],
  ])('does not exist for a player who is %s', (_, rule, yearsKept, basis, obstacle) => {
    expect(keeperCost(rule, yearsKept, basis)).toEqual({ cost: null, obstacle })
  })
})

it.each([
  [[], []],
  [[5], [5]],
  [
    [5, 5],
    [5, 4],
  ],
  [
    [5, 4, 5],
    [5, 4, 3],
  ],
  [
    [5, 5, 5, 4],
    [5, 3, 2, 4],
  ],
  [
    [1, 1, 2],
    [1, null, 2],
  ],
  [
    [2, 2, 2],
    [2, 1, null],
  ],
])('pays keepers that cost the rounds %j together with the rounds %j', (alone, together) => {
  expect(roundsTogether(alone)).toEqual(together)
})
