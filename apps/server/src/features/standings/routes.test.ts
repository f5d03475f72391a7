import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildGame, buildSeason, buildSide, buildTeam } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const COLOR = /^#[0-9a-f]{6}$/

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', {
    role: 'admin',
    admin_code: ADMIN_CODE,
    first_name: 'Bo',
    last_name: 'Sørensen',
  })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  testApp.provider.read = ({ season }) =>
    buildSeason({
      season,
      size: 4,
      teams: [
        buildTeam({ teamId: 1, name: 'Unranked B' }),
        buildTeam({ teamId: 2, name: 'Seeded', playoffSeed: 2, record: { wins: 9, losses: 4, ties: 1 } }),
        buildTeam({ teamId: 3, name: 'Unranked A' }),
        buildTeam({
          teamId: 4,
          name: 'Champion',
          playoffSeed: 3,
          finalRank: 1,
          pointsFor: pointsFromDecimal(1762.6599999999999),
        }),
      ],
    })
})
afterEach(() => testApp.close())

describe('GET standings', () => {
  it('orders teams without a rank by wins with a tie as half, then by points for', async () => {
    const team = (teamId: number, name: string, wins: number, ties: number, points: number) =>
      buildTeam({
        teamId,
        name,
        record: { wins, losses: 9 - wins - ties, ties },
        pointsFor: pointsFromDecimal(points),
      })
    testApp.provider.read = () =>
      buildSeason({
        size: 4,
        teams: [
          team(1, 'Alphabetically first', 3, 0, 1200),
          team(2, 'Most points of two', 5, 0, 1100),
          team(3, 'A tie ahead', 5, 1, 900),
          team(4, 'Fewest points of two', 5, 0, 1000),
        ],
      })
    await admin.post('/api/refresh-espn/', { name: 'Harbour' })
    const { body } = await admin.get('/api/league/Harbour/standings/')
    expect(body.standings.map((row: { name: string; rank: null }) => [row.name, row.rank])).toEqual([
      ['A tie ahead', null],
      ['Most points of two', null],
      ['Fewest points of two', null],
      ['Alphabetically first', null],
    ])
  })

  it('ranks by final rank or seed, best first and unranked last', async () => {
    await admin.post('/api/refresh-espn/', { name: 'Harbour' })
    const { body } = await admin.get('/api/league/Harbour/standings/')
    const rows = body.standings.map((team: { rank: number; name: string }) => [team.rank, team.name])
    expect(rows).toEqual([
      [1, 'Champion'],
      [2, 'Seeded'],
      [null, 'Unranked A'],
      [null, 'Unranked B'],
    ])
    expect(body).toMatchObject({
      season: 2026,
      playoff_teams: 4,
      is_finished: false,
      updated_at: SUNDAY.toISOString(),
      last_error: null,
    })
  })

  it("returns each team's record, points, owners, weekly points and manager", async () => {
    testApp.provider.read = () => buildSeason()
    await admin.post('/api/refresh-espn/', { name: 'Harbour' })
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'boss' })
    const { body } = await admin.get('/api/league/Harbour/standings/')
    expect(body.standings[0]).toEqual({
      team_id: 1,
      name: 'Anchors',
      abbrev: 'ANC',
      logo: null,
      color: expect.stringMatching(COLOR),
      wins: 1,
      losses: 0,
      ties: 0,
      rank: null,
      points_for: 101.5,
      points_against: 88.02,
      assigned_user: 'Bo Sørensen',
      is_mine: true,
      owners: ['Ada Marlow'],
      weekly_points: [{ week: 1, points: 101.5 }],
      seed: null,
      streak: { outcome: 'win', length: 1 },
      last_result: 'win',
      eliminated_week: null,
      games_back: 0,
      points_per_game: 101.5,
    })
    expect(body.standings[1]).toMatchObject({
      assigned_user: null,
      is_mine: false,
      weekly_points: [{ week: 1, points: 88.02 }],
      streak: { outcome: 'loss', length: 1 },
      last_result: 'loss',
      games_back: 1,
      points_per_game: 88.02,
    })
  })

  it('has the total of a one-week game without weekly scores, also if it is 0', async () => {
    const games = [
      buildGame({
        home: buildSide({ teamId: 1, points: pointsFromDecimal(101.5) }),
        away: buildSide({ teamId: 2 }),
      }),
    ]
    testApp.provider.read = () => buildSeason({ games })
    await admin.post('/api/refresh-espn/', { name: 'Harbour' })
    const { body } = await admin.get('/api/league/Harbour/standings/')
    expect(body.standings.map((team: { weekly_points: object[] }) => team.weekly_points)).toEqual([
      [{ week: 1, points: 101.5 }],
      [{ week: 1, points: 0 }],
    ])
  })

  it('leaves the week in progress out of the weekly points', async () => {
    const week = (number: number, points: number) => ({ week: number, points: pointsFromDecimal(points) })
    const games = [
      buildGame({
        gameId: 1,
        period: 1,
        home: buildSide({ points: pointsFromDecimal(90), pointsByWeek: [week(1, 90)] }),
      }),
      buildGame({
        gameId: 2,
        period: 2,
        home: buildSide({ pointsByWeek: [week(2, 11.5)] }),
        away: null,
        result: 'undecided',
      }),
    ]
    const weeklyPointsWhen = async (isFinished: boolean) => {
      const progress = { ...buildSeason().progress, currentWeek: 2, isFinished }
      testApp.provider.read = () => buildSeason({ games, progress })
      await admin.post('/api/refresh-espn/', { name: 'Harbour' })
      return (await admin.get('/api/league/Harbour/standings/')).body.standings[0].weekly_points
    }
    expect(await weeklyPointsWhen(false)).toEqual([{ week: 1, points: 90 }])
    expect(await weeklyPointsWhen(true)).toEqual([
      { week: 1, points: 90 },
      { week: 2, points: 11.5 },
    ])
  })

  it('returns the requested season', async () => {
    for (const season of [2025, 2026]) await admin.post('/api/refresh-espn/', { name: 'Harbour', season })
    expect((await admin.get('/api/league/Harbour/standings/?season=2025')).body.season).toBe(2025)
    expect((await admin.get('/api/league/Harbour/standings/')).body.season).toBe(2026)
  })

  it('shows a manager in an earlier season only if they owned the team then', async () => {
    const teams = (first: string, second: string) => [
      buildTeam({ teamId: 1, name: 'First', ownerIds: [first] }),
      buildTeam({ teamId: 2, name: 'Second', ownerIds: [second] }),
    ]
    testApp.provider.read = ({ season }) =>
      buildSeason({ season, games: [], teams: season === 2026 ? teams('{A}', '{B}') : teams('{B}', '{B}') })
    for (const season of [2025, 2026]) await admin.post('/api/refresh-espn/', { name: 'Harbour', season })
    await testApp.registerUser('ben')
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'boss' })
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 2, username: 'ben' })
    const managersIn = async (season: number) =>
      (await admin.get(`/api/league/Harbour/standings/?season=${season}`)).body.standings.map(
        (team: { assigned_user: string; is_mine: boolean }) => [team.assigned_user, team.is_mine],
      )
    expect(await managersIn(2026)).toEqual([
      ['Bo Sørensen', true],
      ['ben', false],
    ])
    expect(await managersIn(2025)).toEqual([
      [null, false],
      ['ben', false],
    ])
  })

  it('names the person, not the account that an admin has merged into another', async () => {
    const member = (memberId: string, name: string) => ({
      memberId,
      name,
      isManager: false,
      isCreator: false,
    })
    testApp.provider.read = ({ season }) =>
      buildSeason({
        season,
        games: [],
        members: season === 2026 ? [member('{NEW}', 'adam_17')] : [member('{OLD}', 'Ada Marlow')],
        teams: [buildTeam({ teamId: 1, ownerIds: [season === 2026 ? '{NEW}' : '{OLD}'] })],
      })
    for (const season of [2025, 2026]) await admin.post('/api/refresh-espn/', { name: 'Harbour', season })
    const owners = async () =>
      (await admin.get('/api/league/Harbour/standings/')).body.standings.map(
        (team: { owners: string[] }) => team.owners,
      )
    expect(await owners()).toEqual([['adam_17']])
    await testApp.db
      .insertInto('owner_merges')
      .values({
        league_id: await testApp.findLeagueId(),
        member_id: '{NEW}',
        person_id: '{OLD}',
        merged_at: 0,
      })
      .execute()
    expect(await owners()).toEqual([['Ada Marlow']])
  })

  it('returns no teams before the first refresh and for a season that is not stored', async () => {
    const empty = {
      scoring_format: 'points',
      standings: [],
      playoff_teams: null,
      is_finished: false,
      updated_at: null,
      draft_at: null,
      last_error: null,
      provider: null,
    }
    expect((await admin.get('/api/league/Harbour/standings/')).body).toEqual({ season: 2026, ...empty })
    expect((await admin.get('/api/league/Harbour/standings/?season=2011')).body).toEqual({
      season: 2011,
      ...empty,
    })
  })

  it.each(['abc', '1998', '', '2026.5', '99999'])('returns 400 for the season %j', async (season) => {
    const response = await admin.get(`/api/league/Harbour/standings/?season=${season}`)
    expect([response.status, Object.keys(response.body.fields)]).toEqual([400, ['season']])
  })

  it('returns 304 until the standings change', async () => {
    await admin.post('/api/refresh-espn/', { name: 'Harbour' })
    const first = await admin.get('/api/league/Harbour/standings/')
    const etag = String(first.headers['etag'])
    expect((await admin.get('/api/league/Harbour/standings/', { 'if-none-match': etag })).status).toBe(304)
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 2, username: 'boss' })
    expect((await admin.get('/api/league/Harbour/standings/', { 'if-none-match': etag })).status).toBe(200)
  })
})

describe('GET my summary', () => {
  it('returns assigned: false without a team', async () => {
    await admin.post('/api/refresh-espn/', { name: 'Harbour' })
    expect((await admin.get('/api/league/Harbour/me/summary/')).body).toEqual({
      assigned: false,
      scoring_format: 'points',
      team: null,
    })
  })

  it("returns the user's own team, and no team to anyone else", async () => {
    await admin.post('/api/refresh-espn/', { name: 'Harbour' })
    const player = await testApp.registerUser('player')
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 4, username: 'player' })
    expect((await player.get('/api/league/Harbour/me/summary/')).body).toEqual({
      assigned: true,
      scoring_format: 'points',
      team: {
        team_id: 4,
        name: 'Champion',
        logo: null,
        color: expect.stringMatching(COLOR),
        rank: 1,
        record: { wins: 0, losses: 0, ties: 0 },
        points_for: 1762.66,
      },
    })
    expect((await admin.get('/api/league/Harbour/me/summary/')).body.assigned).toBe(false)
  })
})
