import { type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { describe, expect, it } from 'vitest'
import { rankTeams, type SimulatedGame, streakOf, totalsOf, type Winner } from './simulate-league.ts'

const game = (home: [number, number], away: [number, number], winner: Winner): SimulatedGame => ({
  id: 1,
  period: 1,
  weeks: [1],
  tier: 'NONE',
  home: { teamId: home[0], points: home[1] as Points, adjustment: ZERO_POINTS },
  away: { teamId: away[0], points: away[1] as Points, adjustment: ZERO_POINTS },
  winner,
})

const GAMES = [
  game([1, 10_000], [2, 9000], 'HOME'),
  game([3, 8000], [1, 8500], 'AWAY'),
  game([2, 7000], [3, 7000], 'TIE'),
  game([3, 9900], [1, 9800], 'HOME'),
]

describe('totalsOf', () => {
  it.each([
    [1, { wins: 2, losses: 1, ties: 0, pointsFor: 28_300, pointsAgainst: 26_900, results: 'WWL' }],
    [2, { wins: 0, losses: 1, ties: 1, pointsFor: 16_000, pointsAgainst: 17_000, results: 'LT' }],
    [3, { wins: 1, losses: 1, ties: 1, pointsFor: 24_900, pointsAgainst: 25_300, results: 'LTW' }],
    [4, { wins: 0, losses: 0, ties: 0, pointsFor: 0, pointsAgainst: 0, results: '' }],
  ])('counts the games of team %i', (teamId, record) => {
    expect(totalsOf(GAMES, teamId)).toEqual(record)
  })

  it('ignores a bye', () => {
    const bye: SimulatedGame = { ...game([1, 5000], [2, 0], 'UNDECIDED'), away: null }
    expect(totalsOf([bye], 1)).toMatchObject({ wins: 0, losses: 0, ties: 0, pointsFor: 0 })
  })
})

it.each([
  [1, 'L'],
  [2, 'T'],
  [4, ''],
])('returns the current streak of team %i', (teamId, streak) => {
  expect(streakOf(totalsOf(GAMES, teamId))).toBe(streak)
})

it('counts a streak back to the last different result', () => {
  expect(streakOf(totalsOf(GAMES.slice(0, 2), 1))).toBe('WW')
})

it('ranks teams by wins, with ties as half a win, then by points', () => {
  expect(rankTeams(GAMES, [4, 3, 2, 1])).toEqual([1, 3, 2, 4])
  expect(
    rankTeams([game([5, 9000], [6, 9000], 'TIE'), game([7, 8000], [8, 9500], 'TIE')], [5, 6, 7, 8]),
  ).toEqual([8, 5, 6, 7])
})
