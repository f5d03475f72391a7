import { describe, expect, it } from 'vitest'
import type { TieBreaker } from '../../seasons/season.ts'
import { seasonThrough } from '../season/regular-season.ts'
import {
  A,
  aRegularSeason,
  B,
  C,
  D,
  finalGames,
  type GameRow,
  REFERENCE_LEAGUE,
} from '../testing/reference-league.ts'
import { totalsOf } from './season-totals.ts'
import { seedOrder } from './seed-order.ts'

const rules = (tieBreaker: TieBreaker, divisions: number[] | null = null) => ({ tieBreaker, divisions })

function orderOf(rows: readonly GameRow[], tieBreaker: TieBreaker, divisions: number[] | null = null) {
  const season = aRegularSeason(finalGames(rows))
  const order = seedOrder(totalsOf(season), rules(tieBreaker, divisions))
  return order.map((index) => season.teams[index]?.teamId)
}

it.each([
  ['points_for', [C, D, A, B]],
  // A and B have met once, and A won.
  ['head_to_head', [C, D, A, B]],
  ['points_for_and_against', [C, D, A, B]],
] as const)('seeds the reference league by %s', (tieBreaker, order) => {
  expect(seedOrder(totalsOf(REFERENCE_LEAGUE), rules(tieBreaker)).map((index) => index + 1)).toEqual(order)
})

it('counts the median games of completed weeks', () => {
  const season = { ...seasonThrough(REFERENCE_LEAGUE, 3), hasMedianGame: true }
  // A: win, loss, win. B: win, win, loss. C: loss, win, loss. D: loss, loss, win.
  expect([...totalsOf(season).units]).toEqual([2 + 4, 2 + 4, 5 + 2, 3 + 2])
  expect([...totalsOf(season).results]).toEqual([6, 6, 6, 6])
})

describe('two teams with equal wins', () => {
  // A and B win once each. A has beaten B, and B has more points.
  const rows: GameRow[] = [
    [1, A, 90, B, 80],
    [1, C, 70, D, 60],
    [2, B, 130, C, 70],
    [2, D, 100, A, 60],
  ]

  it('are ordered by points first', () => {
    expect(orderOf(rows, 'points_for')).toEqual([B, D, A, C])
  })

  it('are ordered by their games first if all met equally often', () => {
    expect(orderOf(rows.slice(0, 1).concat([[2, B, 130, C, 70]]), 'head_to_head')).toEqual([A, B, C])
  })

  it('are ordered by points if not all of them met', () => {
    expect(orderOf(rows, 'head_to_head')).toEqual([B, D, A, C])
  })
})

it('decides each seed afresh among the teams that are still level', () => {
  // All three are 2-1 against each other and D. A, B and C met once each, in a circle.
  const rows: GameRow[] = [
    [1, A, 100, B, 90],
    [2, B, 110, C, 95],
    [3, C, 105, A, 80],
    [1, D, 10, C, 99],
    [2, D, 10, A, 99],
    [3, D, 10, B, 99],
  ]
  // Level head to head, so B (299 points) is first. Then C has beaten A, although C has 299 and A 279 points.
  expect(orderOf(rows, 'head_to_head')).toEqual([B, C, A, D])
  const [more] = [rows.with(2, [3, C, 81, A, 80])]
  // C now has fewer points than A, but has beaten it.
  expect(orderOf(more, 'head_to_head')).toEqual([B, C, A, D])
  expect(orderOf(more, 'points_for')).toEqual([B, A, C, D])
})

it('uses points against, more is better, when points and games are level', () => {
  const rows: GameRow[] = [
    [1, A, 100, C, 90],
    [1, B, 100, D, 50],
  ]
  expect(orderOf(rows, 'points_for')).toEqual([A, B, C, D])
  expect(
    orderOf(
      [
        [1, A, 100, C, 50],
        [1, B, 100, D, 90],
      ],
      'points_for_and_against',
    ),
  ).toEqual([B, A, D, C])
})

it('ranks the winners of divisions first', () => {
  const rows: GameRow[] = [
    [1, A, 100, C, 90],
    [1, B, 99, D, 50],
  ]
  // A and B are in one division, C and D in the other.
  expect(orderOf(rows, 'points_for', [0, 0, 1, 1])).toEqual([A, C, B, D])
})

it('uses the record within the division when wins, points and games are level', () => {
  // A and B have one win and 200 points each, and have not met. Only B has won in its own division.
  const rows: GameRow[] = [
    [1, A, 100, C, 50],
    [1, B, 100, D, 50],
    [2, D, 120, A, 100],
    [2, C, 120, B, 100],
  ]
  expect(orderOf(rows, 'points_for', [0, 0, 1, 0]).filter((team) => team === A || team === B)).toEqual([B, A])
})

describe('a league whose first rule is another one', () => {
  // A, B and C have one win each. D has lost to A, B and C have not met.
  const rows: GameRow[] = [
    [1, A, 100, D, 95],
    [1, B, 120, C, 60],
    [2, A, 50, B, 55],
    [2, C, 90, D, 80],
    [3, A, 100, C, 70],
    [3, B, 10, D, 20],
  ]

  it('orders by points against', () => {
    // A and B won twice, C and D once. Against: A 95 + 55 + 70, B 60 + 50 + 20, C 120 + 80 + 100, D 100 + 90 + 10.
    expect(orderOf(rows, 'points_against')).toEqual([A, B, C, D])
    expect(orderOf(rows, 'head_to_head')).toEqual([B, A, C, D])
  })

  it('orders by the record within the division', () => {
    // A and D are in one division, B and C in the other. Each of A and B won its game there.
    expect(orderOf(rows, 'division_record', [0, 1, 1, 0])).toEqual([B, A, C, D])
    // A lost to B in its own division, and B beat both.
    expect(orderOf([...rows, [4, A, 300, D, 1], [4, C, 300, B, 1]], 'division_record', [0, 0, 1, 0])).toEqual(
      [A, C, B, D],
    )
  })
})

it('leaves the last decision to the coin', () => {
  const totals = totalsOf(aRegularSeason(finalGames([[1, A, 100, B, 100]])))
  expect(seedOrder(totals, rules('points_for'), () => 0)).toEqual([0, 1])
  expect(seedOrder(totals, rules('points_for'), () => 0.99)).toEqual([1, 0])
})

it('keeps the seeds that the host has published', () => {
  const published = { ...rules('points_for'), finalOrder: [3, 2, 1, 0] }
  expect(seedOrder(totalsOf(REFERENCE_LEAGUE), published)).toEqual([3, 2, 1, 0])
})
