import { describe, expect, it } from 'vitest'
import type { Points } from '../points.ts'
import { byRank, standingsRanks, winPercentage } from './standings.ts'

it('orders best rank first, then by wins with a tie as half, points for and name', () => {
  const team = (rank: number | null, name: string, [wins, ties]: [number, number], pointsFor: number) => ({
    rank,
    name,
    record: { wins, losses: 10 - wins - ties, ties },
    pointsFor,
  })
  const teams = [
    team(null, 'Ants', [5, 0], 90_000),
    team(2, 'Bears', [0, 0], 0),
    team(null, 'Cats', [5, 1], 80_000),
    team(1, 'Wolves', [0, 0], 0),
    team(null, 'Dogs', [5, 0], 95_000),
    team(null, 'Zebras', [6, 0], 70_000),
    team(null, 'Apes', [5, 0], 90_000),
  ]
  expect(teams.toSorted(byRank).map(({ name }) => name)).toEqual([
    'Wolves',
    'Bears',
    'Zebras',
    'Cats',
    'Dogs',
    'Ants',
    'Apes',
  ])
})

it.each([
  [{ wins: 9, losses: 4, ties: 1 }, 9.5 / 14],
  [{ wins: 0, losses: 13, ties: 0 }, 0],
  [{ wins: 13, losses: 0, ties: 0 }, 1],
  [{ wins: 0, losses: 0, ties: 2 }, 0.5],
  [{ wins: 0, losses: 0, ties: 0 }, null],
])('computes for the record %j the win percentage %d', (record, expected) => {
  expect(winPercentage(record)).toBe(expected)
})

describe('standingsRanks', () => {
  const team = (points: number, playoffSeed: number | null = null, finalRank: number | null = null) => ({
    pointsFor: points as Points,
    playoffSeed,
    finalRank,
  })
  const ranksOf = (teams: ReturnType<typeof team>[], format: 'points' | 'total_points') => [
    ...standingsRanks(teams, format).values(),
  ]

  it('are the final ranks, or else the seeds, in a league with matchups', () => {
    expect(ranksOf([team(900, 2), team(800, 1), team(700, 3, 1), team(600)], 'points')).toEqual([
      2,
      1,
      1,
      null,
    ])
  })

  it('are the ranks by points, shared by equal points, in a league without matchups', () => {
    expect(ranksOf([team(700), team(900, 4), team(900, 3), team(600)], 'total_points')).toEqual([3, 1, 1, 4])
    expect(ranksOf([team(700, null, 1), team(900, null, 2)], 'total_points')).toEqual([1, 2])
    expect(ranksOf([team(0, 1), team(0, 2)], 'total_points')).toEqual([null, null])
  })

  it('put the teams that are left first, then those that were out last, in an elimination league', () => {
    const teams = [
      { ...team(700), eliminatedWeek: 2 },
      { ...team(900), eliminatedWeek: null },
      { ...team(950), eliminatedWeek: null },
      { ...team(990), eliminatedWeek: 1 },
    ]
    expect([...standingsRanks(teams, 'elimination').values()]).toEqual([3, 2, 1, 4])
    const final = teams.map((each, index) => ({ ...each, finalRank: index + 1 }))
    expect([...standingsRanks(final, 'elimination').values()]).toEqual([1, 2, 3, 4])
  })
})
