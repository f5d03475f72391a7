import { expect, it } from 'vitest'
import { buildOwnerTotals } from '../../testing/history-fixtures.ts'
import { BY_TITLES, nextAllTimeOrder, sortOwners } from './all-time-order.ts'

const MANAGERS = [
  buildOwnerTotals({ owner: 'Zoe', titles: 1, wins: 40, losses: 30, win_pct: 0.571 }),
  buildOwnerTotals({ owner: 'Amy', titles: 1, wins: 40, losses: 20, win_pct: 0.667 }),
  buildOwnerTotals({ owner: 'Ned', titles: 1, wins: 50, losses: 60, win_pct: 0.455 }),
  buildOwnerTotals({ owner: 'New', titles: 0, wins: 0, losses: 0, win_pct: null, ppg: null }),
  buildOwnerTotals({ owner: 'Top', titles: 2, wins: 10, losses: 50, win_pct: 0.167 }),
]

function sortedNames(order: Parameters<typeof sortOwners>[1]): string[] {
  return sortOwners(MANAGERS, order).map(({ owner }) => owner)
}

it('begins with most titles, then most wins, then by name', () => {
  expect(sortedNames(BY_TITLES)).toEqual(['Top', 'Ned', 'Amy', 'Zoe', 'New'])
})

it('breaks ties the same way when the fewest titles are first', () => {
  expect(sortedNames({ column: 'titles', isDescending: false })).toEqual(['New', 'Ned', 'Amy', 'Zoe', 'Top'])
})

it('puts who has no games last either way', () => {
  expect(sortedNames({ column: 'win_pct', isDescending: true })).toEqual(['Amy', 'Zoe', 'Ned', 'Top', 'New'])
  expect(sortedNames({ column: 'win_pct', isDescending: false })).toEqual(['Top', 'Ned', 'Zoe', 'Amy', 'New'])
})

it('orders records by wins, then by fewer losses', () => {
  expect(sortedNames({ column: 'record', isDescending: true })).toEqual(['Ned', 'Amy', 'Zoe', 'Top', 'New'])
})

it('begins with the most, with names from A, and turns round on a second press', () => {
  const once = nextAllTimeOrder(BY_TITLES, 'owner')
  expect(once).toEqual({ column: 'owner', isDescending: false })
  expect(nextAllTimeOrder(once, 'owner').isDescending).toBe(true)
  expect(nextAllTimeOrder(once, 'pf')).toEqual({ column: 'pf', isDescending: true })
})
