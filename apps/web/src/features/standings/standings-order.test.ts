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

describe('sortStandings', () => {
  it('sorts unranked teams last in both directions', () => {
    expect(sortedNames(BY_RANK)).toEqual(['First', 'Second', 'Unranked'])
    expect(sortedNames({ column: 'rank', isDescending: true })).toEqual(['Second', 'First', 'Unranked'])
  })

  it('counts a tie as half a win when sorting by record', () => {
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

  it('sorts teams without a manager last', () => {
    expect(sortedNames({ column: 'manager', isDescending: true })).toEqual(['Second', 'First', 'Unranked'])
  })
})

describe('nextStandingsOrder', () => {
  it('starts with the best and reverses on the second press', () => {
    const firstOrder = nextStandingsOrder(BY_RANK, 'points_for')
    expect(firstOrder).toEqual({ column: 'points_for', isDescending: true })
    expect(nextStandingsOrder(firstOrder, 'points_for')).toEqual({
      column: 'points_for',
      isDescending: false,
    })
  })
})
