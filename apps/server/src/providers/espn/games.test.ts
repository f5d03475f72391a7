import { describe, expect, it } from 'vitest'
import { translateSeason } from './season.ts'
import { buildBody, buildGame, buildSettings, buildTeam, REQUESTED } from './testing/bodies.ts'

const FINISHED = { currentMatchupPeriod: 4, latestScoringPeriod: 7, finalScoringPeriod: 5 }

function seasonWith(game: Record<string, unknown>, fields: Record<string, unknown> = {}) {
  return translateSeason([buildBody({ schedule: [buildGame(game)], ...fields })], REQUESTED)
}

function gameWith(game: Record<string, unknown>, fields: Record<string, unknown> = {}) {
  const [translated] = seasonWith(game, fields).games
  if (translated === undefined) throw new Error('no game')
  return translated
}

describe('the categories of a game', () => {
  const settings = { ...buildSettings(), scoringSettings: { scoringType: 'H2H_MOST_CATEGORIES' } }
  const score = { wins: 6, losses: 3, ties: 1 }
  const mirrored = { wins: 3, losses: 6, ties: 1 }

  it.each([
    ['both sides', score, mirrored, { home: 6, away: 3, ties: 1 }],
    ['the home side only', score, undefined, { home: 6, away: 3, ties: 1 }],
    ['the away side only', null, mirrored, { home: 6, away: 3, ties: 1 }],
    ['neither side', undefined, undefined, null],
  ])('are read from %s', (_, homeScore, awayScore, categories) => {
    const home = { teamId: 1, cumulativeScore: homeScore }
    const away = { teamId: 2, cumulativeScore: awayScore }
    expect(gameWith({ home, away }, { settings }).categories).toEqual(categories)
  })

  it('are unknown in a league that plays for points', () => {
    const home = { teamId: 1, totalPoints: 90, cumulativeScore: { wins: 0, losses: 0, ties: 0 } }
    expect(gameWith({ home }).categories).toBeNull()
  })

  it.each([
    [score, 'home', 'game 10, so its result is based on the categories.'],
    [mirrored, 'away', 'game 10, so its result is based on the categories.'],
    [{ wins: 4, losses: 4, ties: 2 }, 'tie', 'game 10, so its result is based on the categories.'],
    [undefined, 'undecided', null],
  ])('%j decide a past game without a winner as %s', (cumulativeScore, result, detail) => {
    const home = { teamId: 1, totalPoints: 0, cumulativeScore }
    const away = { teamId: 2, totalPoints: 0 }
    const season = seasonWith({ home, away, winner: undefined }, { settings })
    expect(season.games[0]?.result).toBe(result)
    expect(season.findings.map((finding) => finding.detail)).toEqual(
      detail === null ? [] : [expect.stringContaining(detail)],
    )
  })
})

describe('the result of a game', () => {
  it.each([
    ['HOME', 'home'],
    ['AWAY', 'away'],
    ['TIE', 'tie'],
  ])('with winner %s is %s, regardless of the totals', (winner, result) => {
    expect(gameWith({ winner }).result).toBe(result)
    expect(seasonWith({ winner }).findings).toEqual([])
  })

  it('is the reported winner when the totals exclude an adjustment', () => {
    const game = gameWith({
      home: { teamId: 1, totalPoints: 103.34, adjustment: 215.2 },
      away: { teamId: 2, totalPoints: 108.64, adjustment: 188.9 },
    })
    expect(game.result).toBe('home')
    expect(game.home).toMatchObject({ points: 10_334, adjustment: 21_520 })
  })

  it.each([
    [101.5, 99.25, 'home'],
    [99.25, 101.5, 'away'],
    [103.66, 103.66, 'tie'],
    [101.4999999999, 101.5, 'tie'],
    [101.498, 101.502, 'away'],
  ])('is derived from %d–%d as %s when a past game has no winner field', (home, away, result) => {
    const totals = { home: { teamId: 1, totalPoints: home }, away: { teamId: 2, totalPoints: away } }
    const season = seasonWith({ ...totals, winner: undefined, matchupPeriodId: 2 })
    expect(season.games[0]?.result).toBe(result)
    expect(season.findings).toEqual([
      { code: 'result_from_totals', detail: expect.stringContaining('game 10'), week: 2, gameId: 10 },
    ])
  })

  it.each([
    ['in the current period', { matchupPeriodId: 3 }],
    ['in the future', { matchupPeriodId: 4 }],
    ['without totals', { home: { teamId: 1 }, away: { teamId: 2 } }],
  ])('is undecided without a winner field for a game %s', (_, game) => {
    const season = seasonWith({ winner: undefined, ...game })
    expect(season.games[0]?.result).toBe('undecided')
    expect(season.findings).toEqual([])
  })

  it('is derived from the totals once the league has moved on, without a finding', () => {
    const season = seasonWith({ winner: 'UNDECIDED', matchupPeriodId: 2 })
    expect(season.games[0]?.result).toBe('home')
    expect(season.findings).toEqual([])
    expect(gameWith({ winner: 'UNDECIDED', matchupPeriodId: 3 }).result).toBe('undecided')
  })

  it.each([undefined, 'UNDECIDED'])('is no tie in a past game without a score, with winner %s', (winner) => {
    const totals = { home: { teamId: 1, totalPoints: 0 }, away: { teamId: 2, totalPoints: 0 } }
    expect(gameWith({ ...totals, winner, matchupPeriodId: 2 }).result).toBe('undecided')
  })

  it('has the adjustment that a total contains and the week does not, if the body leaves it out', () => {
    const sideOf = (more: object) =>
      gameWith({
        matchupPeriodId: 2,
        home: { teamId: 1, totalPoints: 117.52, pointsByScoringPeriod: { 2: 103.52 }, ...more },
        away: { teamId: 2, totalPoints: 90, pointsByScoringPeriod: { 2: 90 } },
      }).home
    expect(sideOf({})).toMatchObject({ points: 11_752, adjustment: 1400 })
    expect(sideOf({ adjustment: 0 })).toMatchObject({ adjustment: 0 })
    expect(sideOf({ totalPoints: 103.53 })).toMatchObject({ adjustment: 0 })
  })

  it('is derived from the totals in the last period of a finished season', () => {
    expect(gameWith({ winner: undefined, matchupPeriodId: 4 }, { status: FINISHED }).result).toBe('home')
  })

  it('is reported once for all games without a winner', () => {
    const schedule = [10, 11].map((id) => buildGame({ id, winner: undefined, matchupPeriodId: 2 }))
    const { findings } = translateSeason([buildBody({ schedule })], REQUESTED)
    expect(findings).toEqual([
      {
        code: 'result_from_totals',
        detail: 'ESPN reported no winner for 2 games, so their results are based on the scores.',
        week: 2,
        gameId: null,
      },
    ])
  })

  it('is derived from the totals for an unknown winner value', () => {
    const season = seasonWith({ winner: 'FORFEIT' })
    expect(season.games[0]?.result).toBe('home')
    expect(season.findings.map((finding) => finding.code)).toEqual(['result_from_totals'])
  })
})

describe('a bye', () => {
  it.each([
    ['no away side', { away: undefined }, 1],
    ['only an away side', { home: undefined }, 2],
    ['an away side without a team', { away: { totalPoints: 0 } }, 1],
  ])('with %s has the team at home, no opponent and no result', (_, sides, teamId) => {
    const game = gameWith({ ...sides, winner: 'UNDECIDED' })
    expect(game).toMatchObject({ away: null, result: 'undecided', home: { teamId } })
  })

  it('stays undecided in a finished season without a winner field', () => {
    const season = seasonWith(
      { away: undefined, winner: undefined, matchupPeriodId: 4 },
      { status: FINISHED },
    )
    expect(season.games[0]?.result).toBe('undecided')
    expect(season.findings).toEqual([])
  })

  it('has no live points after its period', () => {
    const home = { teamId: 1, totalPoints: 88, totalPointsLive: 12, totalProjectedPointsLive: 90 }
    const past = gameWith({ home, away: undefined, winner: 'UNDECIDED', matchupPeriodId: 2 })
    const now = gameWith({ home, away: undefined, winner: 'UNDECIDED', matchupPeriodId: 3 })
    expect(past.home).toMatchObject({ points: 8800, livePoints: null, projectedPoints: null })
    expect(now.home).toMatchObject({ livePoints: 1200, projectedPoints: 9000 })
  })

  it('without any team is an open bracket slot and is skipped', () => {
    expect(seasonWith({ home: undefined, away: undefined }).games).toEqual([])
  })
})

describe('a live game', () => {
  const home = { teamId: 1, totalPoints: 0, totalPointsLive: 8.04, totalProjectedPointsLive: 119.986682 }

  it('has a live score and projection while it is undecided', () => {
    const game = gameWith({ home, winner: 'UNDECIDED', matchupPeriodId: 3 })
    expect(game.home).toMatchObject({ points: 0, livePoints: 804, projectedPoints: 11_999 })
    expect(game.away).toMatchObject({ livePoints: null, projectedPoints: null })
  })

  it('has neither after it is decided, even if the body contains them', () => {
    const game = gameWith({ home, winner: 'HOME' })
    expect(game.home).toMatchObject({ livePoints: null, projectedPoints: null })
  })

  it('has a live score of 0 before kickoff', () => {
    const game = gameWith({
      home: { teamId: 1, totalPointsLive: 0 },
      winner: 'UNDECIDED',
      matchupPeriodId: 3,
    })
    expect(game.home.livePoints).toBe(0)
  })
})

describe('the points by week of a game', () => {
  it.each([
    ['sorted by week', { 16: 98.36, 15: 140.32 }, [15, 16]],
    ['empty without a map', undefined, []],
    ['limited to valid scores', { 15: null, 16: 'x', 17: 3 }, [17]],
    ['empty when the map is invalid', 7, []],
  ])('are %s', (_, pointsByScoringPeriod, weeks) => {
    const game = gameWith({ home: { teamId: 1, totalPoints: 1, pointsByScoringPeriod } })
    expect(game.home.pointsByWeek.map((each) => each.week)).toEqual(weeks)
  })

  it('are exact to the hundredth', () => {
    const game = gameWith({ home: { teamId: 1, pointsByScoringPeriod: { 3: 110.30000000000001 } } })
    expect(game.home.pointsByWeek).toEqual([{ week: 3, points: 11_030 }])
  })
})

describe('the bracket of a game', () => {
  it.each([
    ['NONE', 1, 'regular'],
    ['WINNERS_BRACKET', 4, 'winners'],
    ['WINNERS_CONSOLATION_LADDER', 4, 'winners consolation'],
    ['LOSERS_CONSOLATION_LADDER', 4, 'losers consolation'],
    [undefined, 3, 'regular'],
    [undefined, 4, 'playoffs'],
    ['TOILET_BOWL', 4, 'playoffs'],
    ['TOILET_BOWL', 1, 'regular'],
    [5, 4, 'playoffs'],
  ])('with tier %s in period %d is %s', (playoffTierType, matchupPeriodId, bracket) => {
    expect(gameWith({ playoffTierType, matchupPeriodId }).bracket).toBe(bracket)
  })

  it('is regular when neither the tier nor the length of the season is known', () => {
    const settings = buildSettings({ matchupPeriodCount: undefined })
    expect(gameWith({ playoffTierType: undefined, matchupPeriodId: 4 }, { settings }).bracket).toBe('regular')
  })
})

describe('a game', () => {
  it('with a team that is not in the league is skipped and reported', () => {
    const season = seasonWith({ matchupPeriodId: 4, away: { teamId: 9, totalPoints: 1 } })
    expect(season.games).toEqual([])
    expect(season.findings).toEqual([
      { code: 'unknown_team', detail: expect.stringContaining('team 9'), week: 4, gameId: 10 },
    ])
  })

  it('over two weeks has the sum of both weeks as its score', () => {
    const home = { teamId: 1, totalPoints: 285.02, pointsByScoringPeriod: { 5: 150.01, 4: 135.01 } }
    const game = gameWith({ home, matchupPeriodId: 4 })
    expect(game.home.points).toBe(28_502)
  })

  it('may have the id 0 and whole-number scores', () => {
    const game = gameWith({ id: 0, home: { teamId: 1, totalPoints: 122 } })
    expect([game.gameId, game.home.points]).toEqual([0, 12_200])
  })

  it.each([
    ['schedule.0.id', { id: 'a' }],
    ['schedule.0.matchupPeriodId', { matchupPeriodId: undefined }],
    ['schedule.0.home.teamId', { home: { teamId: 'one' } }],
    ['schedule.0.away.totalPoints', { away: { teamId: 2, totalPoints: '99' } }],
  ])('is rejected when %s has the wrong type', (path, game) => {
    expect(() => seasonWith(game)).toThrow(expect.objectContaining({ failure: 'unexpected_shape' }))
    expect(() => seasonWith(game)).toThrow(path)
  })

  it('is merged from bodies with tiers in one view and points by week in another', () => {
    const weekly = { teamId: 1, totalPoints: 101.5, pointsByScoringPeriod: { 4: 50, 5: 51.5 } }
    const matchup = buildBody({
      schedule: [buildGame({ matchupPeriodId: 4, home: weekly, playoffTierType: undefined })],
    })
    const score = {
      schedule: [
        buildGame({ matchupPeriodId: 4, playoffTierType: 'WINNERS_BRACKET' }),
        buildGame({ id: 11 }),
      ],
    }
    const season = translateSeason([matchup, score], REQUESTED)
    expect(season.games.map((game) => [game.gameId, game.bracket])).toEqual([
      [10, 'winners'],
      [11, 'regular'],
    ])
    expect(season.games[0]?.home.pointsByWeek).toHaveLength(2)
  })

  it('ignores a later body with other teams under the same id', () => {
    const otherHome = { teamId: 2, totalPoints: 1, pointsByScoringPeriod: { 1: 5 } }
    const regenerated = { schedule: [buildGame({ home: otherHome, away: { teamId: 1 } })] }
    const season = translateSeason([buildBody({ schedule: [buildGame()] }), regenerated], REQUESTED)
    expect(season.games[0]?.home).toMatchObject({ teamId: 1, pointsByWeek: [] })
  })

  it('has only teams of the first body when a league changes between two requests', () => {
    const season = translateSeason(
      [buildBody(), { teams: [buildTeam({ id: 1 }), buildTeam({ id: 3 })] }],
      REQUESTED,
    )
    expect(season.teams.map((team) => team.teamId)).toEqual([1, 2])
  })
})
