import { expect, it } from 'vitest'
import { aPastGame } from '../history/testing/past-seasons.ts'
import { gamesBack, outcomeFinder, outcomeOf, streakOf } from './standings.ts'

it('tells the outcome of a game for both teams, and of no other', () => {
  const won = aPastGame(1, [1, 90], [2, 80])
  const tied = aPastGame(2, [1, 90], [2, 90])
  const open = aPastGame(3, [1, 0], [2, 0], { result: 'undecided' })
  expect([won, tied, open].map((game) => [1, 2, 3].map((teamId) => outcomeOf(game, teamId)))).toEqual([
    ['win', 'loss', null],
    ['tie', 'tie', null],
    [null, null, null],
  ])
  expect(outcomeOf({ ...won, away: null }, 1)).toBeNull()
})

it('lists the outcomes of the regular season, oldest first', () => {
  const games = [
    aPastGame(3, [2, 90], [1, 80]),
    aPastGame(1, [1, 90], [2, 80]),
    aPastGame(4, [1, 90], [2, 80], { bracket: 'winners' }),
    aPastGame(2, [1, 90], [3, 90]),
  ]
  expect(outcomeFinder(games)(1)).toEqual(['win', 'tie', 'loss'])
})

it.each([
  [[], null],
  [['win'], { outcome: 'win', length: 1 }],
  [['win', 'win', 'loss', 'loss', 'loss'], { outcome: 'loss', length: 3 }],
  [['win', 'tie'], { outcome: 'tie', length: 1 }],
  [['win', 'tie', 'win'], { outcome: 'win', length: 1 }],
] as const)('counts the streak of %j', (outcomes, streak) => {
  expect(streakOf(outcomes)).toEqual(streak)
})

it('counts how many games a record is behind the best win percentage', () => {
  const records = [
    { wins: 10, losses: 4, ties: 0 },
    { wins: 9, losses: 5, ties: 0 },
    { wins: 8, losses: 5, ties: 1 },
    { wins: 2, losses: 12, ties: 0 },
  ]
  expect(records.map((record) => gamesBack(record, records))).toEqual([0, 1, 1.5, 8])
  const unplayed = { wins: 0, losses: 0, ties: 0 }
  expect(gamesBack(unplayed, [unplayed, unplayed])).toBeNull()
  expect(gamesBack(unplayed, records)).toBeNull()
  expect(gamesBack({ wins: 0, losses: 1, ties: 0 }, [unplayed, { wins: 0, losses: 1, ties: 0 }])).toBe(0)
})
