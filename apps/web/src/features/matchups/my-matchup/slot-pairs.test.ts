import { expect, it } from 'vitest'
import { buildLineupSlot } from '../../../testing/matchup-fixtures.ts'
import { pairBySlot, type SlotPair } from './slot-table.tsx'

function toPlayerNames(pairs: readonly SlotPair[]): unknown[] {
  return pairs.map(({ slotId, away, home }) => [slotId, away?.player ?? null, home?.player ?? null])
}

it('pairs both lineups in slot order, with bench and reserve separate', () => {
  const away = [
    buildLineupSlot(0, 'Ada'),
    buildLineupSlot(2, 'Bo'),
    buildLineupSlot(2, 'Cy'),
    buildLineupSlot(17, 'Di'),
    buildLineupSlot(7, 'Ed'),
    buildLineupSlot(20, 'Flo'),
  ]
  const home = [
    buildLineupSlot(0, null),
    buildLineupSlot(2, 'Gus'),
    buildLineupSlot(16, 'Hens D/ST'),
    buildLineupSlot(20, 'Ivy'),
    buildLineupSlot(21, 'Jo'),
  ]
  const { starters, others } = pairBySlot(away, home)
  expect(toPlayerNames(starters)).toEqual([
    [0, 'Ada', null],
    [2, 'Bo', 'Gus'],
    [2, 'Cy', null],
    [16, null, 'Hens D/ST'],
    [17, 'Di', null],
    [7, 'Ed', null],
  ])
  expect(toPlayerNames(others)).toEqual([
    [20, 'Flo', 'Ivy'],
    [21, null, 'Jo'],
  ])
})

it('returns no pairs without lineups', () => {
  expect(pairBySlot([], [])).toEqual({ starters: [], others: [] })
})
