import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EloGame, type EloSeason, eloRatings, expectedResult } from './elo.ts'
import { groupByPeriod } from './season/regular-season.ts'
import { A, B, C, D, REFERENCE_LEAGUE } from './testing/reference-league.ts'

const REFERENCE_SEASON: EloSeason<number> = {
  season: 2026,
  weeks: groupByPeriod(REFERENCE_LEAGUE.games).map((games, index) => ({
    week: index + 1,
    games: games.map(({ home, away, result }) => ({
      home: home.teamId,
      away: away.teamId,
      result: result === 'tie' ? 0.5 : Number(result === 'home'),
      margin: (home.points - away.points) / 100,
    })),
  })),
}

const ratingsOf = (ratings: ReadonlyMap<number, number> | undefined) =>
  [A, B, C, D].map((owner) => ratings?.get(owner))
const closeTo = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 6))

describe('ratings of the reference league', () => {
  it('change by the week', () => {
    expect(eloRatings([REFERENCE_SEASON]).map(({ ratings }) => ratingsOf(ratings))).toEqual([
      closeTo([1510, 1490, 1500, 1500]),
      closeTo([1499.712256, 1500.287744, 1510.287744, 1489.712256]),
      closeTo([1489.424513, 1490.575487, 1520, 1500]),
    ])
  })

  it('move toward 1500 before the next season', () => {
    const next = { season: 2027, weeks: [{ week: 1, games: [] }] }
    expect(ratingsOf(eloRatings([REFERENCE_SEASON, next]).at(-1)?.ratings)).toEqual(
      closeTo([1492.949675, 1493.716992, 1513.333333, 1500]),
    )
  })

  it('follow the margins if these count', () => {
    const last = eloRatings([REFERENCE_SEASON], { usesMargin: true }).at(-1)
    expect(ratingsOf(last?.ratings)).toEqual(closeTo([1449.648065, 1461.740544, 1555.621162, 1532.990229]))
  })
})

describe('a game of 1600 against 1500', () => {
  const play = (result: number, margin: number, usesMargin: boolean) => {
    const weeks = [{ week: 1, games: [{ home: 1, away: 2, result, margin }] }]
    const [week] = eloRatings([{ season: 1, weeks }], { usesMargin, initial: new Map([[1, 1600]]) })
    return [1, 2].map((owner) => week?.ratings.get(owner))
  }

  it.each([
    [1, 20, false, 1607.1987, 1492.8013],
    [1, 20, true, 1620.963708, 1479.036292],
    [0, -20, false, 1587.1987, 1512.8013],
    [0, -20, true, 1559.170258, 1540.829742],
  ])('with the result %d and a margin of %d', (result, margin, usesMargin, home, away) => {
    expect(play(result, margin, usesMargin)).toEqual(closeTo([home, away]))
  })
})

describe('any week', () => {
  const anyGames = fc
    .array(fc.record({ result: fc.constantFrom(0, 0.5, 1), margin: fc.integer({ min: 1, max: 60 }) }), {
      minLength: 3,
      maxLength: 3,
    })
    .map((games) =>
      games.map(
        ({ result, margin }, index): EloGame<number> => ({
          home: 2 * index,
          away: 2 * index + 1,
          result,
          margin: result === 0.5 ? 0 : result === 1 ? margin : -margin,
        }),
      ),
    )
  const play = (weeks: EloGame<number>[][]) =>
    eloRatings([{ season: 1, weeks: weeks.map((games, index) => ({ week: index + 1, games })) }], {
      usesMargin: true,
    }).at(-1)?.ratings ?? new Map<number, number>()

  it('keeps the sum of the ratings', () => {
    fc.assert(
      fc.property(anyGames, anyGames, (first, second) => {
        const sum = [...play([first, second]).values()].reduce((total, rating) => total + rating, 0)
        expect(sum).toBeCloseTo(6 * 1500, 6)
      }),
    )
  })

  it('is the same in any order and with the sides swapped', () => {
    fc.assert(
      fc.property(anyGames, anyGames, (first, second) => {
        const swapped = second.map(({ home, away, result, margin }) => ({
          home: away,
          away: home,
          result: 1 - result,
          margin: -margin,
        }))
        const expected = play([first, second])
        for (const [owner, rating] of play([first.toReversed(), swapped.toReversed()]))
          expect(rating).toBeCloseTo(expected.get(owner) ?? Number.NaN, 9)
      }),
    )
  })
})

it('expects half of the wins against an equal opponent', () => {
  expect(expectedResult(1500, 1500)).toBe(0.5)
})

it('starts newcomers at 1500 in a later season', () => {
  const game = (home: number, away: number) => ({ home, away, result: 1, margin: 1 })
  const weeks = (games: EloGame<number>[]) => [{ week: 1, games }]
  const history = eloRatings([
    { season: 1, weeks: weeks([game(1, 2)]) },
    { season: 2, weeks: weeks([game(3, 2)]) },
    { season: 3, weeks: weeks([game(3, 1)]) },
  ])
  const ratings = history.at(-1)?.ratings
  // The first owner paused in the second season and was reverted twice.
  const paused = 1500 + 10 * (2 / 3) ** 2
  const [, second] = history
  const third = 1500 + ((second?.ratings.get(3) ?? 0) - 1500) * (2 / 3)
  expect(ratings?.get(1)).toBeCloseTo(paused - 20 * (1 - expectedResult(third, paused)), 9)
})
