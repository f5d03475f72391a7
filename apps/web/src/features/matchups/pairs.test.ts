import { expect, it } from 'vitest'
import { aSpot } from '../../testing/a-matchup.ts'
import { pairsOf, type SlotPair } from './pairs.ts'

function told(pairs: readonly SlotPair[]): unknown[] {
  return pairs.map(({ slotId, away, home }) => [slotId, away?.player ?? null, home?.player ?? null])
}

it('stands the places of both side by side in slot order, bench and reserve apart', () => {
  const away = [
    aSpot(0, 'Ada'),
    aSpot(2, 'Bo'),
    aSpot(2, 'Cy'),
    aSpot(17, 'Di'),
    aSpot(7, 'Ed'),
    aSpot(20, 'Flo'),
  ]
  const home = [aSpot(0, null), aSpot(2, 'Gus'), aSpot(16, 'Hens D/ST'), aSpot(20, 'Ivy'), aSpot(21, 'Jo')]
  const { starters, others } = pairsOf(away, home)
  expect(told(starters)).toEqual([
    [0, 'Ada', null],
    [2, 'Bo', 'Gus'],
    [2, 'Cy', null],
    [16, null, 'Hens D/ST'],
    [17, 'Di', null],
    [7, 'Ed', null],
  ])
  expect(told(others)).toEqual([
    [20, 'Flo', 'Ivy'],
    [21, null, 'Jo'],
  ])
})

it('has nothing to pair without line-ups', () => {
  expect(pairsOf([], [])).toEqual({ starters: [], others: [] })
})
