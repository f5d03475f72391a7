import { expect, it } from 'vitest'
import type { ArchivePart } from '../rosters/archive.ts'
import { findSizeProblem } from './season-replacement.ts'

const lineupsOf = (week: number, counts: readonly number[]) =>
  ({
    name: 'line-ups',
    week: { season: 2024, week, lineups: counts.map((length) => ({ entries: Array.from({ length }) })) },
  }) as unknown as ArchivePart

const transactionsOf = (counts: readonly number[]) =>
  ({
    name: 'transactions',
    week: {
      season: 2024,
      week: 3,
      transactions: counts.map((length) => ({ moves: Array.from({ length }) })),
    },
  }) as unknown as ArchivePart

it('accepts the largest leagues that hosts allow', () => {
  expect(
    findSizeProblem(
      lineupsOf(
        18,
        Array.from({ length: 32 }, () => 60),
      ),
    ),
  ).toBe(null)
  expect(findSizeProblem(transactionsOf(Array.from({ length: 1000 }, () => 3)))).toBe(null)
})

it('names the week that is too large, or that no season has', () => {
  expect(findSizeProblem(lineupsOf(3, [1500, 1501]))).toBe(
    'the lineups of week 3 of 2024 have 3001 players. At most 3000 are read.',
  )
  // One without players costs as much as one with a player.
  expect(findSizeProblem(transactionsOf(Array.from({ length: 3001 }, () => 0)))).toBe(
    'the transactions of week 3 of 2024 have 3001 players. At most 3000 are read.',
  )
  expect(findSizeProblem(lineupsOf(26, []))).toBe('season 2024 has a week 26, but seasons end at week 25.')
})
