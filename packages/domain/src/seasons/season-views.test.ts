import { describe, expect, it } from 'vitest'
import type { Points } from '../points.ts'
import type { Game, GameSide, LeagueSeason, SeasonProgress, SeasonTeam } from './season.ts'
import {
  bracketOf,
  completedWeeksOf,
  gamesById,
  normalizeSeason,
  ownerNamesOf,
  scheduleOf,
  weeklyScoresOf,
} from './season-views.ts'

const points = (value: number) => (value * 100) as Points

const side = (teamId: number, total: number, ...byWeek: [week: number, points: number][]): GameSide => ({
  teamId,
  points: points(total),
  livePoints: null,
  projectedPoints: null,
  adjustment: points(0),
  pointsByWeek: byWeek.map(([week, value]) => ({ week, points: points(value) })),
})

const game = (gameId: number, period: number, home: GameSide, away: GameSide | null): Game => ({
  gameId,
  period,
  home,
  away,
  result: 'home',
  bracket: 'regular',
  categories: null,
})

const team = (teamId: number, ownerIds: string[] = []): SeasonTeam => ({
  teamId,
  name: `Team ${teamId}`,
  abbrev: '',
  logo: null,
  divisionId: null,
  record: null,
  pointsFor: null,
  pointsAgainst: null,
  playoffSeed: null,
  finalRank: null,
  ownerIds,
  primaryOwnerId: null,
})

const PROGRESS: SeasonProgress = {
  isDrafted: true,
  isFinished: false,
  currentPeriod: 2,
  currentWeek: 2,
  finalWeek: 3,
}

/** Two teams meet in week 1, and in weeks 2 and 3, while a third one is on bye. */
function season(overrides: Partial<LeagueSeason> = {}): LeagueSeason {
  return {
    providerLeagueId: '1',
    season: 2025,
    name: null,
    isPublic: null,
    scoringType: 'H2H_POINTS',
    hasMedianGame: null,
    isBestBall: false,
    hasFineScores: false,
    seeding: null,
    draftAt: null,
    size: 3,
    calendar: {
      regularSeasonPeriods: 2,
      periods: [
        { period: 1, weeks: [1] },
        { period: 2, weeks: [2, 3] },
      ],
      playoffTeams: null,
    },
    progress: PROGRESS,
    previousSeasons: [],
    members: [],
    teams: [team(2), team(1), team(3)],
    games: [
      game(4, 2, side(1, 190, [2, 90], [3, 100]), side(2, 170, [2, 80], [3, 90])),
      game(9, 1, side(2, 110), side(1, 95)),
      game(3, 1, side(3, 0, [1, 70]), null),
    ],
    weeklyScores: [],
    findings: [],
    ...overrides,
  }
}

const listScores = (scores: ReturnType<typeof weeklyScoresOf>) =>
  scores.map((score) => [score.week, score.teamId, score.points / 100])

const ALL_SCORES = [
  [1, 1, 95],
  [1, 2, 110],
  [1, 3, 70],
  [2, 1, 90],
  [2, 2, 80],
  [3, 1, 100],
  [3, 2, 90],
]

describe('weeklyScoresOf', () => {
  it('has the points of each team and week, also of byes and of games with only a total', () => {
    expect(listScores(weeklyScoresOf(season()))).toEqual(ALL_SCORES)
  })

  it('has the scores of a league without matchups', () => {
    const weeklyScores = [
      { teamId: 2, week: 2, points: points(7) },
      { teamId: 1, week: 1, points: points(5) },
    ]
    const total = season({ scoringType: 'TOTAL_SEASON_POINTS', games: [], weeklyScores })
    expect(listScores(weeklyScoresOf(total))).toEqual([
      [1, 1, 5],
      [2, 2, 7],
    ])
  })

  it('has none in leagues that play in categories', () => {
    expect(weeklyScoresOf(season({ scoringType: 'H2H_CATEGORY' }))).toEqual([])
    expect(weeklyScoresOf(season({ scoringType: 'ROTO' }))).toEqual([])
  })

  it('has none of a team that the season does not have', () => {
    expect(listScores(weeklyScoresOf(season({ teams: [team(3)] })))).toEqual([[1, 3, 70]])
  })
})

describe('completedWeeksOf', () => {
  const weeksWith = (progress: Partial<SeasonProgress>) => [
    ...new Set(completedWeeksOf(season({ progress: { ...PROGRESS, ...progress } })).map(({ week }) => week)),
  ]

  it('has the weeks before the current one, and all once the season is over', () => {
    expect(weeksWith({ currentWeek: 3 })).toEqual([1, 2])
    expect(weeksWith({ currentWeek: 3, isFinished: true })).toEqual([1, 2, 3])
  })

  it('has none while the current week is unknown', () => {
    expect(weeksWith({ currentWeek: null })).toEqual([])
  })
})

it('scheduleOf has the progress, the calendar and the format', () => {
  const draftAt = new Date('2025-08-30T18:00:00Z')
  expect(scheduleOf(season({ scoringType: 'H2H_CATEGORY', draftAt }))).toEqual({
    ...PROGRESS,
    regularSeasonPeriods: 2,
    periods: [
      { period: 1, weeks: [1] },
      { period: 2, weeks: [2, 3] },
    ],
    playoffTeams: null,
    draftAt,
    hasMedianGame: null,
    isBestBall: false,
    seeding: null,
    format: 'categories',
  })
})

it('gamesById orders games and byes by their ID', () => {
  expect(gamesById(season()).map(({ gameId }) => gameId)).toEqual([3, 4, 9])
})

it('ownerNamesOf names the primary owner first, and leaves out teams without owners', () => {
  const members = ['a', 'b'].map((memberId) => ({
    memberId,
    name: `Name of ${memberId}`,
    isManager: false,
    isCreator: false,
  }))
  const teams = [team(1, ['b', 'a']), team(2), team(3, ['unknown'])]
  expect([...ownerNamesOf({ ...season(), members, teams })]).toEqual([[1, ['Name of b', 'Name of a']]])
})

it('bracketOf is unknown without matchups', () => {
  const elimination = season({ scoringType: 'ELIMINATION', progress: { ...PROGRESS, isFinished: true } })
  expect(bracketOf(elimination)).toEqual({ status: 'unknown', rounds: [], championId: null })
})

describe('normalizeSeason', () => {
  const member = (memberId: string, name: string) => ({ memberId, name, isManager: false, isCreator: false })

  it('orders teams by ID, members by name and ID, and games by period and ID', () => {
    const members = [member('b', 'Ben'), member('z', 'Ada'), member('c', 'Ada')]
    const normal = normalizeSeason(season({ members }))
    expect(normal.teams.map(({ teamId }) => teamId)).toEqual([1, 2, 3])
    expect(normal.members.map(({ memberId }) => memberId)).toEqual(['c', 'z', 'b'])
    expect(normal.games.map(({ gameId }) => gameId)).toEqual([3, 9, 4])
  })

  it('adds the points of a week where the provider has only the total', () => {
    const [bye, single, double] = normalizeSeason(season()).games
    expect(bye?.home.pointsByWeek).toEqual([{ week: 1, points: points(70) }])
    expect(single?.away?.pointsByWeek).toEqual([{ week: 1, points: points(95) }])
    expect(double?.home.pointsByWeek).toEqual([
      { week: 2, points: points(90) },
      { week: 3, points: points(100) },
    ])
  })

  it('keeps scores of weeks that belong to no game', () => {
    const weeklyScores = [{ teamId: 3, week: 2, points: points(60) }]
    expect(normalizeSeason(season({ weeklyScores })).weeklyScores).toEqual(weeklyScores)
  })

  it('keeps no points of weeks in leagues that play in categories', () => {
    const { games } = normalizeSeason(season({ scoringType: 'H2H_CATEGORY' }))
    expect(games.flatMap(({ home }) => home.pointsByWeek)).toEqual([])
  })

  it('makes the first owner the primary one', () => {
    const { teams } = normalizeSeason(season({ teams: [team(1, ['b', 'a']), team(2)] }))
    expect(teams.map(({ primaryOwnerId }) => primaryOwnerId)).toEqual(['b', null])
  })

  it('changes nothing when it is repeated', () => {
    const normal = normalizeSeason(season())
    expect(normalizeSeason(normal)).toEqual(normal)
    expect(weeklyScoresOf(normal)).toEqual(weeklyScoresOf(season()))
  })
})
