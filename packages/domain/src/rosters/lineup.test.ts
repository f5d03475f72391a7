import { describe, expect, it } from 'vitest'
import { pointsFromDecimal } from '../points.ts'
import {
  bySlot,
  emptySlotsOf,
  namedSlotId,
  slotOf,
  slotsOfPosition,
  starterPoints,
  topScorer,
} from './lineup.ts'

describe('slotOf', () => {
  it.each([
    [0, 'QB', true],
    [2, 'RB', true],
    [4, 'WR', true],
    [6, 'TE', true],
    [7, 'OP', true],
    [23, 'FLEX', true],
    [16, 'D/ST', true],
    [17, 'K', true],
    [20, 'Bench', false],
    [21, 'IR', false],
    [22, '22', true],
    [99, '99', true],
  ])('returns for slot %d the name %s and isStarter %s', (slotId, name, isStarter) => {
    expect(slotOf(slotId)).toEqual({ slotId, name, isStarter })
  })
})

describe('a slot without an ID', () => {
  it.each(['HC', 'P', 'WR/RB/TE', 'SFLEX_2QB', 'ZZZZZZZZZZ', '2ND FLEX'])('keeps its name %s', (name) => {
    const slotId = namedSlotId(name)
    expect(Number.isSafeInteger(slotId)).toBe(true)
    expect(slotOf(slotId)).toEqual({ slotId, name, isStarter: true })
  })

  it('keeps the first ten characters of a longer name, in upper case', () => {
    expect(slotOf(namedSlotId(' offensive-lineman ')).name).toBe('OFFENSIVE_')
    expect(slotOf(namedSlotId('')).name).toBe('_')
  })
})

it('orders starters in display order, then by ID, then bench and injured reserve', () => {
  const mixed = [21, 20, 99, 17, 16, 23, 6, 4, 2, 0, 7, 1].map(slotOf)
  expect(mixed.sort(bySlot).map((slot) => slot.slotId)).toEqual([0, 2, 4, 6, 23, 16, 17, 1, 7, 99, 20, 21])
})

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

describe('topScorer', () => {
  it.each([
    ['the starter with the most points', [anEntry(0, 20.1), anEntry(2, 25), anEntry(20, 30)], 1],
    ['the first one if several have as many', [anEntry(0, 7), anEntry(2, 7)], 0],
    ['a starter with a negative score if no other has played', [anEntry(0), anEntry(16, -4)], 1],
  ])('returns %s', (_, entries, index) => {
    expect(topScorer(entries)).toEqual(entries[index])
  })

  it.each([
    ['an empty lineup', []],
    ['starters who have not played', [anEntry(0), anEntry(20, 30)]],
  ])('returns null for %s', (_, entries) => {
    expect(topScorer(entries)).toBeNull()
  })
})

describe('slotsOfPosition', () => {
  const COMMON = [0, 2, 4, 6, 7, 23, 16, 17]

  it.each([
    ['RB', [2, 3, 7, 23, 20, 21]],
    ['te', [5, 6, 7, 23, 20, 21]],
    ['D/ST', [16, 20, 21]],
    ['RB/WR', []],
    [null, []],
  ])('of %s is %j', (position, slots) => {
    expect(slotsOfPosition(position, COMMON)).toEqual(slots)
  })

  it('is unknown in a season with a slot that does not say who can fill it', () => {
    expect(slotsOfPosition('RB', [...COMMON, namedSlotId('Captain')])).toEqual([])
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
