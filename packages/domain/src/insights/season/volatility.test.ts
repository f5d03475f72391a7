import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Points } from '../../points.ts'
import {
  A,
  aRegularSeason,
  B,
  C,
  D,
  finalGame,
  finalGames,
  REFERENCE_LEAGUE,
} from '../testing/reference-league.ts'
import { anyRegularSeason } from '../testing/season-arbitraries.ts'
import { volatilityOfTeams } from './luck.ts'
import { seasonThrough } from './regular-season.ts'

it.each([
  [A, 13.272779, 14.442068, 91.4, 117.4, 0, 0],
  [B, 8.181415, 7.801496, 92.22, 108.22, 0, 0],
  [C, 15.425592, 19.659349, 96.38, 124.14, 1, 0],
  [D, 18.649456, 24.549542, 100.12, 132.2, 1, 0],
])(
  'team %i of the reference league varies by %f points',
  (teamId, standardDeviation, volatility, floor, ceiling, boom, bust) => {
    expect(volatilityOfTeams(REFERENCE_LEAGUE).find((team) => team.teamId === teamId)).toEqual({
      teamId,
      weeks: 3,
      standardDeviation: expect.closeTo(standardDeviation, 6),
      volatility: expect.closeTo(volatility, 6),
      median: expect.any(Number),
      floor: expect.closeTo(floor, 9),
      ceiling: expect.closeTo(ceiling, 9),
      boom,
      bust,
    })
  },
)

it('is the population standard deviation of the scores', () => {
  const scores = [100, 120, 150, 160]
  const season = aRegularSeason(finalGames(scores.map((points, week) => [week + 1, 1, points, 2, 90])))
  expect(volatilityOfTeams(season)[0]?.standardDeviation).toBeCloseTo(23.84848, 6)
})

it('is unknown before three weeks', () => {
  expect(volatilityOfTeams(seasonThrough(REFERENCE_LEAGUE, 2))[0]).toMatchObject({
    weeks: 2,
    standardDeviation: null,
    volatility: null,
    floor: null,
    boom: null,
  })
})

it('counts the weeks of a game of two weeks one by one', () => {
  const season = aRegularSeason([
    ...finalGames([[1, 1, 100, 2, 90]]),
    finalGame(2, 2, [1, [80, 120]], [2, [90, 90]]),
  ])
  expect(volatilityOfTeams(season)[0]).toMatchObject({
    weeks: 3,
    standardDeviation: expect.closeTo(16.329932, 6),
  })
})

it('leaves out games of two weeks without a score for each', () => {
  const game = finalGame(2, 2, [1, [80, 120]], [2, [90, 90]])
  const season = aRegularSeason([
    ...finalGames([[1, 1, 100, 2, 90]]),
    { ...game, home: { ...game.home, pointsByWeek: null } },
  ])
  expect(volatilityOfTeams(season).map(({ weeks }) => weeks)).toEqual([1, 3])
})

describe('any season', () => {
  it('has volatility that does not change when a whole week scores more', () => {
    fc.assert(
      fc.property(anyRegularSeason(), fc.integer({ min: 1, max: 5000 }), (season, extra) => {
        const games = season.games.map((game) => {
          if (game.period !== 1) return game
          const raise = (side: typeof game.home) => {
            const points = (side.points + extra) as Points
            return { ...side, points, pointsByWeek: [points] }
          }
          return { ...game, home: raise(game.home), away: raise(game.away) }
        })
        const before = volatilityOfTeams(season)
        const after = volatilityOfTeams({ ...season, games })
        for (const [index, { volatility }] of before.entries()) {
          if (volatility === null) expect(after[index]?.volatility).toBeNull()
          else expect(after[index]?.volatility).toBeCloseTo(volatility, 9)
        }
      }),
    )
  })

  it('has floors below and ceilings above the median of a team, and no week of boom and bust', () => {
    fc.assert(
      fc.property(anyRegularSeason(), (season) => {
        for (const { weeks, floor, median, ceiling, boom, bust } of volatilityOfTeams(season)) {
          if (weeks < 3) continue
          expect(floor).toBeLessThanOrEqual(median ?? Number.NaN)
          expect(median).toBeLessThanOrEqual(ceiling ?? Number.NaN)
          expect((boom ?? 0) + (bust ?? 0)).toBeLessThanOrEqual(weeks)
        }
      }),
    )
  })
})

it('is 0 for a team that always scores the median', () => {
  const games = finalGames(
    [90, 110, 130].flatMap(
      (median, week) =>
        [
          [week + 1, 1, median, 2, median + 7],
          [week + 1, 3, median, 4, median - 5],
        ] as const,
    ),
  )
  expect(volatilityOfTeams(aRegularSeason(games))[0]?.volatility).toBe(0)
})
