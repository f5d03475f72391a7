import { expect, it } from 'vitest'
import { buildOwnerTotals } from '../../../testing/history-fixtures.ts'
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

it('sorts by titles, then wins, then name by default', () => {
  expect(sortedNames(BY_TITLES)).toEqual(['Top', 'Ned', 'Amy', 'Zoe', 'New'])
})

it('breaks ties the same way in ascending order', () => {
  expect(sortedNames({ column: 'titles', isDescending: false })).toEqual(['New', 'Ned', 'Amy', 'Zoe', 'Top'])
})

it('puts managers without games last in both directions', () => {
  expect(sortedNames({ column: 'win_pct', isDescending: true })).toEqual(['Amy', 'Zoe', 'Ned', 'Top', 'New'])
  expect(sortedNames({ column: 'win_pct', isDescending: false })).toEqual(['Top', 'Ned', 'Zoe', 'Amy', 'New'])
})

it('sorts records by wins, then by fewer losses', () => {
  expect(sortedNames({ column: 'record', isDescending: true })).toEqual(['Ned', 'Amy', 'Zoe', 'Top', 'New'])
})

it('starts with numbers descending and names ascending, and reverses on a second click', () => {
  const byOwner = nextAllTimeOrder(BY_TITLES, 'owner')
  expect(byOwner).toEqual({ column: 'owner', isDescending: false })
  expect(nextAllTimeOrder(byOwner, 'owner').isDescending).toBe(true)
  expect(nextAllTimeOrder(byOwner, 'pf')).toEqual({ column: 'pf', isDescending: true })
})
