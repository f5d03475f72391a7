import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildSeason, buildTeam } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const COLOR = /^#[0-9a-f]{6}$/

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
    expect((await assignTeam(1, 'PLAYER')).body).toEqual({ message: 'The team is now assigned to player.' })
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

  it('adds a co-owner, for whom the team is theirs, too, until it is assigned again', async () => {
    const [first, second] = [await testApp.registerUser('first'), await testApp.registerUser('second')]
    await assignTeam(1, 'first')
    const added = await admin.post('/api/league/Harbour/assign-team/', {
      league_team_id: 1,
      username: 'second',
      co_owner: true,
    })
    expect(added.body).toEqual({ message: 'second now has the team, too.' })
    for (const client of [first, second]) {
      const { body } = await client.get('/api/league/Harbour/standings/')
      expect(body.standings[0]).toMatchObject({
        assigned_user: 'first',
        co_owners: ['second'],
        is_mine: true,
      })
      expect((await client.get('/api/league/Harbour/me/summary/')).body.assigned).toBe(true)
      expect((await client.get('/api/league/Harbour/me/matchup/')).body.assigned).toBe(true)
    }
    expect((await admin.get('/api/league/Harbour/teams/')).body.teams[0]).toMatchObject({
      assigned_user: 'first',
      co_owners: ['second'],
    })
    await assignTeam(1, 'first')
    expect((await admin.get('/api/league/Harbour/teams/')).body.teams[0]).not.toHaveProperty('co_owners')
    expect((await second.get('/api/league/Harbour/me/summary/')).body.assigned).toBe(false)
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
      owners: ['Ada Marlow'],
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
      assigned_user: null,
    })
  })

  it('lists the same teams for a viewer', async () => {
    const viewer = await testApp.registerUser('viewer')
    await admin.post('/api/assign-user/', { username: 'viewer', league: 'Harbour', role: 'viewer' })
    const response = await viewer.get('/api/league/Harbour/teams/')
    expect(response.status).toBe(200)
    expect(response.body).toEqual((await admin.get('/api/league/Harbour/teams/')).body)
  })

  it('returns an empty list before the first refresh', async () => {
    await admin.post('/api/create-league/', { name: 'Island', espn_league_id: 1 })
    expect((await admin.get('/api/league/Island/teams/')).body).toEqual({
      scoring_format: 'points',
      teams: [],
      ended_assignments: [],
    })
  })
})

describe('the assignment of a team', () => {
  let ada: TestClient
  type Owned = readonly [teamId: number, name: string, memberId: string]

  /** Stores a season with these teams, each of the owner with an account. */
  let seasonCount = 0

  async function storeSeason(season: number, owned: readonly Owned[]) {
    const owners: Record<string, string> = { '{A}': 'Ada Marlow', '{B}': 'Ben Okafor', '{C}': 'Cora Lind' }
    testApp.provider.read = () =>
      buildSeason({
        season,
        games: [],
        members: owned.map(([, , memberId]) => ({
          memberId,
          name: owners[memberId] ?? memberId,
          isManager: false,
          isCreator: false,
        })),
        teams: owned.map(([teamId, name, memberId]) => buildTeam({ teamId, name, ownerIds: [memberId] })),
      })
    // In its own time: a season far ahead is refused.
    const { now } = testApp.clock
    testApp.clock.now = new Date(Date.UTC(season, 9, 11))
    seasonCount += 1
    const later = await testApp.registerUser(`boss-of-${season}-${seasonCount}`, { role: 'admin' })
    expect((await later.post('/api/refresh-espn/', { name: 'Harbour', season })).status).toBe(200)
    testApp.clock.now = now
  }

  const listManagersIn = async (season: number) => {
    const { body } = await admin.get(`/api/league/Harbour/standings/?season=${season}`)
    const teams: { name: string; assigned_user: string | null }[] = body.standings
    return Object.fromEntries(teams.map((team) => [team.name, team.assigned_user]))
  }
  const listEnded = async () => (await admin.get('/api/league/Harbour/teams/')).body.ended_assignments

  beforeEach(async () => {
    ada = await testApp.registerUser('ada')
    await testApp.registerUser('cora')
    await storeSeason(2027, [
      [9, 'Anchors', '{A}'],
      [2, 'Buoys', '{B}'],
    ])
    await assignTeam(9, 'ada')
  })

  it('follows the owner to another team ID in the next season', async () => {
    await storeSeason(2028, [
      [9, 'Compass', '{C}'],
      [4, 'Anchors II', '{A}'],
    ])
    expect(await listManagersIn(2028)).toEqual({ Compass: null, 'Anchors II': 'ada' })
    expect(await listManagersIn(2027)).toEqual({ Anchors: 'ada', Buoys: null })
    await assignTeam(9, 'cora')
    expect(await listManagersIn(2028)).toEqual({ Compass: 'cora', 'Anchors II': 'ada' })
    expect(await listManagersIn(2027)).toEqual({ Anchors: 'ada', Buoys: null })
    expect(await listEnded()).toEqual([])
  })

  it('names the team that followed the owner in the lists of leagues and members', async () => {
    await storeSeason(2028, [
      [9, 'Compass', '{C}'],
      [4, 'Anchors II', '{A}'],
    ])
    expect((await ada.get('/api/user-leagues/ada/')).body.leagues).toMatchObject([
      { name: 'Harbour', season: 2028, team: { name: 'Anchors II' } },
    ])
    expect((await ada.get('/api/league/Harbour/me/summary/')).body.team.name).toBe('Anchors II')
    const { body } = await admin.get('/api/league/Harbour/members/')
    expect(body.members).toMatchObject([
      { username: 'boss', team: null },
      { username: 'ada', team: 'Anchors II' },
    ])
  })

  it('ends when the owner has left, keeps the earlier seasons, and is reported to admins', async () => {
    await storeSeason(2028, [
      [9, 'Compass', '{C}'],
      [2, 'Buoys', '{B}'],
    ])
    expect(await listManagersIn(2028)).toEqual({ Compass: null, Buoys: null })
    expect(await listManagersIn(2027)).toEqual({ Anchors: 'ada', Buoys: null })
    expect(await listEnded()).toEqual([
      { username: 'ada', owner: 'Ada Marlow', team: 'Anchors', last_season: 2027 },
    ])
    expect((await ada.get('/api/league/Harbour/teams/')).body.ended_assignments).toEqual([])
    await assignTeam(9, 'ada')
    expect(await listManagersIn(2028)).toEqual({ Compass: 'ada', Buoys: null })
    expect(await listEnded()).toEqual([])
  })

  it('is reported with the team of which the owner was the primary one', async () => {
    const members = ['{A}', '{B}'].map((memberId) => ({
      memberId,
      name: memberId,
      isManager: false,
      isCreator: false,
    }))
    testApp.provider.read = () =>
      buildSeason({
        season: 2027,
        games: [],
        members,
        teams: [
          buildTeam({ teamId: 2, name: 'Buoys', ownerIds: ['{B}', '{A}'] }),
          buildTeam({ teamId: 9, name: 'Anchors', ownerIds: ['{A}'] }),
        ],
      })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2027 })
    await storeSeason(2028, [[9, 'Compass', '{C}']])
    expect(await listEnded()).toMatchObject([{ username: 'ada', team: 'Anchors', last_season: 2027 }])
  })

  it('follows merged owners', async () => {
    await storeSeason(2028, [[5, 'Anchors', '{C}']])
    expect(await listManagersIn(2028)).toEqual({ Anchors: null })
    const { body } = await admin.post('/api/league/Harbour/history/merges/', {
      owner: 'Cora Lind',
      into: 'Ada Marlow',
    })
    expect(body.error).toBeUndefined()
    expect(await listManagersIn(2028)).toEqual({ Anchors: 'ada' })
    expect(await listEnded()).toEqual([])
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
})
