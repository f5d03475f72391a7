import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildLeagueBody, buildWeekBody } from '../testing/league-body-fixture.ts'
import { postFiles } from '../testing/multipart-form.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'

type Json = Record<string, unknown>

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp({ BETSLIP_LEAGUE: 'Harbour' })
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

const get = async (path: string) => {
  const { status, body } = await admin.get(`/api/league/Harbour/${path}`)
  expect([path, status]).toEqual([path, 200])
  return body
}

async function upload(body: Json) {
  const files = [{ name: '2012.json', content: JSON.stringify(body) }]
  const response = await postFiles(admin, '/api/league/Harbour/seasons/upload/', files)
  expect(response.status).toBe(200)
  await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'boss' })
  return response.body.seasons[0]
}

/** The settings of a season of two weeks, and of one more matchup period outside of the NFL season. */
const settings = (scoringType: string): Json => ({
  name: 'Harbour League',
  size: 4,
  isPublic: true,
  scoringSettings: { scoringType, scoringEnhancementType: 'NONE' },
  scheduleSettings: {
    matchupPeriodCount: 24,
    matchupPeriods: { 1: [1], 2: [2], 24: [24] },
    playoffTeamCount: 2,
  },
})

describe('a category league', () => {
  type Counts = [wins: number, losses: number, ties: number]
  const side = (teamId: number, [wins, losses, ties]: Counts) => ({
    teamId,
    totalPoints: 0,
    pointsByScoringPeriod: { 1: 0 },
    cumulativeScore: { wins, losses, ties, scoreByStat: {} },
  })
  const game = (id: number, matchupPeriodId: number, [home, away]: [number, number], counts: Counts) => ({
    id,
    matchupPeriodId,
    winner: counts[0] > counts[1] ? 'HOME' : 'AWAY',
    playoffTierType: 'NONE',
    home: side(home, counts),
    away: side(away, [counts[1], counts[0], counts[2]]),
  })
  const stats = [{ statSourceId: 0, statSplitTypeId: 1, scoringPeriodId: 1, seasonId: 2012, appliedTotal: 7 }]
  const player = { fullName: 'Quentin Back', stats }
  const entries = [{ playerId: 77, lineupSlotId: 0, playerPoolEntry: { player } }]
  const weekGame = {
    ...game(1, 1, [1, 2], [6, 3, 1]),
    home: { ...side(1, [6, 3, 1]), rosterForCurrentScoringPeriod: { entries } },
  }
  const team = (id: number, owner: string, [wins, losses, ties]: Counts) => ({
    id,
    name: `Team ${owner}`,
    owners: [`{${owner}}`],
    primaryOwner: `{${owner}}`,
    playoffSeed: id,
    rankCalculatedFinal: id,
    record: { overall: { wins, losses, ties, pointsFor: 0, pointsAgainst: 0 } },
  })
  const body = buildLeagueBody({
    settings: settings('H2H_CATEGORY'),
    teams: [
      team(1, 'A', [12, 6, 2]),
      team(2, 'B', [9, 9, 2]),
      team(3, 'C', [11, 8, 1]),
      team(4, 'D', [7, 12, 1]),
    ],
    schedule: [
      game(1, 1, [1, 2], [6, 3, 1]),
      game(2, 1, [3, 4], [7, 3, 0]),
      game(3, 2, [1, 3], [4, 2, 0]),
      game(4, 2, [2, 4], [3, 1, 0]),
      game(5, 24, [1, 4], [2, 1, 1]),
    ],
  })

  it('has the records of the provider, no points and no findings', async () => {
    expect((await upload(body)).findings).toEqual([])
    const { scoring_format, standings } = await get('standings/?season=2012')
    expect(scoring_format).toBe('categories')
    expect(standings[0]).toMatchObject({ name: 'Team A', wins: 12, losses: 6, ties: 2, weekly_points: [] })
    expect((await get('meta/')).scoring_format).toBe('categories')
    expect((await get('teams/')).scoring_format).toBe('categories')
    expect(await get('me/summary/')).toMatchObject({ scoring_format: 'categories' })
    const { body: mine } = await admin.get('/api/user-leagues/boss/')
    expect(mine.leagues[0].team).toMatchObject({ scoring_format: 'categories', wins: 12 })
  })

  it('shows the categories of each matchup instead of points, also outside of the NFL season', async () => {
    await upload(body)
    const { scoring_format, weeks, matchups } = await get('scoreboard/?season=2012&week=1')
    expect([scoring_format, weeks]).toEqual(['categories', [1, 2, 24]])
    expect(matchups[0]).toMatchObject({
      status: 'Final',
      result: 'home',
      home: { name: 'Team A', score: null, proj: null, categories: { wins: 6, losses: 3, ties: 1 } },
      away: { name: 'Team B', score: null, proj: null, categories: { wins: 3, losses: 6, ties: 1 } },
    })
    expect((await get('scoreboard/?season=2012&week=24')).matchups).toMatchObject([
      { home: { categories: { wins: 2, losses: 1, ties: 1 } } },
    ])
    expect((await get('me/matchup/?season=2012&week=24')).matchup).toMatchObject({ week: 24 })
  })

  it('is live once a category counts, and decided by categories without a winner', async () => {
    const [first, second] = [game(1, 1, [1, 2], [6, 3, 1]), game(3, 2, [1, 3], [4, 2, 0])]
    const status = { currentMatchupPeriod: 2, latestScoringPeriod: 2, finalScoringPeriod: 17 }
    const teams = [1, 2, 3].map((id) => ({
      ...team(id, 'ABC'[id - 1] ?? '', [6, 3, 1]),
      rankCalculatedFinal: 0,
    }))
    const schedule = [
      { ...first, winner: undefined },
      { ...second, winner: 'UNDECIDED' },
    ]
    await upload({ ...body, status, teams, schedule })
    expect((await get('scoreboard/?season=2012&week=1')).matchups).toMatchObject([{ result: 'home' }])
    expect((await get('scoreboard/?season=2012&week=2')).matchups).toMatchObject([
      { state: 'live', result: null, home: { score: null, categories: { wins: 4 } } },
    ])
  })

  it('counts for titles, but not for records, wins and points of all time', async () => {
    await upload(body)
    const { seasons, all_time } = await get('history/')
    expect(seasons[0]).toMatchObject({ scoring_format: 'categories', champion: { name: 'Team A' } })
    expect(Object.values(all_time.league_records)).toEqual(Array.from({ length: 6 }, () => null))
    expect(all_time.by_owner_enhanced[0]).toMatchObject({
      owner: 'A Marlow',
      years: 1,
      titles: 1,
      wins: 0,
      losses: 0,
      win_pct: null,
      ppg: null,
    })
    expect(all_time.fun_facts).toMatchObject({ most_wins_manager: null, pf_season_leader: null })
    expect((await get('owner-compare/?a=A%20Marlow&b=B%20Marlow')).games).toEqual([])
    expect((await get('owners/A%20Marlow/')).seasons[0]).toMatchObject({ scoring_format: 'categories' })
  })

  it('shows lineups without points', async () => {
    await upload(body)
    const week = buildWeekBody({ schedule: [weekGame] })
    const files = [{ name: 'week-1.json', content: JSON.stringify(week) }]
    expect((await postFiles(admin, '/api/league/Harbour/seasons/upload/', files)).status).toBe(200)
    const roster = await get('me/roster/?season=2012&week=1')
    expect(roster).toMatchObject({
      scoring_format: 'categories',
      players: [{ player: 'Quentin Back', proj: null, actual: null }],
    })
    const { matchup } = await get('me/matchup/?season=2012&week=1')
    expect(matchup.home.lineup).toMatchObject([{ player: 'Quentin Back', proj: null, actual: null }])
    expect((await get('seasons/')).seasons[0].findings).toEqual([])
  })

  it('has no lowest scorer', async () => {
    await upload(body)
    expect((await get('bets/?season=2012&week=2')).lowest_scorer).toBeNull()
  })
})

describe.each([
  ['total_points', 'TOTAL_SEASON_POINTS'],
  ['roto', 'ROTO'],
])('a league with the format %s', (format, scoringType) => {
  const WEEKS: Record<number, [number, number]> = { 1: [100.5, 90], 2: [80, 120.25], 3: [95, 101], 4: [1, 2] }
  const points = (id: number) => (WEEKS[id] ?? [0, 0]).reduce((sum, each) => sum + each, 0)
  const team = (id: number) => ({
    id,
    name: `Team ${id}`,
    owners: [`{${'ABCD'[id - 1]}}`],
    primaryOwner: `{${'ABCD'[id - 1]}}`,
    playoffSeed: 0,
    rankCalculatedFinal: 0,
    points: points(id),
    record: { overall: { wins: 0, losses: 0, ties: 0, pointsFor: 0, pointsAgainst: 0 } },
  })
  const period = (week: 1 | 2) => ({
    id: week,
    matchupPeriodId: week,
    winner: 'UNDECIDED',
    teams: [1, 2, 3, 4].map((teamId) => ({
      teamId,
      totalPoints: WEEKS[teamId]?.[week - 1],
      pointsByScoringPeriod: { [week]: WEEKS[teamId]?.[week - 1] },
      cumulativeScore: { scoreByStat: {} },
    })),
  })
  const body = buildLeagueBody({
    settings: settings(scoringType),
    status: { currentMatchupPeriod: 2, latestScoringPeriod: 2, finalScoringPeriod: 17 },
    teams: [1, 2, 3, 4].map(team),
    schedule: [period(1), period(2)],
  })

  it('ranks the teams by points and has no findings', async () => {
    expect((await upload(body)).findings).toEqual([])
    const { scoring_format, standings, playoff_teams } = await get('standings/?season=2012')
    expect([scoring_format, playoff_teams]).toEqual([format, null])
    expect(standings.map(({ rank, name, points_for }: Json) => [rank, name, points_for])).toEqual([
      [1, 'Team 2', 200.25],
      [2, 'Team 3', 196],
      [3, 'Team 1', 190.5],
      [4, 'Team 4', 3],
    ])
    expect(await get('me/summary/')).toMatchObject({ scoring_format: format, team: { rank: 3 } })
    const { body: mine } = await admin.get('/api/user-leagues/boss/')
    expect(mine.leagues[0].team).toMatchObject({ scoring_format: format, rank: 3, points_for: 190.5 })
  })

  it('has no matchups', async () => {
    await upload(body)
    expect(await get('scoreboard/?season=2012')).toMatchObject({
      scoring_format: format,
      matchups: [],
      byes: [],
    })
    expect(await get('me/matchup/?season=2012')).toMatchObject({
      scoring_format: format,
      week: null,
      weeks: [],
      matchup: null,
      no_matchup: null,
    })
  })

  it('shows the points of a week where they are points', async () => {
    await upload(body)
    const { week, weeks, scores } = await get('scoreboard/?season=2012')
    const { scores: first } = await get('scoreboard/?season=2012&week=1')
    const { standings } = await get('standings/?season=2012')
    if (format === 'roto') {
      expect([week, weeks, scores, first, standings[0].weekly_points]).toEqual([null, [], [], [], []])
      return
    }
    expect([week, weeks]).toEqual([2, [1, 2]])
    expect(scores.map(({ name, score, is_mine }: Json) => [name, score, is_mine])).toEqual([
      ['Team 2', 120.25, false],
      ['Team 3', 101, false],
      ['Team 1', 90, true],
      ['Team 4', 2, false],
    ])
    expect(first[0]).toMatchObject({ name: 'Team 1', score: 100.5 })
    expect(standings[0].weekly_points).toEqual([{ week: 1, points: 80 }])
  })

  it('counts as a season played, but not for records, wins and points of all time', async () => {
    await upload(body)
    const { seasons, all_time } = await get('history/')
    expect(seasons[0]).toMatchObject({ scoring_format: format, is_finished: false })
    expect(seasons[0].standings.map(({ rank, name }: Json) => [rank, name])).toEqual([
      [1, 'Team 2'],
      [2, 'Team 3'],
      [3, 'Team 1'],
      [4, 'Team 4'],
    ])
    expect(all_time.by_owner_enhanced[0]).toMatchObject({ years: 1, wins: 0, pf: 0, ppg: null })
    expect(all_time.fun_facts).toMatchObject({ pf_career_leader: null, pf_season_leader: null })
    expect((await get('bets/?season=2012&week=2')).lowest_scorer).toBeNull()
  })
})

describe('a league whose scoring format is unknown', () => {
  it('shows its scores and records, computes nothing from them, and reports the format', async () => {
    await upload(buildLeagueBody({ settings: settings('H2H_SOMETHING') }))
    const { scoring_format, standings } = await get('standings/?season=2012')
    expect([scoring_format, standings[0].wins, standings[0].points_for]).toEqual(['unknown', 2, 210])
    expect((await get('scoreboard/?season=2012&week=1')).matchups[0]).toMatchObject({
      home: { score: 110, categories: null },
    })
    expect(await get('insights/luck/?season=2012')).toMatchObject({ unavailable: 'format', teams: [] })
    expect((await get('history/')).all_time.league_records.highest_game).toBeNull()
    const [season] = (await get('seasons/')).seasons
    expect(season.findings.map(({ code }: { code: string }) => code)).toEqual(['unknown_format'])
  })
})

describe('an elimination league', () => {
  it('has weekly scores and who is out, and no matchups or records', async () => {
    const side = (teamId: number, week: number, points: number) => ({
      teamId,
      pointsByScoringPeriod: { [week]: points },
    })
    await upload(
      buildLeagueBody({
        settings: settings('POINTS_KNOCKOUT'),
        schedule: [
          { id: 1, matchupPeriodId: 1, teams: [side(1, 1, 100), side(2, 1, 90), side(3, 1, 80)] },
          { id: 2, matchupPeriodId: 2, teams: [side(1, 2, 95), side(2, 2, 91), side(3, 2, 0)] },
        ],
      }),
    )
    const { scoring_format, standings } = await get('standings/?season=2012')
    expect(scoring_format).toBe('elimination')
    const third = standings.find(({ team_id }: { team_id: number }) => team_id === 3)
    expect(third).toMatchObject({
      eliminated_week: 1,
      wins: null,
      losses: null,
      ties: null,
      points_against: null,
    })
    const { matchups, scores } = await get('scoreboard/?season=2012&week=1')
    expect([matchups, scores.length]).toEqual([[], 3])
    expect(await get('insights/race/?season=2012')).toMatchObject({ unavailable: 'format' })
  })
})
