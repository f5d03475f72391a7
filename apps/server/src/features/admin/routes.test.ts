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

describe('assigning a team', () => {
  it('makes a player of who was no member', async () => {
    const player = await testApp.registerUser('player')
    expect((await assignTeam(1, 'PLAYER')).body).toEqual({ message: 'PLAYER has this team now.' })
    expect(await listManagers()).toEqual(['player', null])
    expect((await player.get('/api/league/Harbour/me/role/')).body.role).toBe('player')
  })

  it('moves a taken team, and moves a person from one team to another', async () => {
    await testApp.registerUser('first')
    await testApp.registerUser('second')
    await assignTeam(1, 'first')
    await assignTeam(1, 'second')
    expect(await listManagers()).toEqual(['second', null])
    await assignTeam('2', 'second')
    expect(await listManagers()).toEqual([null, 'second'])
  })

  it.each([[''], [null]])('clears it for the username %j', async (username) => {
    await assignTeam(1, 'boss')
    expect((await assignTeam(1, username)).status).toBe(200)
    expect(await listManagers()).toEqual([null, null])
  })

  it.each([
    [99, 'boss', 404, 'team_not_found'],
    [1, 'nobody', 404, 'user_not_found'],
    ['x', 'boss', 400, 'invalid_input'],
    [1, 7, 400, 'invalid_input'],
    [undefined, 'boss', 400, 'invalid_input'],
  ])('refuses the team %j for %j', async (team, username, status, code) => {
    await assignTeam(2, 'boss')
    const answer = await assignTeam(team, username)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await listManagers()).toEqual([null, 'boss'])
  })

  it('gives a team to one of those who get it at the same moment', async () => {
    const names = ['ann', 'bob', 'cy', 'dee']
    for (const name of names) await testApp.registerUser(name)
    const answers = await Promise.all(names.map((name) => assignTeam(1, name)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    const rows = await testApp.db.selectFrom('team_assignments').select('team_id').execute()
    expect(rows).toEqual([{ team_id: 1 }])
  })

  it('is for admins of the league', async () => {
    const player = await testApp.registerUser('player')
    await assignTeam(2, 'player')
    const answer = await player.post('/api/league/Harbour/assign-team/', {
      league_team_id: 1,
      username: 'player',
    })
    expect([answer.status, answer.body.code]).toEqual([403, 'not_league_admin'])
    expect(await listManagers()).toEqual([null, 'player'])
  })
})

describe('the list of teams', () => {
  it('has every team of the current season, and the username of who has it', async () => {
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

  it('is empty before the first refresh', async () => {
    await admin.post('/api/create-league/', { name: 'Island', espn_league_id: 1 })
    expect((await admin.get('/api/league/Island/teams/')).body).toEqual({ teams: [] })
  })
})

describe('assigning a role', () => {
  const assignUser = (username: string, role: string) =>
    admin.post('/api/assign-user/', { username, league: 'harbour', role })

  it('makes a member and changes the role', async () => {
    const player = await testApp.registerUser('player')
    expect((await assignUser('player', 'viewer')).body).toEqual({
      message: 'player is now viewer of Harbour.',
    })
    await assignUser('player', 'admin')
    expect((await player.get('/api/league/Harbour/me/role/')).body).toEqual({ role: 'admin', is_admin: true })
  })

  it('never leaves a league without an admin', async () => {
    const answer = await assignUser('boss', 'player')
    expect([answer.status, answer.body.error]).toEqual([409, 'The last admin of a league cannot be demoted.'])
    expect((await admin.get('/api/league/Harbour/me/role/')).body.role).toBe('admin')
  })

  it('keeps one of two admins who demote each other at the same moment', async () => {
    await testApp.registerUser('other')
    await assignUser('other', 'admin')
    const answers = await Promise.all([assignUser('boss', 'player'), assignUser('other', 'player')])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  it.each([
    ['nobody', 'player', 404],
    ['boss', 'king', 400],
    ['', 'player', 400],
  ])('refuses %j as %s', async (username, role, status) => {
    expect((await assignUser(username, role)).status).toBe(status)
  })

  it('is for admins of that league', async () => {
    const player = await testApp.registerUser('player')
    await admin.post('/api/create-league/', { name: 'Island', espn_league_id: 1 })
    await assignUser('player', 'admin')
    const foreign = await player.post('/api/assign-user/', {
      username: 'player',
      league: 'Island',
      role: 'admin',
    })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'not_league_admin'])
  })
})
