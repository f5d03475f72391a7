import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildHistory, findOwnerByName } from '../../history/league-history.ts'
import type { PastSeason } from '../../history/owners.ts'
import { headToHead } from '../../history/played-games.ts'
import { aHistoryInput, aPastGame, aPastSeason, aPastTeam } from '../../history/testing/past-seasons.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { gradeOf } from '../grade.ts'
import { A, B, C, D, REFERENCE_LEAGUE } from '../testing/reference-league.ts'
import { aRosterPlayer, aRosterWeek } from '../testing/roster-weeks.ts'
import { reportCards, type SubjectsInput, type SubjectValues, subjectValues } from './report-card.ts'
import { rivalryIndex, rivalryOf } from './rivalry-index.ts'

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

describe('subjectValues', () => {
  const nothing = { season: REFERENCE_LEAGUE, lineups: [], isBestBall: false, picks: [], transactions: [] }
  const valuesOf = (teamId: number, more: Partial<SubjectsInput> = {}) =>
    subjectValues({ ...nothing, ...more }).find((team) => team.teamId === teamId)
  const lineups = [A, B, C, D].flatMap((teamId) =>
    [1, 2, 3].map((week) =>
      aRosterWeek(
        week,
        teamId,
        [aRosterPlayer(teamId, 10), aRosterPlayer(teamId + 10, 15, { isStarter: false })],
        {
          efficiency: 2 / 3,
        },
      ),
    ),
  )

  it('takes results and scoring from the games, and leaves the rest unknown without data', () => {
    const closeTo = (value: number) => expect.closeTo(value, 6)
    expect(subjectValues(nothing)).toEqual(
      REFERENCE.map(({ teamId, results, scoring, ...rest }) => ({
        teamId,
        results: closeTo(results ?? 0),
        scoring: closeTo(scoring ?? 0),
        ...rest,
      })),
    )
  })

  it('measures lineups, but not in a league whose provider sets them', () => {
    expect(valuesOf(A, { lineups })?.management).toBeGreaterThan(0)
    expect(valuesOf(A, { lineups, isBestBall: true })?.management).toBeNull()
  })

  it('adds the values of the picks, without those of keepers, once the draft is rated', () => {
    const picks = [
      { teamId: A, value: 5 },
      { teamId: A, value: -2 },
      { teamId: A, value: null },
    ]
    expect(valuesOf(A, { picks })?.draft).toBe(3)
    // A team without a pick has no value of its draft.
    expect(valuesOf(B, { picks })?.draft).toBeNull()
    expect(valuesOf(A, { picks: picks.map((pick) => ({ ...pick, value: null })) })?.draft).toBeNull()
  })

  it('adds what trades and pickups gave, once transactions and lineups are known', () => {
    const pickup: LeagueTransaction = {
      id: 'claim',
      season: 2025,
      week: 2,
      kind: 'waiver',
      status: 'done',
      reason: null,
      teamId: A,
      bid: null,
      memberId: null,
      isByManager: false,
      proposedAt: null,
      decidedAt: null,
      moves: [{ playerId: A, fromTeamId: null, toTeamId: A }],
    }
    const transactions = [pickup]
    expect([A, B].map((teamId) => valuesOf(teamId, { transactions, lineups })?.moves)).toEqual([20, 0])
    expect(valuesOf(A, { transactions })?.moves).toBeNull()
    expect(valuesOf(A, { lineups })?.moves).toBeNull()
  })
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

describe('rivalryOf', () => {
  const season = aPastSeason({
    teams: [aPastTeam(1, 'a', { finalRank: 1 }), aPastTeam(2, 'b', { finalRank: 2 }), aPastTeam(3, 'c')],
    games: [
      aPastGame(1, [1, 10_000], [2, 9000]),
      aPastGame(2, [2, 9000], [1, 7999]),
      aPastGame(3, [1, 9000], [2, 9000]),
      aPastGame(4, [1, 9000], [3, 9000]),
      aPastGame(15, [2, 9000], [1, 5000], { bracket: 'winners consolation' }),
      aPastGame(16, [1, 9000], [2, 5000], { bracket: 'winners' }),
    ],
  })
  const rivalryIn = (seasons: PastSeason[]) => {
    const history = buildHistory(aHistoryInput(seasons))
    const [a, b] = ['Owner a', 'Owner b'].map((name) => findOwnerByName(history, name))
    if (a == null || b == null) return expect.fail()
    return rivalryOf(headToHead(history.games, a, b), [a, b], history.seasons)
  }

  it('counts close games to 10 points, ties as half a win, and no consolation games', () => {
    expect(rivalryIn([season])).toEqual({
      games: 5,
      wins: 2.5,
      closeGames: 2,
      playoffGames: 1,
      metInFinal: true,
    })
  })

  it('knows no final of a league without playoffs, or of a season that is not finished', () => {
    const games = season.games.filter(({ bracket }) => bracket === 'regular')
    expect(rivalryIn([{ ...season, games }])).toMatchObject({ playoffGames: 0, metInFinal: false })
    expect(rivalryIn([{ ...season, isFinished: false }])).toMatchObject({
      playoffGames: 1,
      metInFinal: false,
    })
  })
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
