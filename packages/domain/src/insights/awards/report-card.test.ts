import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gradeOf } from '../grade.ts'
import { A, B, C, D } from '../testing/reference-league.ts'
import { reportCards, type SubjectValues } from './report-card.ts'
import { rivalryIndex } from './rivalry-index.ts'

const unknown = { management: null, draft: null, moves: null }
const REFERENCE: SubjectValues[] = [
  { teamId: A, results: 1 / 3, scoring: 313.5, ...unknown },
  { teamId: B, results: 1 / 3, scoring: 301.1, ...unknown },
  { teamId: C, results: 2.5 / 3, scoring: 325.6, ...unknown },
  { teamId: D, results: 1.5 / 3, scoring: 340.9, ...unknown },
]
const WHOLE = { completedPeriods: 3, lastPeriod: 3 }

it.each([
  [A, [-0.816497, 'C'], [-0.460095, 'C+'], [-0.638296, 'C']],
  [B, [-0.816497, 'C'], [-1.302188, 'D+'], [-1.059342, 'C-']],
  [C, [1.632993, 'A+'], [0.361625, 'B'], [0.997309, 'A-']],
  [D, [0, 'B-'], [1.400659, 'A+'], [0.700329, 'B+']],
] as const)('grades team %i of the reference league', (teamId, results, scoring, overall) => {
  const card = reportCards(REFERENCE, WHOLE)?.find((each) => each.teamId === teamId) ?? expect.fail()
  const asPair = ({ z, grade }: { z: number; grade: string }) => [z, grade]
  const expected = ([z, grade]: readonly [number, string]) => [expect.closeTo(z, 6), grade]
  expect(card.subjects.map(({ subject }) => subject)).toEqual(['results', 'scoring'])
  expect(card.subjects.map(asPair)).toEqual([expected(results), expected(scoring)])
  expect(asPair(card.overall)).toEqual(expected(overall))
})

it('has no report cards before half of the season, or with a single subject', () => {
  expect(reportCards(REFERENCE, { completedPeriods: 6, lastPeriod: 14 })).toBeNull()
  expect(reportCards(REFERENCE, { completedPeriods: 7, lastPeriod: 14 })).not.toBeNull()
  expect(reportCards(REFERENCE, { completedPeriods: 7, lastPeriod: null })).toBeNull()
  expect(
    reportCards(
      REFERENCE.map((team) => ({ ...team, scoring: null })),
      WHOLE,
    ),
  ).toBeNull()
})

it('leaves out a subject that is unknown for one team', () => {
  const teams = REFERENCE.map((team, index) => ({ ...team, draft: index === 0 ? null : index }))
  expect(reportCards(teams, WHOLE)?.[1]?.subjects).toHaveLength(2)
})

it('has letters without gaps', () => {
  expect([3, 1.4, 1.39, 0.75, 0, -1e-12, -0.01, -0.6, -0.61, -1.8, -2, -2.01].map(gradeOf)).toEqual([
    'A+',
    'A+',
    'A',
    'A-',
    'B-',
    'B-',
    'C+',
    'C+',
    'C',
    'D',
    'D-',
    'F',
  ])
})

describe('rivalryIndex', () => {
  it('follows the reference', () => {
    const rivalry = { games: 12, wins: 7, closeGames: 4, playoffGames: 2, metInFinal: true }
    expect(rivalryIndex(rivalry)).toBeCloseTo(70, 6)
    expect(
      rivalryIndex({ games: 3, wins: 1.5, closeGames: 0, playoffGames: 0, metInFinal: false }),
    ).toBeCloseTo(37.857143, 6)
  })

  it('is null before three games', () => {
    expect(rivalryIndex({ games: 2, wins: 1, closeGames: 2, playoffGames: 0, metInFinal: false })).toBeNull()
  })

  it('is the same for both sides, and between 0 and 100', () => {
    const any = fc.record({
      games: fc.integer({ min: 3, max: 60 }),
      share: fc.integer({ min: 0, max: 120 }),
      close: fc.integer({ min: 0, max: 60 }),
      playoffGames: fc.integer({ min: 0, max: 10 }),
      metInFinal: fc.boolean(),
    })
    fc.assert(
      fc.property(any, ({ games, share, close, playoffGames, metInFinal }) => {
        const wins = Math.min(games, share / 2)
        const rivalry = { games, wins, closeGames: Math.min(close, games), playoffGames, metInFinal }
        const index = rivalryIndex(rivalry) ?? expect.fail()
        expect(index).toBeCloseTo(rivalryIndex({ ...rivalry, wins: games - wins }) ?? -1, 9)
        expect(index).toBeGreaterThan(0)
        expect(index).toBeLessThanOrEqual(100)
      }),
    )
  })
})
