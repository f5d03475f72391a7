import { describe, expect, it } from 'vitest'
import { pointsFromDecimal, ZERO_POINTS } from '../points.ts'
import type { Game, GameResult, GameSide, LeagueSeason, SeasonTeam } from './season.ts'
import { checkConsistency, checkLineupConsistency, withConsistencyFindings } from './season-check.ts'

const aSide = (teamId: number, points: number): GameSide => ({
  teamId,
  points: pointsFromDecimal(points),
  livePoints: null,
  projectedPoints: null,
  adjustment: ZERO_POINTS,
  pointsByWeek: [],
})

function aGame(
  gameId: number,
  home: [number, number],
  away: [number, number] | null,
  result: GameResult,
): Game {
  return {
    gameId,
    period: gameId,
    home: aSide(...home),
    away: away === null ? null : aSide(...away),
    result,
    bracket: 'regular',
    categories: null,
  }
}

function aTeam(
  teamId: number,
  record: [number, number, number],
  scored: number,
  allowed: number,
): SeasonTeam {
  const [wins, losses, ties] = record
  return {
    teamId,
    name: `Team ${teamId}`,
    abbrev: '',
    logo: null,
    divisionId: null,
    record: { wins, losses, ties },
    pointsFor: pointsFromDecimal(scored),
    pointsAgainst: pointsFromDecimal(allowed),
    playoffSeed: null,
    finalRank: null,
    ownerIds: [],
    primaryOwnerId: null,
  }
}

/** Two teams: 1 wins 100.5 to 90, then they tie at 80. */
function aSeason(more: Partial<LeagueSeason> = {}): LeagueSeason {
  return {
    providerLeagueId: '1',
    season: 2024,
    name: null,
    isPublic: null,
    scoringType: null,
    hasMedianGame: null,
    draftAt: null,
    isBestBall: false,
    hasFineScores: false,
    seeding: null,
    size: 2,
    calendar: {
      regularSeasonPeriods: 2,
      periods: [
        { period: 1, weeks: [1] },
        { period: 2, weeks: [2, 3] },
      ],
      playoffTeams: 2,
    },
    progress: { isDrafted: true, isFinished: true, currentPeriod: 2, currentWeek: 3, finalWeek: 3 },
    previousSeasons: [],
    members: [],
    teams: [aTeam(1, [1, 0, 1], 180.5, 170), aTeam(2, [0, 1, 1], 170, 180.5)],
    games: [aGame(1, [1, 100.5], [2, 90], 'home'), aGame(2, [2, 80], [1, 80], 'tie')],
    weeklyScores: [],
    findings: [],
    ...more,
  }
}

const details = (season: LeagueSeason) => checkConsistency(season).map((finding) => finding.detail)

it('finds nothing in a consistent season', () => {
  expect(checkConsistency(aSeason())).toEqual([])
})

it('ignores byes, playoff games and undecided games', () => {
  const games = [
    ...aSeason().games,
    aGame(3, [1, 50], null, 'undecided'),
    aGame(4, [1, 50], [2, 60], 'undecided'),
    { ...aGame(5, [1, 50], [2, 60], 'away'), bracket: 'winners' as const },
  ]
  expect(checkConsistency(aSeason({ games }))).toEqual([])
})

it('uses the result instead of the points, because an adjustment can change the winner', () => {
  const games = [aGame(1, [1, 100.5], [2, 90], 'away'), aGame(2, [2, 80], [1, 80], 'tie')]
  const teams = [aTeam(1, [0, 1, 1], 180.5, 170), aTeam(2, [1, 0, 1], 170, 180.5)]
  expect(checkConsistency(aSeason({ games, teams }))).toEqual([])
})

it('finds different total wins and losses', () => {
  expect(
    details(aSeason({ teams: [aTeam(1, [2, 0, 0], 180.5, 170), aTeam(2, [0, 1, 1], 170, 180.5)] })),
  ).toEqual([
    'The total wins (2) do not equal the total losses (1).',
    'Team 1 is 2-0-0 in the standings but 1-0-1 based on its games.',
  ])
})

describe('a league in which each team also plays the median of the week', () => {
  // Team 1 scores above the median in both weeks.
  const teams = [aTeam(1, [3, 0, 1], 180.5, 170), aTeam(2, [0, 3, 1], 170, 180.5)]

  it('has one more result for each game', () => {
    expect(checkConsistency(aSeason({ teams, hasMedianGame: true }))).toEqual([])
  })

  it('is recognized by its records if the setting is unknown', () => {
    expect(checkConsistency(aSeason({ teams, hasMedianGame: null }))).toEqual([])
    expect(details(aSeason({ teams, hasMedianGame: false }))).toHaveLength(2)
  })

  it('has a finding for a team whose record does not contain the results of its games', () => {
    const wrong = [aTeam(1, [3, 0, 1], 180.5, 170), aTeam(2, [1, 0, 3], 170, 180.5)]
    expect(details(aSeason({ teams: wrong, hasMedianGame: true }))).toEqual([
      'Team 2 is 1-0-3 in the standings but 0-1-1 based on its games, without the games against the median.',
    ])
    const short = [aTeam(1, [2, 0, 1], 180.5, 170), aTeam(2, [0, 3, 1], 170, 180.5)]
    expect(details(aSeason({ teams: short, hasMedianGame: true }))).toEqual([
      'Team 1 is 2-0-1 in the standings but 1-0-1 based on its games, without the games against the median.',
    ])
  })
})

it('finds different total points for and against', () => {
  expect(
    details(aSeason({ teams: [aTeam(1, [1, 0, 1], 180.51, 170), aTeam(2, [0, 1, 1], 170, 180.5)] })),
  ).toEqual([
    'The total points for (350.51) do not equal the total points against (350.50).',
    'Team 1 has 180.51 points in the standings but 180.50 based on its games.',
  ])
})

it('finds a game of an unknown team and reports its week', () => {
  const games = [...aSeason().games, { ...aGame(9, [7, 1], [1, 2], 'undecided'), period: 2 }]
  expect(checkConsistency(aSeason({ games }))).toEqual([
    {
      code: 'unknown_team',
      detail: 'Game 9 includes team 7, which is not in the league.',
      week: 2,
      gameId: 9,
    },
  ])
})

it('says once what is true of several games, with their week if it is the same', () => {
  const gameIds = [9, 10, 11]
  const unknown = (period: (gameId: number) => number) => [
    ...gameIds.map((id) => ({ ...aGame(id, [7, 1], [1, 2], 'undecided'), period: period(id) })),
    aGame(12, [8, 1], [1, 2], 'undecided'),
  ]
  const found = (period: (gameId: number) => number) =>
    checkConsistency(aSeason({ games: [...aSeason().games, ...unknown(period)] })).map(
      ({ detail, week, gameId }) => [detail, week, gameId],
    )
  const several = '3 games include team 7, which is not in the league.'
  const other = ['Game 12 includes team 8, which is not in the league.', null, 12]
  expect(found((id) => id - 8)).toEqual([[several, null, null], other])
  expect(found(() => 2)).toEqual([[several, 2, null], other])
})

it('adds its findings in place of earlier ones, and none twice', () => {
  const note = { code: 'unknown_owner', detail: 'Again.', week: null, gameId: null } as const
  const season = aSeason({ teams: [aTeam(1, [2, 0, 1], 180.5, 170), aTeam(2, [0, 1, 1], 170, 180.5)] })
  const once = withConsistencyFindings({ ...season, findings: [note, note] })
  expect(once.findings.map(({ code }) => code)).toEqual([
    'unknown_owner',
    'wins_and_losses',
    'record',
    'champion_unknown',
  ])
  expect(withConsistencyFindings(once)).toEqual(once)
})

it('finds nothing in a season with only standings', () => {
  expect(checkConsistency(aSeason({ games: [] }))).toEqual([])
})

it('adds up 300 games without floating-point drift', () => {
  const games = Array.from({ length: 300 }, (_, index) => aGame(index, [1, 0.1], [2, 0.2], 'away'))
  const teams = [aTeam(1, [0, 300, 0], 30, 60), aTeam(2, [300, 0, 0], 60, 30)]
  expect(checkConsistency(aSeason({ games, teams }))).toEqual([])
})

it.each([
  ['match the score', 103.52, 103.52, 0, []],
  ['match the score, which excludes the adjustment', 103.52, 103.52, 14, []],
  ['match the score minus its adjustment', 103.52, 117.52, 14, []],
  ['match the score before a negative adjustment', 103.52, 93.52, -10, []],
  ['add up to less', 100, 103.5, 0, ['Anchors scored 103.50 in Week 8, but its starters add up to 100.00.']],
  [
    'add up to more',
    110.1,
    103.5,
    14,
    ['Anchors scored 103.50 in Week 8, but its starters add up to 110.10.'],
  ],
])('checks starters that %s', (_, starters, scored, adjustment, details) => {
  const score = {
    week: 8,
    teamName: 'Anchors',
    starterPoints: pointsFromDecimal(starters),
    weekPoints: pointsFromDecimal(scored),
    adjustment: pointsFromDecimal(adjustment),
  }
  expect(checkLineupConsistency([score])).toEqual(
    details.map((detail) => ({ code: 'lineup_score', detail, week: 8, gameId: null })),
  )
})
