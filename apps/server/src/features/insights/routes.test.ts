import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import type { GameSide, LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildGame, buildSeason, buildSide, buildTeam } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

/** The reference league: the week, then each team with its score. Teams 3 and 4 tie in the first week. */
const GAMES = [
  [1, 1, 120.5, 2, 110],
  [1, 3, 99.9, 4, 99.9],
  [2, 1, 88, 3, 130.2],
  [2, 2, 101.1, 4, 101],
  [3, 1, 105, 4, 140],
  [3, 2, 90, 3, 95.5],
] as const

/** The pairings of further weeks, in which everybody meets everybody. */
const PAIRINGS = [
  [
    [1, 2],
    [3, 4],
  ],
  [
    [1, 3],
    [2, 4],
  ],
  [
    [1, 4],
    [2, 3],
  ],
] as const

/** A league of four with `final` weeks of the reference league and `open` ones after them. */
function aSeason(year: number, final: number, open: number, more: Partial<LeagueSeason> = {}): LeagueSeason {
  const played = GAMES.filter(([week]) => week <= final)
  const side = (teamId: number, points: number, week: number) =>
    buildSide({
      teamId,
      points: pointsFromDecimal(points),
      pointsByWeek: [{ week, points: pointsFromDecimal(points) }],
    })
  const finalGames = played.map(([week, home, homePoints, away, awayPoints], index) =>
    buildGame({
      gameId: index + 1,
      period: week,
      home: side(home, homePoints, week),
      away: side(away, awayPoints, week),
      result: homePoints === awayPoints ? 'tie' : homePoints > awayPoints ? 'home' : 'away',
    }),
  )
  const openGames = Array.from({ length: open }, (_, index) => final + index + 1).flatMap((week) =>
    (PAIRINGS[(week - 1) % 3] ?? []).map(([home, away], index) =>
      buildGame({
        gameId: week * 10 + index,
        period: week,
        home: buildSide({ teamId: home }),
        away: buildSide({ teamId: away }),
        result: 'undecided',
      }),
    ),
  )
  const totals = (teamId: number) => {
    const record = { wins: 0, losses: 0, ties: 0 }
    let pointsFor = 0
    let pointsAgainst = 0
    for (const { home, away, result } of finalGames) {
      if (home.teamId !== teamId && away?.teamId !== teamId) continue
      const isHome = home.teamId === teamId
      pointsFor += (isHome ? home : away)?.points ?? 0
      pointsAgainst += (isHome ? away : home)?.points ?? 0
      record[result === 'tie' ? 'ties' : isHome === (result === 'home') ? 'wins' : 'losses'] += 1
    }
    return { record, pointsFor: pointsFor as Points, pointsAgainst: pointsAgainst as Points }
  }
  const weeks = final + open
  return buildSeason({
    season: year,
    size: 4,
    calendar: {
      regularSeasonPeriods: weeks,
      playoffTeams: 2,
      periods: Array.from({ length: weeks + 1 }, (_, index) => ({ period: index + 1, weeks: [index + 1] })),
    },
    progress: {
      isDrafted: true,
      isFinished: open === 0,
      currentPeriod: final + 1,
      currentWeek: final + 1,
      finalWeek: weeks + 1,
    },
    teams: [1, 2, 3, 4].map((teamId) =>
      buildTeam({ teamId, name: `Team ${'ABCD'[teamId - 1]}`, ...totals(teamId) }),
    ),
    games: [...finalGames, ...openGames],
    ...more,
  })
}

const SEASONS: Record<number, LeagueSeason> = {
  2026: aSeason(2026, 3, 3),
  2025: aSeason(2025, 2, 1),
  2024: aSeason(2024, 0, 3),
  2023: aSeason(2023, 3, 0, { games: [] }),
  2022: aSeason(2022, 3, 3, { scoringType: 'H2H_CATEGORY' }),
  2021: aSeason(2021, 3, 1, {
    calendar: { regularSeasonPeriods: 9, playoffTeams: 2, periods: [{ period: 1, weeks: [1] }] },
  }),
  2020: aSeason(2020, 3, 1, {
    calendar: { regularSeasonPeriods: 4, playoffTeams: null, periods: [{ period: 1, weeks: [1] }] },
  }),
  2019: aSeason(2019, 3, 0),
  2018: inTwoDivisions(aSeason(2018, 2, 4)),
  2017: withScores(aSeason(2017, 3, 3), 5),
}

/** Teams 1 and 2, and 3 and 4. Among teams with the same record, their games decide. */
function inTwoDivisions(season: LeagueSeason): LeagueSeason {
  return {
    ...season,
    teams: season.teams.map((team) => ({ ...team, divisionId: team.teamId <= 2 ? 7 : 8 })),
    seeding: {
      tieBreaker: 'head_to_head',
      isReseeded: true,
      divisions: [
        { divisionId: 7, name: 'Harbor' },
        { divisionId: 8, name: null },
      ],
    },
  }
}

/** The season with scores in its weeks up to one, home teams before away teams. */
function withScores(season: LeagueSeason, through: number): LeagueSeason {
  const play = (side: GameSide, points: number) => ({
    ...side,
    points: pointsFromDecimal(points),
    pointsByWeek: [{ week: 0, points: pointsFromDecimal(points) }],
  })
  return {
    ...season,
    games: season.games.map((game, index) =>
      game.result !== 'undecided' || game.period > through || game.away === null
        ? game
        : { ...game, home: play(game.home, 110 + index), away: play(game.away, 90 + index), result: 'home' },
    ),
  }
}

let testApp: TestApp
let admin: TestClient
beforeAll(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  testApp.provider.read = ({ season }) => SEASONS[season] ?? aSeason(season, 3, 3)
  for (const season of Object.keys(SEASONS))
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: Number(season) })
})
afterAll(() => testApp.close())

const read = async (path: string) => (await admin.get(`/api/league/Harbour/insights/${path}`)).body
const whatIf = (body: object) => admin.post('/api/league/Harbour/insights/what-if/', body)
const closeTo = (value: number) => expect.closeTo(value, 6)

/** A week of a team, with the opponent and its points. */
function aWeek(
  week: number,
  points: number,
  [opponentId, opponentPoints]: [number, number],
  result: number,
  rate: number,
) {
  return {
    week,
    points,
    opponent_id: opponentId,
    opponent_points: opponentPoints,
    result,
    rate: closeTo(rate),
    luck: closeTo(result - rate),
  }
}

describe('GET luck', () => {
  it('has the figures of the reference league', async () => {
    const body = await read('luck/?season=2026')
    expect(body).toMatchObject({ season: 2026, week: 3, scoring_format: 'points', unavailable: null })
    expect(body.has_median_games).toBe(false)
    expect(body.teams[2]).toEqual({
      team_id: 3,
      record: { wins: 2, losses: 0, ties: 1 },
      all_play: { wins: 4, losses: 4, ties: 1 },
      all_play_rate: 0.5,
      expected_wins: closeTo(1.5),
      luck: closeTo(1),
      standard_deviation: closeTo(0.527046),
      unusualness: closeTo(1.897367),
      schedule: { played: closeTo(0), remaining: closeTo(0), opponents_all_play_rate: closeTo(0.5) },
      scores: {
        weeks: 3,
        standard_deviation: closeTo(15.425592),
        volatility: closeTo(19.659349),
        median: 99.9,
        floor: closeTo(96.38),
        ceiling: closeTo(124.14),
        boom: 1,
        bust: 0,
      },
      weeks: [
        aWeek(1, 99.9, [4, 99.9], 0.5, 1 / 6),
        aWeek(2, 130.2, [1, 88], 1, 1),
        aWeek(3, 95.5, [2, 90], 1, 1 / 3),
      ],
    })
  })

  it('leaves out figures of fewer than three weeks', async () => {
    const { teams } = await read('luck/?season=2025')
    expect(teams[0]).toMatchObject({
      luck: closeTo(0),
      schedule: { played: null, remaining: null, opponents_all_play_rate: null },
      scores: { weeks: 2, volatility: null },
    })
  })
})

it.each([
  [2024, 'not_started'],
  [2023, 'no_games'],
  [2022, 'format'],
  [2010, 'not_stored'],
])('says why %i has no insights', async (season, unavailable) => {
  for (const name of ['luck', 'schedule-swap', 'power', 'race'])
    expect(await read(`${name}/?season=${season}`)).toMatchObject({ unavailable, teams: [] })
})

it('says that a season has no lineups', async () => {
  expect(await read('lineups/?season=2026')).toMatchObject({
    unavailable: 'no_lineups',
    nfl_week: null,
    nfl_weeks: [],
    teams: [],
  })
})

it('swaps schedules', async () => {
  const { teams } = await read('schedule-swap/?season=2026')
  expect(teams[1]).toEqual({
    team_id: 2,
    records: [
      { schedule_of: 1, wins: 0, losses: 3, ties: 0 },
      { schedule_of: 2, wins: 1, losses: 2, ties: 0 },
      { schedule_of: 3, wins: 2, losses: 1, ties: 0 },
      { schedule_of: 4, wins: 2, losses: 1, ties: 0 },
    ],
    best: 2,
    worst: 0,
    mean: 1.25,
    better: 2,
  })
})

describe('GET power', () => {
  it('is the composite ranking without another formula', async () => {
    const body = await read('power/?season=2026')
    expect(body).toMatchObject({ formula: 'composite', week: 3 })
    expect(
      body.teams.map(({ team_id, rank, previous_rank, score }: Record<string, number>) => [
        team_id,
        rank,
        previous_rank,
        score,
      ]),
    ).toEqual([
      [4, 1, 4, closeTo(57.878706)],
      [3, 2, 1, closeTo(55.096001)],
      [1, 3, 3, closeTo(45.881033)],
      [2, 4, 2, closeTo(41.144259)],
    ])
    expect(Object.keys(body.teams[0].parts)).toEqual(['points', 'recent_points', 'win_rate'])
    for (const { score, parts } of body.teams as { score: number; parts: Record<string, number> }[])
      expect(Object.values(parts).reduce((sum, part) => sum + part, 50)).toBeCloseTo(score, 9)
  })

  it('goes back to an earlier week', async () => {
    const body = await read('power/?season=2026&week=1&formula=dominance')
    expect(body).toMatchObject({ formula: 'dominance', week: 1, weights: null })
    expect(body.teams.map((team: { team_id: number }) => team.team_id)).toEqual([1, 2, 3, 4])
    expect(body.teams[0].previous_rank).toBeNull()
  })

  it('has the ranks of all weeks, whichever is requested', async () => {
    const { teams } = await read('power/?season=2026&week=2')
    expect(teams[0]).toMatchObject({ team_id: 3, rank: 1, score: closeTo(59.426446) })
    expect(teams[0].history).toEqual([
      { week: 1, rank: 3, score: closeTo(47.468121) },
      { week: 2, rank: 1, score: closeTo(59.426446) },
      { week: 3, rank: 2, score: closeTo(55.096001) },
    ])
  })

  it('rejects an unknown formula', async () => {
    const { status } = await admin.get('/api/league/Harbour/insights/power/?formula=votes')
    expect(status).toBe(400)
  })
})

describe('GET race', () => {
  it('has odds that add up, and says how they were simulated', async () => {
    const body = await read('race/?season=2026')
    expect(body).toMatchObject({
      week: 3,
      unavailable: null,
      odds_unavailable: null,
      places: 2,
      byes: 0,
      formula_version: 2,
      model: { runs: 10_000, sigma: closeTo(17.569695) },
    })
    expect(body.remaining_games).toHaveLength(6)
    expect(body.remaining_games[0]).toEqual({ game_id: 40, week: 4, home_team_id: 1, away_team_id: 2 })
    const sumOf = (name: string) =>
      body.teams.reduce(
        (sum: number, { odds }: { odds: Record<string, number> }) => sum + (odds[name] ?? 0),
        0,
      )
    expect(['playoffs', 'first_seed', 'title'].map(sumOf)).toEqual([closeTo(2), closeTo(1), closeTo(1)])
    expect(body.teams[2]).toMatchObject({
      team_id: 3,
      wins: 2,
      losses: 0,
      ties: 1,
      points_for: 325.6,
      current_seed: 1,
      results_left: 3,
      status: 'alive',
      proven: false,
      host_odds: null,
      scenarios: [],
    })
  })

  it('is seeded as the league has set', async () => {
    const body = await read('race/?season=2018')
    expect(body.seeding).toEqual({
      tie_breaker: 'head_to_head',
      is_reseeded: true,
      divisions: [
        { name: 'Harbor', team_ids: [1, 2] },
        { name: null, team_ids: [3, 4] },
      ],
    })
    // Team 1 has the record of team 2 and fewer points, but has beaten it.
    expect(body.teams.map((team: { current_seed: number }) => team.current_seed)).toEqual([2, 3, 1, 4])
    expect((await read('race/?season=2026')).seeding).toEqual({
      tie_breaker: 'points_for',
      is_reseeded: null,
      divisions: [],
    })
  })

  it('is the same in every request', async () => {
    expect(await read('race/?season=2026')).toEqual(await read('race/?season=2026'))
  })

  it('has scenarios in the last week, and no odds before week 3', async () => {
    const body = await read('race/?season=2025')
    expect(body).toMatchObject({ odds_unavailable: 'too_early', model: null })
    expect(
      body.teams.map(({ label, magic_number, scenarios, odds }: Record<string, unknown>) => [
        label,
        magic_number,
        scenarios,
        odds,
      ]),
    ).toEqual([
      ['win_and_in', 2, ['In with a win, or with a tie and a loss by Team B.'], null],
      ['win_and_in', 2, ['In with a win.'], null],
      ['win_and_in', 1, ['In with a win or a tie.'], null],
      ['must_win', 2, ['In with a win and a loss by Team B.'], null],
    ])
  })

  it('is decided after the last week', async () => {
    const { teams } = await read('race/?season=2019')
    expect(
      teams.map(({ status, proven, odds }: Record<string, unknown>) => [status, proven, odds]),
    ).toMatchObject([
      ['eliminated', true, { playoffs: 0 }],
      ['eliminated', true, { playoffs: 0 }],
      ['clinched_first', true, { playoffs: 1, first_seed: 1 }],
      ['clinched', true, { playoffs: 1, first_seed: 0 }],
    ])
  })

  it('claims nothing without a published schedule or playoffs', async () => {
    const body = await read('race/?season=2021')
    expect(body).toMatchObject({ unavailable: null, odds_unavailable: 'no_schedule' })
    expect(body.teams[0]).toMatchObject({ status: 'alive', odds: null, label: null, magic_number: null })
    expect(await read('race/?season=2020')).toMatchObject({ unavailable: 'no_playoffs', teams: [] })
  })
})

it('tells what is at stake in the games of the next week', async () => {
  const { stakes, teams } = await read('race/?season=2026')
  expect(stakes).toMatchObject([
    { game_id: 40, week: 4, home_team_id: 1, away_team_id: 2 },
    { game_id: 41, week: 4, home_team_id: 3, away_team_id: 4 },
  ])
  const [first] = stakes[0].teams
  expect(first.team_id).toBe(1)
  expect(first.away_wins).toBeLessThan(teams[0].odds.playoffs)
  expect(first.home_wins).toBeGreaterThan(teams[0].odds.playoffs)
  for (const season of [2025, 2019, 2021]) expect((await read(`race/?season=${season}`)).stakes).toEqual([])
})

describe('GET race history', () => {
  it('has the odds after each week from the third one on, the last ones of which are those of the race', async () => {
    const { weeks, ...header } = await read('race/history/?season=2017')
    expect(header).toEqual({
      season: 2017,
      week: 5,
      scoring_format: 'points',
      unavailable: null,
      odds_unavailable: null,
      formula_version: 2,
    })
    expect(weeks.map(({ week }: { week: number }) => week)).toEqual([3, 4, 5])
    const race = await read('race/?season=2017')
    const partOf = ({ team_id, status, odds }: Record<string, unknown>) => ({ team_id, status, odds })
    expect(weeks[2].teams).toEqual(race.teams.map(partOf))
    for (const { teams } of weeks)
      expect(
        teams.reduce((sum: number, team: { odds: { playoffs: number } }) => sum + team.odds.playoffs, 0),
      ).toBeCloseTo(2, 9)
  })

  it('does not know the later games', async () => {
    const [third] = (await read('race/history/?season=2017')).weeks
    // The season of 2026 is the same one after three weeks, but its odds have another seed.
    const { teams } = await read('race/?season=2026')
    for (const [index, { odds }] of teams.entries())
      expect(Math.abs(third.teams[index].odds.playoffs - odds.playoffs)).toBeLessThan(0.03)
  })

  it('has the odds from before the playoffs of a finished season', async () => {
    const { weeks } = await read('race/history/?season=2019')
    expect(weeks).toHaveLength(1)
    expect(weeks[0].teams.map(({ status }: { status: string }) => status)).toEqual(
      (await read('race/?season=2019')).teams.map(({ status }: { status: string }) => status),
    )
  })

  it.each([2025, 2024, 2022, 2021])('has no weeks without odds, as in %i', async (season) => {
    const { weeks, unavailable, odds_unavailable } = await read(`race/history/?season=${season}`)
    expect(weeks).toEqual([])
    expect(unavailable ?? odds_unavailable).not.toBeNull()
  })
})

describe('POST what-if', () => {
  it('replaces winners and keeps everything else', async () => {
    const before = await read('race/?season=2026')
    const none = await whatIf({ season: 2026, picks: [] })
    expect(none.body).toEqual(before)
    const picks = before.remaining_games
      .filter((game: { home_team_id: number }) => game.home_team_id === 1)
      .map((game: { game_id: number }) => ({ game_id: game.game_id, winner: 'home' }))
    const { body } = await whatIf({ season: 2026, picks })
    expect(body.model).toEqual(before.model)
    expect(body.teams[0].odds.playoffs).toBeGreaterThan(before.teams[0].odds.playoffs)
    expect(await read('race/?season=2026')).toEqual(before)
  })

  it('proves what the picks decide', async () => {
    const { body } = await whatIf({
      season: 2025,
      picks: [
        { game_id: 30, winner: 'home' },
        { game_id: 31, winner: 'home' },
      ],
    })
    expect(body.teams.map((team: { status: string }) => team.status)).toEqual([
      'clinched',
      'clinched',
      'eliminated',
      'eliminated',
    ])
  })

  it('ignores games that are not open', async () => {
    const { body } = await whatIf({ season: 2026, picks: [{ game_id: 1, winner: 'away' }] })
    expect(body).toEqual(await read('race/?season=2026'))
  })

  it('rejects other winners', async () => {
    expect((await whatIf({ picks: [{ game_id: 1, winner: 'nobody' }] })).status).toBe(400)
  })
})

it('follows a corrected score', async () => {
  const before = await read('race/?season=2019')
  const corrected = aSeason(2019, 3, 0)
  SEASONS[2019] = {
    ...corrected,
    games: corrected.games.map((game) => (game.gameId === 6 ? { ...game, result: 'home' as const } : game)),
  }
  await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2019 })
  const after = await read('race/?season=2019')
  expect(before.teams[1].status).toBe('eliminated')
  expect(after.teams.map((team: { status: string }) => team.status)).not.toEqual(
    before.teams.map((team: { status: string }) => team.status),
  )
})
