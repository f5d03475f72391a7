import { describe, expect, it } from 'vitest'
import type { Points } from '../points.ts'
import { eloHistory } from './owner-elo.ts'
import type { Owner } from './owners.ts'
import type { PlayedGame } from './played-games.ts'

const owner = (name: string): Owner => ({ id: name, name, slug: name, accounts: [] })
const [ada, ben, cal, dee] = ['Ada', 'Ben', 'Cal', 'Dee'].map(owner) as [Owner, Owner, Owner, Owner]

function aGame(
  season: number,
  period: number,
  [home, homePoints]: [Owner | null, number],
  [away, awayPoints]: [Owner | null, number],
  more: Partial<PlayedGame> = {},
): PlayedGame {
  const side = (each: Owner | null, points: number) => ({
    owner: each,
    team: {} as PlayedGame['home']['team'],
    points: (points * 100) as Points,
  })
  const margin = homePoints - awayPoints
  return {
    season,
    period,
    weeks: [period],
    gameId: period,
    isPlayoff: false,
    bracket: 'regular',
    result: margin === 0 ? 'tie' : margin > 0 ? 'home' : 'away',
    home: side(home, homePoints),
    away: side(away, awayPoints),
    countsForRecords: true,
    ...more,
  }
}

/** The reference league: three weeks with a tie in the first one. */
const REFERENCE = [
  aGame(2025, 1, [ada, 120.5], [ben, 110]),
  aGame(2025, 1, [cal, 99.9], [dee, 99.9]),
  aGame(2025, 2, [ada, 88], [cal, 130.2]),
  aGame(2025, 2, [ben, 101.1], [dee, 101]),
  aGame(2025, 3, [ada, 105], [dee, 140]),
  aGame(2025, 3, [ben, 90], [cal, 95.5]),
]
const ratingOf = (games: readonly PlayedGame[], of: Owner) =>
  eloHistory(games).owners.find((each) => each.owner === of)

describe('eloHistory', () => {
  it('rates the owners of the reference league after each week, best first', () => {
    const { weeks, owners } = eloHistory(REFERENCE)
    expect(weeks).toEqual([1, 2, 3].map((week) => ({ season: 2025, week })))
    expect(owners.map((each) => [each.owner.name, each.rating, each.games])).toEqual([
      ['Cal', expect.closeTo(1520, 6), 3],
      ['Dee', expect.closeTo(1500, 6), 3],
      ['Ben', expect.closeTo(1490.575487, 6), 3],
      ['Ada', expect.closeTo(1489.424513, 6), 3],
    ])
    expect(owners[3]?.ratings[1]).toBeCloseTo(1499.712256, 6)
    expect(owners[3]?.peak).toEqual({ rating: 1510, season: 2025, week: 1 })
  })

  it('has no rating before the first game of an owner', () => {
    const newcomer = owner('Eve')
    const games = [...REFERENCE, aGame(2026, 1, [newcomer, 100], [ada, 90])]
    expect(ratingOf(games, newcomer)?.ratings).toEqual([null, null, null, expect.closeTo(1510, 0)])
  })

  it('moves ratings toward the start once per season, also one without games', () => {
    const next = (season: number) => ratingOf([...REFERENCE, aGame(season, 1, [ada, 1], [ben, 1])], cal)
    expect(next(2026)?.rating).toBeCloseTo(1513.333333, 6)
    expect(next(2027)?.rating).toBeCloseTo(1500 + 20 * (4 / 9), 6)
  })

  it('counts championship games, but neither consolation games nor games without two owners', () => {
    const more = (bracket: PlayedGame['bracket'], away: Owner | null = cal) =>
      ratingOf([...REFERENCE, aGame(2025, 4, [ada, 2], [away, 1], { isPlayoff: true, bracket })], ada)?.games
    expect(more('winners')).toBe(4)
    expect(more('winners consolation')).toBe(3)
    expect(more('losers consolation')).toBe(3)
    expect(more('playoffs')).toBe(3)
    expect(more('winners', null)).toBe(3)
    expect(more('winners', ada)).toBe(3)
  })

  it('is empty without games', () => {
    expect(eloHistory([])).toEqual({ weeks: [], owners: [] })
  })
})
