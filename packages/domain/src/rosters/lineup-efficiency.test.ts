import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Points, pointsFromDecimal } from '../points.ts'
import {
  type LineupEntry,
  type LineupReview,
  reviewLineup,
  seasonEfficiency,
  wouldHaveWon,
} from './lineup.ts'

const SLOTS = {
  QB: 0,
  RB: 2,
  'RB/WR': 3,
  WR: 4,
  'WR/TE': 5,
  TE: 6,
  OP: 7,
  'D/ST': 16,
  FLEX: 23,
  Bench: 20,
  IR: 21,
}
const ELIGIBLE: Record<string, (keyof typeof SLOTS)[]> = {
  QB: ['QB', 'OP'],
  RB: ['RB', 'RB/WR', 'FLEX', 'OP'],
  WR: ['WR', 'RB/WR', 'WR/TE', 'FLEX', 'OP'],
  TE: ['TE', 'WR/TE', 'FLEX', 'OP'],
  'D/ST': ['D/ST'],
}

function review(lineup: Parameters<typeof reviewLineup>[0]): LineupReview {
  const reviewed = reviewLineup(lineup)
  if (reviewed === null) throw new Error('unknown')
  return reviewed
}

type Player = [slot: keyof typeof SLOTS, position: string, points: number]

function aLineup(players: readonly Player[], emptySlots: (keyof typeof SLOTS)[] = []) {
  const entries = players.map(
    ([slot, position, points], index): LineupEntry => ({
      slotId: SLOTS[slot],
      playerId: index + 1,
      name: `${position} ${points}`,
      position,
      nflTeamId: 1,
      injuryStatus: null,
      points: pointsFromDecimal(points),
      projectedPoints: null,
      eligibleSlots: (ELIGIBLE[position] ?? []).map((name) => SLOTS[name]),
    }),
  )
  const started = entries.filter(({ slotId }) => slotId !== SLOTS.Bench && slotId !== SLOTS.IR)
  const points = started.reduce((sum, entry) => sum + (entry.points ?? 0), 0) as Points
  return { entries, emptySlots: emptySlots.map((name) => SLOTS[name]), points }
}

it.each<[string, Player[], (keyof typeof SLOTS)[], number]>([
  [
    'crossing slots',
    [
      ['Bench', 'WR', 20],
      ['Bench', 'RB', 15],
      ['Bench', 'TE', 5],
    ],
    ['RB/WR', 'WR/TE'],
    35,
  ],
  [
    'a player in reserve',
    [
      ['QB', 'QB', 20],
      ['RB', 'RB', 15],
      ['FLEX', 'RB', 10],
      ['Bench', 'RB', 12],
      ['IR', 'RB', 99],
    ],
    [],
    47,
  ],
  [
    'a flex slot',
    [
      ['QB', 'QB', 30],
      ['RB', 'RB', 25],
      ['Bench', 'RB', 20],
      ['WR', 'WR', 24],
      ['Bench', 'WR', 18],
      ['FLEX', 'TE', 15],
    ],
    [],
    99,
  ],
  [
    'no flex slot',
    [
      ['QB', 'QB', 30],
      ['RB', 'RB', 25],
      ['Bench', 'RB', 20],
      ['WR', 'WR', 24],
      ['Bench', 'WR', 18],
      ['TE', 'TE', 15],
    ],
    [],
    94,
  ],
  [
    'a superflex slot',
    [
      ['QB', 'QB', 28],
      ['OP', 'QB', 30],
      ['RB', 'RB', 25],
      ['WR', 'WR', 24],
    ],
    [],
    107,
  ],
  ['negative points', [['D/ST', 'D/ST', -3]], [], 0],
])('has the best lineup with %s', (_, players, emptySlots, optimal) => {
  expect(review(aLineup(players, emptySlots)).optimal).toBe(pointsFromDecimal(optimal))
})

describe('reviewLineup', () => {
  it('names the players to change', () => {
    const reviewed = review(
      aLineup([
        ['RB', 'RB', 4],
        ['WR', 'WR', 9],
        ['Bench', 'RB', 12],
        ['Bench', 'WR', 8],
      ]),
    )
    expect(reviewed).toMatchObject({ actual: 1300, optimal: 2100, leftOnBench: 800, efficiency: 13 / 21 })
    expect(reviewed.toStart.map(({ name }) => name)).toEqual(['RB 12'])
    expect(reviewed.toBench.map(({ name }) => name)).toEqual(['RB 4'])
  })

  it('changes nothing in a perfect lineup with a starter who has no points', () => {
    const reviewed = review(
      aLineup([
        ['RB', 'RB', 0],
        ['WR', 'WR', 9],
      ]),
    )
    expect(reviewed).toMatchObject({ efficiency: 1, leftOnBench: 0, toStart: [], toBench: [] })
  })

  it('has no efficiency without points, and if the provider counted more', () => {
    expect(review(aLineup([['D/ST', 'D/ST', -3]])).efficiency).toBeNull()
    const lineup = aLineup([['WR', 'WR', 9]])
    expect(review({ ...lineup, points: 2000 as Points })).toMatchObject({
      actual: 2000,
      optimal: 900,
      leftOnBench: 0,
      efficiency: null,
    })
  })

  it('ignores that the provider rounds the sum and not the parts', () => {
    const lineup = aLineup([
      ['WR', 'WR', 9],
      ['RB', 'RB', 9],
    ])
    expect(review({ ...lineup, points: 1801 as Points })).toMatchObject({ actual: 1800, efficiency: 1 })
  })

  it('never has an efficiency above 1, and loses nothing by another player', () => {
    const anyPlayer = fc.tuple(
      fc.constantFrom('RB' as const, 'WR' as const, 'FLEX' as const, 'Bench' as const),
      fc.constantFrom('RB', 'WR', 'TE'),
      fc.integer({ min: -5, max: 40 }),
    )
    fc.assert(
      fc.property(
        fc.array(anyPlayer, { minLength: 1, maxLength: 8 }),
        anyPlayer,
        (players, [, position, points]) => {
          const reviewed = review(aLineup(players))
          expect(reviewed.efficiency ?? 1).toBeLessThanOrEqual(1)
          const more = review(aLineup([...players, ['Bench', position, points]]))
          expect(more.optimal).toBeGreaterThanOrEqual(reviewed.optimal)
          expect(review(aLineup(players.toReversed())).optimal).toBe(reviewed.optimal)
        },
      ),
    )
  })
})

describe('seasonEfficiency', () => {
  const aReview = (actual: number, optimal: number): LineupReview => ({
    actual: actual as Points,
    optimal: optimal as Points,
    leftOnBench: (optimal - actual) as Points,
    efficiency: actual / optimal,
    slots: [],
    toStart: [],
    toBench: [],
  })
  const aGame = (reviews: LineupReview[], result: number, opponentPoints: number, weeks = 1) => ({
    reviews,
    weeks,
    result,
    opponentPoints: opponentPoints as Points,
  })

  it('is the ratio of the sums', () => {
    const games = [
      aGame([aReview(9000, 12_000)], 0, 11_000),
      aGame([aReview(10_000, 10_000)], 0, 10_500),
      aGame([aReview(8000, 8000)], 1, 7000),
      aGame([], 0, 9000),
    ]
    expect(seasonEfficiency(games)).toEqual({
      weeks: 3,
      actual: 27_000,
      optimal: 30_000,
      leftOnBench: 3000,
      efficiency: 0.9,
      perfectLineups: 2,
      wouldHaveWon: 1,
      lostAnyway: 1,
    })
  })

  it('needs all weeks of a game to tell that it would have been won', () => {
    expect(wouldHaveWon(aGame([aReview(9000, 12_000)], 0, 11_000, 2))).toBe(false)
    expect(wouldHaveWon(aGame([aReview(9000, 12_000), aReview(100, 200)], 0, 11_000, 2))).toBe(true)
    expect(wouldHaveWon(aGame([aReview(9000, 12_000)], 1, 8000))).toBe(false)
  })

  it('has no efficiency without lineups', () => {
    expect(seasonEfficiency([]).efficiency).toBeNull()
  })
})
