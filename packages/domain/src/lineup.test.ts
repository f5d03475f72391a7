import { describe, expect, it } from 'vitest'
import { emptySlotsOf, starterPoints } from './lineup.ts'
import { pointsFromDecimal } from './points.ts'

function anEntry(slotId: number, points: number | null = null) {
  return { slotId, points: points === null ? null : pointsFromDecimal(points) }
}

describe('starterPoints', () => {
  it.each([
    ['an empty lineup as 0', [], 0],
    ['only starters', [anEntry(0, 20.1), anEntry(20, 30), anEntry(21, 5)], 2010],
    ['a player who has not played as 0', [anEntry(2), anEntry(23, 7.35)], 735],
    ['an unknown slot', [anEntry(99, 3)], 300],
    ['a negative score', [anEntry(16, -4), anEntry(0, 10)], 600],
  ])('counts %s', (_, entries, points) => {
    expect(starterPoints(entries)).toBe(points)
  })
})

describe('emptySlotsOf', () => {
  const slotCounts = new Map([
    [20, 6],
    [21, 1],
    [17, 1],
    [2, 2],
    [0, 1],
    [24, 0],
  ])

  it('returns the empty starting slots in slot order', () => {
    expect(emptySlotsOf(slotCounts, [anEntry(17), anEntry(20)])).toEqual([0, 2, 2])
    expect(emptySlotsOf(slotCounts, [anEntry(0), anEntry(2)])).toEqual([2, 17])
  })

  it('returns none for a full lineup, for extra starters and if the slot counts are unknown', () => {
    const full = [anEntry(0), anEntry(2), anEntry(2), anEntry(17)]
    expect(emptySlotsOf(slotCounts, full)).toEqual([])
    expect(emptySlotsOf(slotCounts, [...full, anEntry(17)])).toEqual([])
    expect(emptySlotsOf(new Map(), [])).toEqual([])
  })
})
