import { describe, expect, it } from 'vitest'
import { normalCdf } from '../../normal-distribution.ts'
import { seasonThrough } from '../season/regular-season.ts'
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
import { fitScoreModel } from './score-model.ts'

describe('the model of the reference league', () => {
  it.each([
    [2, 15.928591, 5.631607, [-0.51875, -0.19375, 2.18125, -1.46875]],
    [3, 17.569695, 5.856565, [-0.752778, -2.130556, 0.591667, 2.291667]],
  ])('through week %i has a spread of %f points', (week, spread, uncertainty, strengths) => {
    const model = fitScoreModel(seasonThrough(REFERENCE_LEAGUE, week))
    expect(model?.spread).toBeCloseTo(spread, 6)
    for (const [index, strength] of strengths.entries()) {
      expect(model?.teams[index]?.strength).toBeCloseTo(strength, 6)
      expect(Math.sqrt(model?.teams[index]?.variance ?? 0)).toBeCloseTo(uncertainty, 6)
    }
  })

  it('gives the chances of single games', () => {
    const { spread, teams } = fitScoreModel(seasonThrough(REFERENCE_LEAGUE, 2)) ?? expect.fail()
    const chance = (a: number, b: number) => {
      const [own, other] = [teams[a - 1] ?? expect.fail(), teams[b - 1] ?? expect.fail()]
      const deviation = Math.sqrt(2 * spread ** 2 + own.variance + other.variance)
      return normalCdf((own.strength - other.strength) / deviation)
    }
    expect(Math.abs(chance(A, D) - 0.515858)).toBeLessThan(1e-6)
    expect(Math.abs(chance(B, C) - 0.46041)).toBeLessThan(1e-6)
  })
})

it('is unknown before two weeks, and if nothing varies', () => {
  expect(fitScoreModel(seasonThrough(REFERENCE_LEAGUE, 1))).toBeNull()
  const equal = finalGames([1, 2, 3].map((week) => [week, 1, 100, 2, 100]))
  expect(fitScoreModel(aRegularSeason(equal))).toBeNull()
})

it('leaves out totals of two weeks', () => {
  const games = finalGames([
    [1, 1, 100, 2, 90],
    [2, 1, 80, 2, 110],
  ])
  const long = finalGame(9, 3, [1, [70, 130]], [2, [90, 90]])
  const total = {
    ...long,
    home: { ...long.home, pointsByWeek: null },
    away: { ...long.away, pointsByWeek: null },
  }
  const [before, after] = [games, [...games, total]].map((each) => fitScoreModel(aRegularSeason(each)))
  expect(after).toEqual(before)
  expect(fitScoreModel(aRegularSeason([...games, long]))).not.toEqual(before)
})
