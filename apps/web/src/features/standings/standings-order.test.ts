import { describe, expect, it } from 'vitest'
import { buildStanding } from '../../testing/standings-fixtures.ts'
import { BY_RANK, nextStandingsOrder, sortStandings } from './standings-order.ts'

const TEAMS = [
  buildStanding({ name: 'Unranked', rank: null, wins: 1, losses: 12, points_for: 900 }),
  buildStanding({ name: 'Second', rank: 2, wins: 9, losses: 4, points_for: 1500.5, assigned_user: 'Zoe' }),
  buildStanding({
    name: 'First',
    rank: 1,
    wins: 8,
    losses: 4,
    ties: 1,
    points_for: 1600,
    assigned_user: 'Amy',
  }),
]

function sortedNames(order: Parameters<typeof sortStandings>[1]): string[] {
  return sortStandings(TEAMS, order).map((team) => team.name)
}

describe('inOrder', () => {
  it('sorts by rank with a missing rank last, either way', () => {
    expect(sortedNames(BY_RANK)).toEqual(['First', 'Second', 'Unranked'])
    expect(sortedNames({ column: 'rank', isDescending: true })).toEqual(['Second', 'First', 'Unranked'])
  })

  it('counts a tie as half a win in the order of records', () => {
    expect(sortedNames({ column: 'record', isDescending: true })).toEqual(['Second', 'First', 'Unranked'])
  })

  it('sorts by points and by team', () => {
    expect(sortedNames({ column: 'points_for', isDescending: false })).toEqual([
      'Unranked',
      'Second',
      'First',
    ])
    expect(sortedNames({ column: 'team', isDescending: false })).toEqual(['First', 'Second', 'Unranked'])
  })

  it('leaves teams without a manager at the end', () => {
    expect(sortedNames({ column: 'manager', isDescending: true })).toEqual(['Second', 'First', 'Unranked'])
  })
})

describe('orderAfterPress', () => {
  it('begins with the best and turns round on a second press', () => {
    const once = nextStandingsOrder(BY_RANK, 'points_for')
    expect(once).toEqual({ column: 'points_for', isDescending: true })
    expect(nextStandingsOrder(once, 'points_for')).toEqual({ column: 'points_for', isDescending: false })
  })
})
