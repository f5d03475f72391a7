import { describe, expect, it } from 'vitest'
import { aStanding } from '../../testing/a-standing.ts'
import { BY_RANK, inOrder, orderAfterPress } from './order.ts'

const TEAMS = [
  aStanding({ name: 'Unranked', rank: null, wins: 1, losses: 12, points_for: 900 }),
  aStanding({ name: 'Second', rank: 2, wins: 9, losses: 4, points_for: 1500.5, assigned_user: 'Zoe' }),
  aStanding({ name: 'First', rank: 1, wins: 8, losses: 4, ties: 1, points_for: 1600, assigned_user: 'Amy' }),
]

function names(order: Parameters<typeof inOrder>[1]): string[] {
  return inOrder(TEAMS, order).map((team) => team.name)
}

describe('inOrder', () => {
  it('sorts by rank with a missing rank last, either way', () => {
    expect(names(BY_RANK)).toEqual(['First', 'Second', 'Unranked'])
    expect(names({ column: 'rank', isDescending: true })).toEqual(['Second', 'First', 'Unranked'])
  })

  it('counts a tie as half a win in the order of records', () => {
    expect(names({ column: 'record', isDescending: true })).toEqual(['Second', 'First', 'Unranked'])
  })

  it('sorts by points and by team', () => {
    expect(names({ column: 'points_for', isDescending: false })).toEqual(['Unranked', 'Second', 'First'])
    expect(names({ column: 'team', isDescending: false })).toEqual(['First', 'Second', 'Unranked'])
  })

  it('leaves teams without a manager at the end', () => {
    expect(names({ column: 'manager', isDescending: true })).toEqual(['Second', 'First', 'Unranked'])
  })
})

describe('orderAfterPress', () => {
  it('begins with the best and turns round on a second press', () => {
    const once = orderAfterPress(BY_RANK, 'points_for')
    expect(once).toEqual({ column: 'points_for', isDescending: true })
    expect(orderAfterPress(once, 'points_for')).toEqual({ column: 'points_for', isDescending: false })
  })
})
