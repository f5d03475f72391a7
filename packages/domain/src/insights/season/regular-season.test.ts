import { describe, expect, it } from 'vitest'
import type { Points } from '../../points.ts'
import { REFERENCE_LEAGUE } from '../testing/reference-league.ts'
import { medianOf, playedPeriods, scoresByWeek, seasonThrough, toRegularSeason } from './regular-season.ts'

const aSide = (teamId: number, points: number) => ({ teamId, points: points as Points })

function aGame(gameId: number, period: number, points: [number, number], more: object = {}) {
  const [home, away] = points
  return {
    gameId,
    period,
    bracket: 'regular' as const,
    result: home > away ? ('home' as const) : ('away' as const),
    home: aSide(1, home),
    away: aSide(2, away),
    ...more,
  }
}

const SEASON = {
  teams: [
    { teamId: 2, divisionId: 1 },
    { teamId: 1, divisionId: 0 },
  ],
  games: [
    aGame(4, 3, [0, 0], { result: 'undecided' }),
    aGame(2, 2, [20_000, 19_000]),
    aGame(1, 1, [10_000, 9000]),
    aGame(3, 1, [5000, 0], { away: null, result: 'undecided' }),
    aGame(5, 4, [10_000, 9000], { bracket: 'winners' }),
  ],
  weeklyScores: [
    { teamId: 1, week: 2, points: 9000 as Points },
    { teamId: 1, week: 3, points: 11_000 as Points },
    { teamId: 2, week: 2, points: 9000 as Points },
  ],
  periods: [
    { period: 1, weeks: [1] },
    { period: 2, weeks: [3, 2] },
    { period: 3, weeks: [4] },
  ],
  regularSeasonPeriods: 3,
  hasMedianGame: false,
}

describe('toRegularSeason', () => {
  const season = toRegularSeason(SEASON)

  it('orders games and teams, without byes and playoff games', () => {
    expect(season.teams.map(({ teamId }) => teamId)).toEqual([1, 2])
    expect(season.games.map(({ gameId }) => gameId)).toEqual([1, 2])
    expect(season.openGames).toEqual([{ gameId: 4, period: 3, weeks: [4], homeId: 1, awayId: 2 }])
    expect(season).toMatchObject({ completedPeriods: 2, lastPeriod: 3 })
  })

  it('has the scores of the weeks, as far as they are known', () => {
    expect(season.games[1]).toMatchObject({
      weeks: [2, 3],
      home: { pointsByWeek: [9000, 11_000] },
      away: { pointsByWeek: null },
    })
    expect([...scoresByWeek(season.games).keys()]).toEqual([1, 2, 3])
  })

  it('takes the period for the week if the calendar is unknown', () => {
    const [game] = toRegularSeason({ ...SEASON, periods: [] }).games
    expect(game).toMatchObject({ weeks: [1], home: { pointsByWeek: [10_000] } })
  })

  it('goes on after a week that was not played, and begins after it', () => {
    const unplayed = { result: 'not_played' as const }
    const games = [
      aGame(1, 1, [0, 0], unplayed),
      aGame(2, 2, [2, 1]),
      aGame(3, 3, [0, 0], unplayed),
      aGame(4, 4, [2, 1]),
    ]
    const late = toRegularSeason({ ...SEASON, regularSeasonPeriods: 4, games })
    expect(late).toMatchObject({ openGames: [], completedPeriods: 4 })
    expect(playedPeriods(late)).toEqual([2, 4])
  })

  it('completes no period while one of its games is open', () => {
    const games = [aGame(1, 1, [2, 1]), aGame(2, 1, [0, 0], { result: 'undecided' }), aGame(3, 2, [2, 1])]
    expect(toRegularSeason({ ...SEASON, games }).completedPeriods).toBe(0)
  })
})

it('reopens the games after a period', () => {
  const season = seasonThrough(REFERENCE_LEAGUE, 2)
  expect(season.games).toHaveLength(4)
  expect(season.completedPeriods).toBe(2)
  expect(season.openGames).toEqual([
    { gameId: 5, period: 3, weeks: [3], homeId: 1, awayId: 4 },
    { gameId: 6, period: 3, weeks: [3], homeId: 2, awayId: 3 },
  ])
})

it.each([
  [1, 104.95],
  [2, 101.05],
  [3, 100.25],
])('has the median of week %i', (week, median) => {
  const scores = scoresByWeek(REFERENCE_LEAGUE.games).get(week) ?? []
  expect(medianOf(scores.map(({ points }) => points)) / 100).toBeCloseTo(median, 9)
})
