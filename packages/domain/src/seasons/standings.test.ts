import { expect, it } from 'vitest'
import { byRank, winPercentage } from './standings.ts'

it('orders best rank first, unranked last, and ties by name', () => {
  const teams = [
    { rank: null, name: 'Zebras' },
    { rank: 2, name: 'Bears' },
    { rank: null, name: 'Ants' },
    { rank: 1, name: 'Wolves' },
    { rank: 2, name: 'Adders' },
  ]
  expect(teams.toSorted(byRank).map((team) => team.name)).toEqual([
    'Wolves',
    'Adders',
    'Bears',
    'Ants',
    'Zebras',
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
