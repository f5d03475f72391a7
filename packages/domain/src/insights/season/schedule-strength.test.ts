import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRegularSeason, finalGames, REFERENCE_LEAGUE } from '../testing/reference-league.ts'
import { anyRegularSeason, roundRobin } from '../testing/season-arbitraries.ts'
import { scheduleStrengths } from './luck.ts'
import { seasonThrough } from './regular-season.ts'

const closeTo = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 6))

describe('the reference league', () => {
  it('has easier and harder schedules after two weeks', () => {
    const strengths = scheduleStrengths(seasonThrough(REFERENCE_LEAGUE, 2))
    expect(strengths.map(({ played }) => played)).toEqual(closeTo([3.283333, -4.233333, -1.066667, 2.016667]))
    expect(strengths.map(({ remaining }) => remaining)).toEqual(
      closeTo([-6.566667, 8.466667, 2.133333, -4.033333]),
    )
  })

  it('has equal schedules after everybody has met everybody', () => {
    const strengths = scheduleStrengths(REFERENCE_LEAGUE)
    expect(strengths.map(({ played }) => played)).toEqual(closeTo([0, 0, 0, 0]))
    expect(strengths.map(({ remaining }) => remaining)).toEqual([null, null, null, null])
    expect(strengths.map(({ opponentsAllPlayRate }) => opponentsAllPlayRate)).toEqual(
      closeTo([13 / 27, 14 / 27, 1 / 2, 1 / 2]),
    )
  })
})

it('is unknown before the first game', () => {
  const season = aRegularSeason([], { open: [[1, 1, 2]] })
  expect(scheduleStrengths(season)[0]).toEqual({
    teamId: 1,
    played: null,
    remaining: null,
    opponentsAllPlayRate: null,
  })
})

it('is 0 for all if every team scores the same', () => {
  fc.assert(
    fc.property(anyRegularSeason({ open: 2 }), (season) => {
      const games = finalGames(
        season.games.map(({ period, home, away }) => [period, home.teamId, 100, away.teamId, 100]),
      )
      for (const { played, remaining } of scheduleStrengths({ ...season, games }))
        expect([played, remaining]).toEqual([0, 0])
    }),
  )
})

it('is 0 for all after a round robin', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 60, max: 150 }), { minLength: 30, maxLength: 30 }), (scores) => {
      const games = roundRobin(6).flatMap((round, week) =>
        round.map(([home, away], pair) => {
          const at = (week * 3 + pair) * 2
          return [week + 1, home, scores[at] ?? 0, away, scores[at + 1] ?? 0] as const
        }),
      )
      for (const { played } of scheduleStrengths(aRegularSeason(finalGames(games))))
        expect(played).toBeCloseTo(0, 9)
    }),
  )
})
