import { type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { describe, expect, it } from 'vitest'
import { rankTeams, type SimulatedGame, streakOf, type Winner, winLossRecordOf } from './simulate-league.ts'

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

describe('winLossRecordOf', () => {
  it.each([
    [1, { wins: 2, losses: 1, ties: 0, pointsFor: 28_300, pointsAgainst: 26_900 }],
    [2, { wins: 0, losses: 1, ties: 1, pointsFor: 16_000, pointsAgainst: 17_000 }],
    [3, { wins: 1, losses: 1, ties: 1, pointsFor: 24_900, pointsAgainst: 25_300 }],
    [4, { wins: 0, losses: 0, ties: 0, pointsFor: 0, pointsAgainst: 0 }],
  ])('counts the games of team %i', (teamId, record) => {
    expect(winLossRecordOf(GAMES, teamId)).toEqual(record)
  })

  it('ignores a bye', () => {
    const bye: SimulatedGame = { ...game([1, 5000], [2, 0], 'UNDECIDED'), away: null }
    expect(winLossRecordOf([bye], 1)).toMatchObject({ wins: 0, losses: 0, ties: 0, pointsFor: 0 })
  })
})

it.each([
  [1, { type: 'LOSS', length: 1 }],
  [2, { type: 'TIE', length: 1 }],
  [4, { type: 'NONE', length: 0 }],
])('returns the current streak of team %i', (teamId, streak) => {
  expect(streakOf(GAMES, teamId)).toEqual(streak)
})

it('counts a streak back to the last different result', () => {
  expect(streakOf(GAMES.slice(0, 2), 1)).toEqual({ type: 'WIN', length: 2 })
})

it('ranks teams by wins, with ties as half a win, then by points', () => {
  expect(rankTeams(GAMES, [4, 3, 2, 1])).toEqual([1, 3, 2, 4])
  expect(
    rankTeams([game([5, 9000], [6, 9000], 'TIE'), game([7, 8000], [8, 9500], 'TIE')], [5, 6, 7, 8]),
  ).toEqual([8, 5, 6, 7])
})
