import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildHistory, findOwnerByName } from './league-history.ts'
import { longestWinningStreak } from './league-records.ts'
import type { PastGame } from './owners.ts'
import { aHistoryInput, aPastGame, aPastSeason, aPastTeam } from './testing/past-seasons.ts'

const TEAMS = [aPastTeam(1, 'a'), aPastTeam(2, 'b'), aPastTeam(3, 'c'), aPastTeam(4, 'd')]

/** A season in which the outcomes of team 1 against team 2 are given, one game a week: W, L or T. */
const seasonOf = (season: number, outcomes: string, more: Partial<PastGame> = {}) =>
  aPastSeason({
    season,
    teams: TEAMS,
    games: outcomes
      .split('')
      .map((outcome, index) =>
        aPastGame(index + 1, [1, outcome === 'L' ? 80 : 100], [2, outcome === 'W' ? 80 : 100], more),
      ),
  })

function streakIn(seasons: readonly ReturnType<typeof seasonOf>[], name = 'a', excluded: number[] = []) {
  const exclusions = new Map(excluded.map((season) => [season, 'a scoring mistake']))
  const history = buildHistory(aHistoryInput(seasons, { exclusions }))
  const owner = findOwnerByName(history, `Owner ${name}`)
  if (owner === null) throw new Error(`unknown owner ${name}`)
  return longestWinningStreak(history, owner)
}

describe('longestWinningStreak', () => {
  it.each([
    ['no wins', 'LLL', null],
    ['single wins', 'WLWTW', null],
    ['two wins', 'LWWL', [2, 2, 3]],
    ['a tie that ends a run', 'WWTWWW', [3, 4, 6]],
    ['equal runs, of which the first counts', 'WWLWW', [2, 1, 2]],
    ['a run that goes on', 'LWWWW', [4, 2, 5]],
  ])('finds the longest run in a season with %s', (_, outcomes, expected) => {
    const streak = streakIn([seasonOf(2020, outcomes)])
    expect(streak && [streak.wins, streak.firstPeriod, streak.lastPeriod]).toEqual(expected)
  })

  it('finds the streak of C in the reference league, weeks 2 and 3', () => {
    const games = [
      [1, [1, 12050], [2, 11000]],
      [1, [3, 9990], [4, 9990]],
      [2, [1, 8800], [3, 13020]],
      [2, [2, 10110], [4, 10100]],
      [3, [1, 10500], [4, 14000]],
      [3, [3, 9550], [2, 9000]],
    ] as const
    const season = aPastSeason({
      teams: TEAMS,
      games: games.map(([period, home, away], index) =>
        aPastGame(index + 1, [...home], [...away], { period }),
      ),
    })
    expect(streakIn([season], 'c')).toEqual({
      season: 2020,
      wins: 2,
      firstPeriod: 2,
      lastPeriod: 3,
      isLeagueRecord: true,
    })
    expect([streakIn([season], 'a'), streakIn([season], 'b')]).toEqual([null, null])
  })

  it('neither joins seasons nor counts playoffs', () => {
    expect(streakIn([seasonOf(2020, 'LWW'), seasonOf(2021, 'WWL')])?.wins).toBe(2)
    expect(streakIn([seasonOf(2020, 'WWW', { bracket: 'winners' })])).toBe(null)
  })

  it('leaves out seasons that are excluded from the records', () => {
    const seasons = [seasonOf(2020, 'WWWW'), seasonOf(2021, 'WW')]
    expect(streakIn(seasons, 'a', [2020])).toMatchObject({ season: 2021, wins: 2, isLeagueRecord: true })
  })

  it('is a league record unless another owner has a longer one, or an equal one that ended earlier', () => {
    const seasons = [seasonOf(2020, 'WWW'), seasonOf(2021, 'LLL')]
    expect(streakIn(seasons, 'a')).toMatchObject({ season: 2020, wins: 3, isLeagueRecord: true })
    expect(streakIn(seasons, 'b')).toMatchObject({ season: 2021, wins: 3, isLeagueRecord: false })
    expect(streakIn([...seasons, seasonOf(2022, 'LLLL')], 'b')).toMatchObject({
      season: 2022,
      wins: 4,
      isLeagueRecord: true,
    })
  })

  it('equals the longest run of any sequence of results', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('W', 'L', 'T'), maxLength: 14 }), (outcomes) => {
        const longest = Math.max(0, ...outcomes.split(/[LT]/).map((run) => run.length))
        expect(streakIn([seasonOf(2020, outcomes)])?.wins ?? 1).toBe(Math.max(1, longest))
      }),
    )
  })
})
