import { describe, expect, it } from 'vitest'
import type { PastGame } from '../history/owners.ts'
import { aPastGame } from '../history/testing/past-seasons.ts'
import { podiumOf } from './playoffs.ts'

let nextId = 0
const game =
  (bracket: PastGame['bracket']) =>
  (period: number, home: [number, number], away: [number, number], more: Partial<PastGame> = {}) =>
    aPastGame(++nextId, home, away, { period, bracket, ...more })
const winners = game('winners')
const consolation = game('winners consolation')
const playoff = game('playoffs')
const regular = game('regular')

const ids = (games: PastGame[], ranks: Record<number, number> = {}) =>
  podiumOf({
    teams: [1, 2, 3, 4, 5, 6, 7, 8].map((teamId) => ({ teamId, finalRank: ranks[teamId] ?? null })),
    games,
  }).map(({ place, teamId }) => `${place}: ${teamId}`)

describe('podiumOf', () => {
  it('takes the final ranks, also against the games', () => {
    const games = [winners(16, [1, 90], [2, 80])]
    expect(ids(games, { 2: 1, 1: 2, 5: 3, 6: 4 })).toEqual(['1: 2', '2: 1', '3: 5'])
    expect(ids([], { 4: 1 })).toEqual(['1: 4'])
    expect(ids([], { 4: 1, 2: 1, 3: 3 })).toEqual(['1: 2', '1: 4', '3: 3'])
    expect(ids([], { 4: 1, 2: 1, 3: 1, 1: 1, 5: 5 })).toHaveLength(4)
  })

  it.each<[string, PastGame[], string[]]>([
    ['the winner of a final', [winners(16, [1, 90], [2, 95])], ['1: 2', '2: 1']],
    [
      'the final of four, with the game for third place',
      [
        winners(15, [1, 90], [4, 80]),
        winners(15, [2, 70], [3, 80]),
        winners(16, [1, 99], [3, 100]),
        consolation(16, [4, 60], [2, 61]),
      ],
      ['1: 3', '2: 1', '3: 2'],
    ],
    [
      'the final of six with byes',
      [
        winners(14, [3, 90], [6, 80]),
        winners(14, [4, 70], [5, 80]),
        winners(15, [1, 90], [5, 95]),
        winners(15, [2, 90], [3, 80]),
        winners(16, [5, 99], [2, 98]),
      ],
      ['1: 5', '2: 2'],
    ],
    [
      'two-week rounds by their totals',
      [
        winners(14, [9, 14328], [6, 13046]),
        winners(15, [9, 10384], [6, 15582]),
        winners(14, [7, 9528], [12, 8116]),
        winners(15, [7, 11124], [12, 10210]),
        winners(16, [6, 12474], [7, 9172]),
        winners(17, [6, 14108], [7, 15454]),
        consolation(16, [12, 10948], [9, 9354]),
        consolation(17, [12, 9062], [9, 9362]),
      ],
      ['1: 6', '2: 7', '3: 12'],
    ],
    [
      'a final that the provider decided against the points',
      [winners(16, [1, 90], [2, 95], { result: 'home' })],
      ['1: 1', '2: 2'],
    ],
    [
      'the team that plays on after a tie',
      [winners(15, [1, 90], [2, 90]), winners(15, [3, 80], [4, 70]), winners(16, [2, 80], [3, 70])],
      ['1: 2', '2: 3'],
    ],
    [
      'the final of playoff games without a bracket',
      [
        playoff(15, [1, 90], [4, 80]),
        playoff(15, [2, 70], [3, 80]),
        playoff(16, [4, 60], [2, 61]),
        playoff(16, [1, 99], [3, 100]),
      ],
      ['1: 3', '2: 1', '3: 2'],
    ],
  ])('finds %s', (_, games, expected) => {
    expect(ids([regular(1, [5, 200], [6, 100]), ...games])).toEqual(expected)
  })

  it.each<[string, PastGame[]]>([
    ['there are no games', []],
    ['there are only games of the regular season', [regular(14, [1, 90], [2, 80])]],
    ['the final is a tie', [winners(16, [1, 90], [2, 90])]],
    ['the final is undecided', [winners(16, [1, 0], [2, 0], { result: 'undecided' })]],
    ['only the semifinals are stored', [winners(15, [1, 90], [4, 80]), winners(15, [2, 70], [3, 80])]],
    [
      'games of the other teams are marked as playoff games too',
      [
        playoff(15, [1, 90], [4, 80]),
        playoff(15, [2, 70], [3, 80]),
        playoff(15, [5, 90], [8, 80]),
        playoff(15, [6, 70], [7, 80]),
        playoff(16, [1, 99], [3, 100]),
        playoff(16, [5, 60], [7, 61]),
      ],
    ],
    [
      'a team that has not lost plays no final',
      [playoff(14, [5, 90], [6, 80]), playoff(15, [1, 90], [4, 80])],
    ],
    ['there are only consolation games', [consolation(16, [1, 90], [2, 80])]],
  ])('is empty if %s', (_, games) => {
    expect(ids(games, { 3: 2, 4: 3 })).toEqual([])
  })
})
