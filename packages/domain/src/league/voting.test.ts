import { describe, expect, it } from 'vitest'
import { flagHighest, isVotingClosed, toWholePercents } from './voting.ts'

describe('toWholePercents', () => {
  it.each([
    [[], []],
    [
      [0, 0],
      [0, 0],
    ],
    [
      [1, 0],
      [100, 0],
    ],
    [
      [1, 1],
      [50, 50],
    ],
    [
      [1, 1, 1],
      [34, 33, 33],
    ],
    [
      [1, 2],
      [33, 67],
    ],
    [
      [2, 2, 3],
      [29, 28, 43],
    ],
    [
      [1, 1, 1, 1, 1, 1],
      [17, 17, 17, 17, 16, 16],
    ],
    [
      [1, 200],
      [0, 100],
    ],
  ])('converts %j to %j', (counts, percents) => expect(toWholePercents(counts)).toEqual(percents))

  it('sums to 100 and stays within 1 of the exact percentage', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const counts = Array.from({ length: 2 + (seed % 11) }, (_, index) => (seed * (index + 7) * 31) % 97)
      const total = counts.reduce((sum, count) => sum + count, 0)
      const percents = toWholePercents(counts)
      expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(total === 0 ? 0 : 100)
      for (const [index, percent] of percents.entries())
        expect(Math.abs(percent - ((counts[index] ?? 0) * 100) / (total || 1))).toBeLessThan(1)
    }
  })
})

describe('isVotingClosed and flagHighest', () => {
  const noon = new Date('2026-10-11T12:00:00Z')

  it('closes voting at the closing instant', () => {
    expect(isVotingClosed(noon.getTime() + 1, noon)).toBe(false)
    expect(isVotingClosed(noon.getTime(), noon)).toBe(true)
    expect(isVotingClosed(null, noon)).toBe(false)
  })

  it.each([
    [
      [0, 0],
      [false, false],
    ],
    [
      [2, 1],
      [true, false],
    ],
    [
      [2, 0, 2],
      [true, false, true],
    ],
  ])('flags the highest of %j as %j', (counts, expected) => expect(flagHighest(counts)).toEqual(expected))
})
