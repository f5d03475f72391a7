import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  testApp.provider.read = () => buildSeason()
  await admin.post('/api/refresh-espn/', { name: 'Harbour' })
})
afterEach(() => testApp.close())

const listManagers = async () =>
  (await admin.get('/api/league/Harbour/standings/')).body.standings.map(
    (team: { assigned_user: string }) => team.assigned_user,
  )

const assignTeam = (league_team_id: unknown, username: unknown) =>
  admin.post('/api/league/Harbour/assign-team/', { league_team_id, username })

describe('POST assign-team', () => {
  it('adds a user who is not a member as a player', async () => {
    const player = await testApp.registerUser('player')
    expect((await assignTeam(1, 'PLAYER')).body).toEqual({ message: 'The team is now assigned to PLAYER.' })
    expect(await listManagers()).toEqual(['player', null])
    expect((await player.get('/api/league/Harbour/me/role/')).body.role).toBe('player')
  })

  it('reassigns a taken team, and moves a user from one team to another', async () => {
    await testApp.registerUser('first')
    await testApp.registerUser('second')
    await assignTeam(1, 'first')
    await assignTeam(1, 'second')
    expect(await listManagers()).toEqual(['second', null])
    await assignTeam('2', 'second')
    expect(await listManagers()).toEqual([null, 'second'])
  })

  it.each([[''], [null]])('unassigns the team for the username %j', async (username) => {
    await assignTeam(1, 'boss')
    expect((await assignTeam(1, username)).status).toBe(200)
    expect(await listManagers()).toEqual([null, null])
  })

  it.each([
    [99, 'boss', 404, 'team_not_found'],
    [1, 'unknown', 404, 'user_not_found'],
    ['x', 'boss', 400, 'invalid_input'],
    [1, 7, 400, 'invalid_input'],
    [undefined, 'boss', 400, 'invalid_input'],
  ])('rejects team %j for username %j with %i %s', async (team, username, status, code) => {
    await assignTeam(2, 'boss')
    const response = await assignTeam(team, username)
    expect([response.status, response.body.code]).toEqual([status, code])
    expect(await listManagers()).toEqual([null, 'boss'])
  })

  it('assigns a team to only one user when four are assigned it at the same time', async () => {
    const names = ['ann', 'bob', 'cy', 'dee']
    for (const name of names) await testApp.registerUser(name)
    const responses = await Promise.all(names.map((name) => assignTeam(1, name)))
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200])
    const rows = await testApp.db.selectFrom('team_assignments').select('team_id').execute()
    expect(rows).toEqual([{ team_id: 1 }])
  })

  it('returns 403 to a user who is not an admin of the league', async () => {
    const player = await testApp.registerUser('player')
    await assignTeam(2, 'player')
    const response = await player.post('/api/league/Harbour/assign-team/', {
      league_team_id: 1,
      username: 'player',
    })
    expect([response.status, response.body.code]).toEqual([403, 'not_league_admin'])
    expect(await listManagers()).toEqual([null, 'player'])
  })
})

describe('GET teams', () => {
  it('lists every team of the current season with its assigned user', async () => {
    await testApp.registerUser('player', { first_name: 'Pia', last_name: 'Lund' })
    await assignTeam(2, 'player')
    const { body } = await admin.get('/api/league/Harbour/teams/')
    expect(
      body.teams.map((team: { name: string; assigned_user: string }) => [team.name, team.assigned_user]),
    ).toEqual([
      ['Anchors', null],
      ['Buoys', 'player'],
    ])
    expect(body.teams[0]).toEqual({
      league_team_id: 1,
      name: 'Anchors',
      abbrev: 'ANC',
      logo: null,
      wins: 1,
      losses: 0,
      ties: 0,
      rank: null,
      points_for: 101.5,
      points_against: 88.02,
      assigned_user: null,
    })
  })

  it('returns an empty list before the first refresh', async () => {
    await admin.post('/api/create-league/', { name: 'Island', espn_league_id: 1 })
    expect((await admin.get('/api/league/Island/teams/')).body).toEqual({ teams: [] })
  })
})

describe('POST assign-user', () => {
  const assignUser = (username: string, role: string) =>
    admin.post('/api/assign-user/', { username, league: 'harbour', role })

  it('adds a member and changes their role', async () => {
    const player = await testApp.registerUser('player')
    expect((await assignUser('player', 'viewer')).body).toEqual({
      message: 'player is now a viewer in Harbour.',
    })
    await assignUser('player', 'admin')
    expect((await player.get('/api/league/Harbour/me/role/')).body).toEqual({ role: 'admin', is_admin: true })
  })

  it('refuses to demote the last admin of a league', async () => {
    const response = await assignUser('boss', 'player')
    expect([response.status, response.body.error]).toEqual([
      409,
      'The last admin of a league cannot be demoted.',
    ])
    expect((await admin.get('/api/league/Harbour/me/role/')).body.role).toBe('admin')
  })

  it('keeps one admin when two admins demote each other at the same time', async () => {
    await testApp.registerUser('other')
    await assignUser('other', 'admin')
    const responses = await Promise.all([assignUser('boss', 'player'), assignUser('other', 'player')])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
  })

  it.each([
    ['unknown', 'player', 404],
    ['boss', 'king', 400],
    ['', 'player', 400],
  ])('rejects username %j with role %s', async (username, role, status) => {
    expect((await assignUser(username, role)).status).toBe(status)
  })

  it('returns 403 to an admin of another league', async () => {
    const player = await testApp.registerUser('player')
    await admin.post('/api/create-league/', { name: 'Island', espn_league_id: 1 })
    await assignUser('player', 'admin')
    const otherLeagueResponse = await player.post('/api/assign-user/', {
      username: 'player',
      league: 'Island',
      role: 'admin',
    })
    expect([otherLeagueResponse.status, otherLeagueResponse.body.code]).toEqual([403, 'not_league_admin'])
  })
})
