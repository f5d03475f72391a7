import { describe, expect, it } from 'vitest'
import { emptySlotsOf, starterPoints } from './lineup.ts'
import { pointsFromDecimal } from './points.ts'

function anEntry(slotId: number, points: number | null = null) {
  return { slotId, points: points === null ? null : pointsFromDecimal(points) }
}

describe('the points of the starters', () => {
  it.each([
    ['nobody', [], 0],
    ['starters alone', [anEntry(0, 20.1), anEntry(20, 30), anEntry(21, 5)], 2010],
    ['one who has not played as nothing', [anEntry(2), anEntry(23, 7.35)], 735],
    ['a place without a name', [anEntry(99, 3)], 300],
    ['a score below zero', [anEntry(16, -4), anEntry(0, 10)], 600],
  ])('count %s', (_, entries, points) => {
    expect(starterPoints(entries)).toBe(points)
  })
})

describe('empty places', () => {
  const places = new Map([
    [20, 6],
    [21, 1],
    [17, 1],
    [2, 2],
    [0, 1],
    [24, 0],
  ])

  it('are the starting ones that nobody fills, in slot order', () => {
    expect(emptySlotsOf(places, [anEntry(17), anEntry(20)])).toEqual([0, 2, 2])
    expect(emptySlotsOf(places, [anEntry(0), anEntry(2)])).toEqual([2, 17])
  })

  it('are none in a full line-up, in one with too many, and where places are unknown', () => {
    const full = [anEntry(0), anEntry(2), anEntry(2), anEntry(17)]
    expect(emptySlotsOf(places, full)).toEqual([])
    expect(emptySlotsOf(places, [...full, anEntry(17)])).toEqual([])
    expect(emptySlotsOf(new Map(), [])).toEqual([])
  })
})
