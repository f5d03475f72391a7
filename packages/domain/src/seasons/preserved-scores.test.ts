import { describe, expect, it } from 'vitest'
import type { Points } from '../points.ts'
import { displayPoints, type Game, type GameResult, type GameSide, type LeagueSeason } from './season.ts'
import { preserveScores } from './season-replacement.ts'

const pointsOf = (value: number) => (value * 100) as Points

type Score = readonly [teamId: number, points: number]

const side = ([teamId, value]: Score, result: GameResult, week: number): GameSide => ({
  teamId,
  points: pointsOf(result === 'undecided' ? 0 : value),
  livePoints: result === 'undecided' && value > 0 ? pointsOf(value) : null,
  projectedPoints: null,
  adjustment: pointsOf(0),
  pointsByWeek: value > 0 ? [{ week, points: pointsOf(value) }] : [],
})

const game = (period: number, home: Score, away: Score, result: GameResult = 'home'): Game => ({
  gameId: period * 10 + home[0],
  period,
  home: side(home, result, period),
  away: side(away, result, period),
  result,
  bracket: period > 3 ? 'winners' : 'regular',
  categories: null,
})

/** Week 3 is running. The totals are those of the first two weeks. */
const WEEKS = [
  game(1, [1, 100], [2, 90]),
  game(1, [3, 80], [4, 70]),
  game(2, [1, 100], [3, 90]),
  game(2, [2, 80], [4, 70]),
]
const RUNNING = [game(3, [1, 55.5], [4, 44.4], 'undecided'), game(3, [2, 33.3], [3, 22.2], 'undecided')]
const TOTALS = [200, 170, 170, 140]

function season(games: Game[], totals = TOTALS, results = 2): LeagueSeason {
  return {
    providerLeagueId: '1',
    season: 2025,
    name: null,
    isPublic: null,
    scoringType: 'H2H_POINTS',
    hasMedianGame: false,
    isBestBall: false,
    hasFineScores: false,
    seeding: null,
    draftAt: null,
    size: 4,
    calendar: {
      regularSeasonPeriods: 3,
      periods: [1, 2, 3, 4].map((period) => ({ period, weeks: [period] })),
      playoffTeams: 2,
    },
    progress: { isDrafted: true, isFinished: false, currentPeriod: 3, currentWeek: 3, finalWeek: 4 },
    previousSeasons: [],
    members: [],
    teams: totals.map((total, index) => ({
      teamId: index + 1,
      name: ['Anchors', 'Buoys', 'Cables', 'Docks'][index] ?? '',
      abbrev: '',
      logo: null,
      divisionId: null,
      record: { wins: results, losses: 0, ties: 0 },
      pointsFor: pointsOf(total),
      pointsAgainst: pointsOf(total),
      playoffSeed: null,
      finalRank: null,
      ownerIds: [],
      primaryOwnerId: null,
    })),
    games,
    weeklyScores: [],
    findings: [],
  }
}

const preserve = (fetched: LeagueSeason, stored: LeagueSeason, acceptedZeros: number[] = []) =>
  preserveScores(fetched, { stored, host: 'Sleeper', acceptedZeros })

const scoresOf = ({ games }: LeagueSeason, period: number) =>
  games
    .filter((each) => each.period === period)
    .map(({ home, away, result }) => [
      displayPoints(home, result) / 100,
      away === null ? null : displayPoints(away, result) / 100,
      result,
    ])

const LAST = [
  [55.5, 44.4, 'undecided'],
  [33.3, 22.2, 'undecided'],
]
const findingsOf = ({ findings }: LeagueSeason) =>
  findings.map(({ code, week, detail }) => [code, week, detail])

describe('a running week that is answered with zeros after it had points', () => {
  const stored = season([...WEEKS, ...RUNNING])
  const zeros = [game(3, [1, 0], [4, 0], 'undecided'), game(3, [2, 0], [3, 0], 'undecided')]

  it('keeps its scores and its status, with a finding', () => {
    const preserved = preserve(season([...WEEKS, ...zeros]), stored)
    expect(scoresOf(preserved, 3)).toEqual(LAST)
    expect(findingsOf(preserved)).toEqual([
      [
        'zeros_not_taken',
        3,
        'Sleeper answered with zeros for all teams, which had points before. Their last scores stay until you accept the zeros.',
      ],
    ])
  })

  it('keeps them when its games are missing or were "not played"', () => {
    expect(scoresOf(preserve(season(WEEKS), stored), 3)).toEqual(LAST)
    const unplayed = zeros.map((each) => ({ ...each, result: 'not_played' as const }))
    expect(scoresOf(preserve(season([...WEEKS, ...unplayed]), stored), 3)).toEqual(LAST)
  })

  it('keeps the score of one roster, and takes the new scores of the others', () => {
    const one = [game(3, [1, 60], [4, 0], 'undecided'), game(3, [2, 30], [3, 25], 'undecided')]
    const preserved = preserve(season([...WEEKS, ...one]), stored)
    expect(scoresOf(preserved, 3)).toEqual([
      [60, 44.4, 'undecided'],
      [30, 25, 'undecided'],
    ])
    expect(preserved.findings[0]?.detail).toContain('zeros for Docks, which had points')
  })

  it('keeps the score of the running week of a longer matchup', () => {
    const long = (score: number): Game => {
      const [running] = RUNNING as [Game]
      const pointsByWeek = [3, 4].map((week, index) => ({
        week,
        points: pointsOf([55.5, score][index] ?? 0),
      }))
      return { ...running, home: { ...running.home, livePoints: pointsOf(55.5 + score), pointsByWeek } }
    }
    const periods = [{ period: 3, weeks: [3, 4] }]
    const of = (score: number) => {
      const built = season([...WEEKS, long(score)])
      return { ...built, calendar: { ...built.calendar, periods } }
    }
    expect(scoresOf(preserve(of(0), of(10)), 3)[0]?.[0]).toBe(65.5)
    expect(scoresOf(preserve(of(12), of(10)), 3)[0]?.[0]).toBe(67.5)
  })

  it('takes the zeros that an admin has accepted', () => {
    const taken = preserve(season([...WEEKS, ...zeros]), stored, [3])
    expect([scoresOf(taken, 3), taken.findings]).toEqual([
      [
        [0, 0, 'undecided'],
        [0, 0, 'undecided'],
      ],
      [],
    ])
  })

  it('takes them once the host has closed the week, and its totals do not contain the points either', () => {
    const closed = zeros.map((each) => ({ ...each, result: 'tie' as const }))
    expect(scoresOf(preserve(season([...WEEKS, ...closed], TOTALS, 3), stored), 3)).toEqual([
      [0, 0, 'tie'],
      [0, 0, 'tie'],
    ])
    const contradicted = season([...WEEKS, ...closed], [255.5, 203.3, 192.2, 184.4], 3)
    expect(scoresOf(preserve(contradicted, stored), 3)).toEqual(LAST)
  })

  it('takes them from a host whose totals contained the points, and do not any more', () => {
    const live = season([...WEEKS, ...RUNNING], [255.5, 203.3, 192.2, 184.4])
    expect(preserve(season([...WEEKS, ...zeros]), live).findings).toEqual([])
  })

  it('keeps them in the playoffs, which are in no totals', () => {
    const final = (a: number, b: number, result: GameResult = 'undecided') => game(4, [1, a], [2, b], result)
    const preserved = preserve(season([...WEEKS, final(0, 20, 'away')]), season([...WEEKS, final(30, 20)]))
    expect(scoresOf(preserved, 4)).toEqual([[30, 20, 'undecided']])
  })

  it('takes every other change at once, and a game that has other teams', () => {
    const corrected = [game(3, [1, 50], [4, 44.4], 'undecided'), game(3, [2, 33.3], [3, 21], 'home')]
    expect(preserve(season([...WEEKS, ...corrected]), stored)).toEqual(season([...WEEKS, ...corrected]))
    const swapped = [game(3, [1, 55.5], [3, 0], 'undecided'), game(3, [2, 33.3], [4, 0], 'undecided')]
    expect(preserve(season([...WEEKS, ...swapped]), stored).findings).toEqual([])
  })
})

describe('a final week that comes back damaged', () => {
  const stored = season(WEEKS)
  const damaged = (...games: Game[]) => [...WEEKS.slice(0, 2), ...games]

  it.each([
    ['with other scores', damaged(game(2, [1, 10], [3, 9]), game(2, [2, 8], [4, 7]))],
    ['with zeros', damaged(game(2, [1, 0], [3, 0], 'tie'), game(2, [2, 0], [4, 0], 'not_played'))],
    ['without its games', damaged()],
  ])('stays as it is stored, which fits the totals: %s', (_, games) => {
    const preserved = preserve(season(games), stored)
    expect(scoresOf(preserved, 2)).toEqual([
      [100, 90, 'home'],
      [80, 70, 'home'],
    ])
    expect(findingsOf(preserved)).toEqual([
      [
        'scores_not_taken',
        2,
        "Sleeper's scores for all teams do not fit its season totals. The stored scores do, so they stay.",
      ],
    ])
  })

  it('keeps only the games that are damaged', () => {
    const preserved = preserve(
      season(damaged(game(2, [1, 10], [3, 9]), game(2, [2, 81], [4, 70])), [200, 171, 170, 140]),
      stored,
    )
    expect(scoresOf(preserved, 2)).toEqual([
      [100, 90, 'home'],
      [81, 70, 'home'],
    ])
    expect(preserved.findings[0]?.detail).toContain('scores for Anchors and Cables do not fit')
  })

  it('is replaced by a correction that the totals contain, or that neither fits', () => {
    const corrected = damaged(game(2, [1, 101], [3, 90]), game(2, [2, 80], [4, 70]))
    for (const total of [201, 207]) {
      const fetched = season(corrected, [total, 170, 170, 140])
      expect(preserve(fetched, stored)).toEqual(fetched)
    }
  })
})

describe('a league without matchups', () => {
  const weekly = (scores: Record<number, number[]>, totals: number[]): LeagueSeason => ({
    ...season([], totals),
    scoringType: 'TOTAL_SEASON_POINTS',
    weeklyScores: Object.entries(scores).flatMap(([week, points]) =>
      points.map((value, index) => ({ teamId: index + 1, week: Number(week), points: pointsOf(value) })),
    ),
  })
  const stored = weekly({ 1: [100, 90], 2: [40, 50] }, [100, 90])
  const scores = ({ weeklyScores }: LeagueSeason) =>
    weeklyScores.map(({ week, teamId, points }) => [week, teamId, points / 100])

  it('keeps the scores of its running week, until they are accepted', () => {
    const zeros = weekly({ 1: [100, 90], 2: [0, 55] }, [100, 90])
    const preserved = preserve(zeros, stored)
    expect(scores(preserved)).toEqual([
      [1, 1, 100],
      [1, 2, 90],
      [2, 1, 40],
      [2, 2, 55],
    ])
    expect(findingsOf(preserved)).toMatchObject([['zeros_not_taken', 2, expect.stringContaining('Anchors')]])
    expect(preserve(zeros, stored, [2])).toEqual(zeros)
  })

  it('keeps the scores that the totals contain, and takes those that they contain now', () => {
    const damaged = preserve(weekly({ 1: [10, 90], 2: [40, 50] }, [140, 140]), stored)
    expect(scores(damaged)[0]).toEqual([1, 1, 100])
    expect(damaged.findings).toMatchObject([{ code: 'scores_not_taken', week: 1 }])
    const counted = weekly({ 1: [100, 90], 2: [40, 50] }, [140, 140])
    const agreed = weekly({ 1: [100, 90], 2: [0, 50] }, [100, 140])
    expect(preserve(agreed, counted)).toEqual(agreed)
  })
})

it('gives a game the number that it has now, which another one may have had', () => {
  const [first, second] = RUNNING as [Game, Game]
  const zeros = [
    { ...game(3, [1, 0], [4, 0], 'not_played'), gameId: second.gameId },
    { ...game(3, [2, 60], [3, 61], 'undecided'), gameId: first.gameId },
  ]
  const { games } = preserve(season([...WEEKS, ...zeros]), season([...WEEKS, ...RUNNING]))
  expect(games.slice(-2).map(({ gameId, home }) => [gameId, home.teamId])).toEqual([
    [second.gameId, 1],
    [first.gameId, 2],
  ])
})

it('keeps nothing that is stored from another league, or without a stored season', () => {
  const zeros = season([...WEEKS, game(3, [1, 0], [4, 0], 'undecided')])
  const other = { ...season([...WEEKS, ...RUNNING]), providerLeagueId: '2' }
  expect(preserve(zeros, other)).toEqual(zeros)
  expect(preserveScores(zeros, { stored: null, host: 'ESPN', acceptedZeros: [] })).toEqual(zeros)
})
