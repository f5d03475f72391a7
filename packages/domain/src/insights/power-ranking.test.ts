import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  COMPOSITE_WEIGHTS,
  compositeScores,
  type PowerFormula,
  rankPower,
  standardScores,
  twoStepDominance,
} from './power-ranking.ts'
import { type RegularSeason, seasonThrough } from './season/regular-season.ts'
import { A, aRegularSeason, B, C, D, finalGames, REFERENCE_LEAGUE } from './testing/reference-league.ts'
import { anyRegularSeason } from './testing/season-arbitraries.ts'

const TEAMS = [A, B, C, D]
const closeTo = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 6))

function rankThrough(week: number, formula: PowerFormula) {
  const ranks = rankPower(seasonThrough(REFERENCE_LEAGUE, week), formula)
  const scores = TEAMS.map((teamId) => ranks.find((team) => team.teamId === teamId)?.score)
  return { order: ranks.map(({ teamId }) => teamId), scores }
}

describe('the composite ranking of the reference league', () => {
  it.each([
    [1, [55.589608, 49.47415, 47.468121, 47.468121], [A, B, C, D]],
    [2, [48.262678, 49.351121, 59.426446, 42.959756], [C, B, A, D]],
    [3, [45.881033, 41.144259, 55.096001, 57.878706], [D, C, A, B]],
  ])('has these scores through week %i', (week, scores, order) => {
    expect(rankThrough(week, 'composite')).toEqual({ order, scores: closeTo(scores) })
  })

  it('moves from week to week', () => {
    const movement = rankPower(REFERENCE_LEAGUE, 'composite').map(({ teamId, rank, previousRank }) => [
      teamId,
      (previousRank ?? Number.NaN) - rank,
    ])
    expect(movement).toEqual([
      [D, 3],
      [C, -1],
      [A, 0],
      [B, -2],
    ])
    expect(rankPower(seasonThrough(REFERENCE_LEAGUE, 1), 'composite')[0]?.previousRank).toBeNull()
  })

  it('counts roster strength if it is known for all teams', () => {
    const strengths = new Map(TEAMS.map((teamId) => [teamId, 100 + teamId]))
    const names = (known: ReadonlyMap<number, number>) =>
      Object.keys(compositeScores(TEAMS, REFERENCE_LEAGUE.games, known)[0]?.parts ?? {})
    expect(names(strengths)).toEqual(Object.keys(COMPOSITE_WEIGHTS))
    expect(names(new Map([...strengths].slice(1)))).toEqual(['points', 'recent_points', 'win_rate'])
  })
})

describe('the dominance ranking of the reference league', () => {
  it.each([
    [1, [1, 0, 3 / 4, 3 / 4], [A, B, C, D]],
    [2, [2, 3 / 2, 11 / 4, 5 / 4], [C, B, A, D]],
    [3, [2, 5 / 2, 21 / 4, 15 / 4], [C, D, B, A]],
  ])('counts wins of beaten teams through week %i', (week, dominance, order) => {
    const { games } = seasonThrough(REFERENCE_LEAGUE, week)
    expect(twoStepDominance(TEAMS, games)).toEqual(dominance)
    expect(rankThrough(week, 'dominance').order).toEqual(order)
  })

  it('adds points and margins without truncating them', () => {
    expect(rankThrough(3, 'dominance').scores).toEqual(closeTo([16.163333, 16.79, 21.275, 20.626667]))
  })
})

it.each([
  [1, [1, 2 / 3, 1 / 6, 1 / 6], [A, B, C, D]],
  [2, [1 / 2, 2 / 3, 7 / 12, 1 / 4], [B, C, A, D]],
  [3, [5 / 9, 4 / 9, 1 / 2, 1 / 2], [A, D, C, B]],
])('ranks the reference league by all-play through week %i', (week, rates, order) => {
  expect(rankThrough(week, 'all_play')).toEqual({ order, scores: closeTo(rates) })
})

it('is empty before the first completed week', () => {
  expect(rankPower(aRegularSeason([], { open: [[1, 1, 2]] }), 'composite')).toEqual([])
})

describe('any season', () => {
  it('has composite scores around 50 whose parts add up', () => {
    fc.assert(
      fc.property(anyRegularSeason(), (season) => {
        const ranks = rankPower(season, 'composite')
        const mean = ranks.reduce((sum, { score }) => sum + score, 0) / ranks.length
        expect(mean).toBeCloseTo(50, 9)
        for (const { score, parts } of ranks)
          expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score - 50, 9)
      }),
    )
  })

  it.each(['composite', 'dominance', 'all_play'] as const)('has ranks without ties by %s', (formula) => {
    fc.assert(
      fc.property(anyRegularSeason(), (season) => {
        const ranks = rankPower(season, formula)
        expect(ranks.map(({ rank }) => rank)).toEqual(ranks.map((_, index) => index + 1))
        if (season.completedPeriods > 1)
          expect(ranks.map(({ previousRank }) => previousRank ?? 0).sort((a, b) => a - b)).toEqual(
            ranks.map((_, index) => index + 1),
          )
      }),
    )
  })

  it.each(['composite', 'dominance', 'all_play'] as const)(
    'scores renamed teams the same by %s',
    (formula) => {
      fc.assert(
        fc.property(anyRegularSeason(), (season) => {
          const rename = (teamId: number) => 100 - teamId
          const scoreOf = (renamed: RegularSeason, teamId: number) =>
            rankPower(renamed, formula).find((team) => team.teamId === teamId)?.score
          const renamed = renameTeams(season, rename)
          for (const { teamId } of season.teams)
            expect(scoreOf(renamed, rename(teamId))).toBeCloseTo(scoreOf(season, teamId) ?? Number.NaN, 9)
        }),
      )
    },
  )

  it('never loses dominance by a win', () => {
    fc.assert(
      fc.property(anyRegularSeason(), (season) => {
        const teamIds = season.teams.map(({ teamId }) => teamId)
        const [winner, loser] = [teamIds[0] ?? 0, teamIds[1] ?? 0]
        const more = [...season.games, ...finalGames([[9, winner, 2, loser, 1]])]
        const before = twoStepDominance(teamIds, season.games)[0] ?? 0
        expect(twoStepDominance(teamIds, more)[0]).toBeGreaterThanOrEqual(before)
      }),
    )
  })
})

it('gives all teams a composite score of 50 if all score and win the same', () => {
  const games = finalGames([
    [1, A, 100, B, 100],
    [1, C, 100, D, 100],
  ])
  expect(compositeScores(TEAMS, games, null).map(({ score }) => score)).toEqual([50, 50, 50, 50])
})

it('has standard scores within their bounds', () => {
  expect(standardScores([5, 5, 5])).toEqual([0, 0, 0])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2 }), (values) => {
      const bound = Math.sqrt(values.length - 1) + 1e-9
      for (const score of standardScores(values)) expect(Math.abs(score)).toBeLessThanOrEqual(bound)
    }),
  )
})

function renameTeams(season: RegularSeason, rename: (teamId: number) => number): RegularSeason {
  const renameSide = <Side extends { teamId: number }>(side: Side) => ({
    ...side,
    teamId: rename(side.teamId),
  })
  return {
    ...season,
    teams: season.teams.map(renameSide).sort((a, b) => a.teamId - b.teamId),
    games: season.games.map((game) => ({
      ...game,
      home: renameSide(game.home),
      away: renameSide(game.away),
    })),
  }
}
