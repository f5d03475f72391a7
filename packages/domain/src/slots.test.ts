import { describe, expect, it } from 'vitest'
import { bySlot, slotOf } from './slots.ts'

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

it('orders starters in display order, then by ID, then bench and injured reserve', () => {
  const mixed = [21, 20, 99, 17, 16, 23, 6, 4, 2, 0, 7, 1].map(slotOf)
  expect(mixed.sort(bySlot).map((slot) => slot.slotId)).toEqual([0, 2, 4, 6, 23, 16, 17, 1, 7, 99, 20, 21])
})
