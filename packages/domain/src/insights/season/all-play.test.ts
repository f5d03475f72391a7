import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { A, aRegularSeason, B, C, D, finalGames, REFERENCE_LEAGUE } from '../testing/reference-league.ts'
import { anyRegularSeason } from '../testing/season-arbitraries.ts'
import { allPlayWeeks, luckOfTeams } from './luck.ts'
import { gamesOfTeam, seasonThrough } from './regular-season.ts'

describe('luck in the reference league', () => {
  const luck = luckOfTeams(REFERENCE_LEAGUE)

  it.each([
    [A, '5-4-0', 5 / 3, 1, -2 / 3, 0.471405, -Math.SQRT2],
    [B, '4-5-0', 4 / 3, 1, -1 / 3, 0.666667, -0.5],
    [C, '4-4-1', 3 / 2, 2.5, 1, 0.527046, 1.897367],
    [D, '4-4-1', 3 / 2, 1.5, 0, 0.527046, 0],
  ])(
    'of team %i has the all-play record %s',
    (teamId, record, expectedWins, wins, value, deviation, unusual) => {
      const team = luck.find((each) => each.teamId === teamId)
      const { allPlay } = team ?? luck[0] ?? expect.fail()
      expect(`${allPlay.wins}-${allPlay.losses}-${allPlay.ties}`).toBe(record)
      expect(team).toMatchObject({
        wins,
        expectedWins: expect.closeTo(expectedWins, 6),
        luck: expect.closeTo(value, 6),
        standardDeviation: expect.closeTo(deviation, 6),
        unusualness: expect.closeTo(unusual, 6),
      })
    },
  )

  it.each([
    [A, [1, 0, 2 / 3], [0, 0, -2 / 3]],
    [B, [2 / 3, 2 / 3, 0], [-2 / 3, 1 / 3, 0]],
    [C, [1 / 6, 1, 1 / 3], [1 / 3, 0, 2 / 3]],
    [D, [1 / 6, 1 / 3, 1], [1 / 3, -1 / 3, 0]],
  ])('of team %i changes by the week', (teamId, rates, values) => {
    const weeks = allPlayWeeks(REFERENCE_LEAGUE.games).filter((week) => week.teamId === teamId)
    expect(weeks.map(({ rate }) => rate)).toEqual(rates.map((rate) => expect.closeTo(rate, 6)))
    expect(weeks.map((week) => week.luck)).toEqual(values.map((value) => expect.closeTo(value, 6)))
  })

  it('covers only completed periods', () => {
    const wins = luckOfTeams(seasonThrough(REFERENCE_LEAGUE, 2)).map((team) => team.wins)
    expect(wins).toEqual([1, 1, 1.5, 0.5])
  })
})

it('counts equal scores as half a win', () => {
  const week = (period: number) =>
    [
      [period, 1, 1, 2, 2],
      [period, 3, 3, 4, 4],
      [period, 5, 4, 6, 5],
    ] as const
  const season = aRegularSeason(finalGames([...week(1), ...week(2), ...week(3)]))
  expect(luckOfTeams(season).map(({ expectedWins }) => expectedWins)).toEqual(
    [0, 0.6, 1.2, 2.1, 2.1, 3].map((value) => expect.closeTo(value, 6)),
  )
})

it('takes 8 of 11 wins from a fourth-highest score that loses', () => {
  const games = Array.from(
    { length: 6 },
    (_, pair) => [1, 2 * pair + 1, 12 - 2 * pair, 2 * pair + 2, 11 - 2 * pair] as const,
  )
  const beaten = games.map((game) => (game[1] === 3 ? ([1, 3, 10, 4, 9] as const) : game))
  const fourth = allPlayWeeks(finalGames(beaten)).find(({ teamId }) => teamId === 4)
  expect(fourth).toMatchObject({ rate: expect.closeTo(8 / 11, 9), luck: expect.closeTo(-8 / 11, 9) })
})

it('leaves out teams without an opponent', () => {
  const season = aRegularSeason(finalGames([[1, 1, 90, 2, 80]]), {
    teams: [1, 2, 3].map((teamId) => ({ teamId, divisionId: null })),
  })
  expect(luckOfTeams(season)[2]).toMatchObject({ expectedWins: 0, allPlayRate: null, unusualness: null })
  expect(luckOfTeams(season)[0]).toMatchObject({ expectedWins: 1 })
})

describe('any season', () => {
  it('has as many expected wins as games, and no luck in total', () => {
    fc.assert(
      fc.property(anyRegularSeason(), (season) => {
        const luck = luckOfTeams(season)
        const sumOf = (value: (team: (typeof luck)[number]) => number) =>
          luck.reduce((sum, team) => sum + value(team), 0)
        expect(sumOf((team) => team.expectedWins)).toBeCloseTo(season.games.length, 9)
        expect(sumOf((team) => team.luck)).toBeCloseTo(0, 9)
      }),
    )
  })

  it('compares each score with every other one of the week', () => {
    fc.assert(
      fc.property(anyRegularSeason(), ({ games }) => {
        const weeks = allPlayWeeks(games)
        for (const period of new Set(weeks.map((week) => week.period))) {
          const week = weeks.filter((each) => each.period === period)
          const others = week.length - 1
          expect(week.reduce((sum, { rate }) => sum + rate, 0)).toBeCloseTo(week.length / 2, 9)
          for (const { allPlay, luck, points, result } of week) {
            expect(allPlay.wins + allPlay.losses + allPlay.ties).toBe(others)
            expect(Math.abs(luck)).toBeLessThanOrEqual((week.length - 2) / others + 1e-12)
            if (points === Math.max(...week.map((each) => each.points))) expect(allPlay.losses).toBe(0)
            if (allPlay.wins === others || allPlay.losses === others) {
              expect(luck).toBe(0)
              expect(result).toBe(Number(allPlay.wins === others))
            }
          }
          const ordered = week.toSorted((a, b) => a.points - b.points).map(({ allPlay }) => allPlay.wins)
          expect(ordered).toEqual(ordered.toSorted((a, b) => a - b))
        }
      }),
    )
  })

  it('gives every team its real record', () => {
    fc.assert(
      fc.property(anyRegularSeason(), (season) => {
        for (const { teamId, wins } of luckOfTeams(season))
          expect(wins).toBe(gamesOfTeam(season.games, teamId).reduce((sum, { result }) => sum + result, 0))
      }),
    )
  })
})
