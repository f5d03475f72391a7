import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

let testApp: TestApp
let admin: TestClient
let mia: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  mia = await testApp.registerUser('mia')
  for (const name of ['Harbour', 'Island'])
    await admin.post('/api/create-league/', { name, espn_league_id: 1 })
})
afterEach(() => testApp.close())

/** Registers a user with a role in a league. */
async function createMember(username: string, role: string, league = 'Harbour'): Promise<TestClient> {
  const client = await testApp.registerUser(username)
  await admin.post('/api/assign-user/', { username, league, role })
  return client
}

async function createStaff(): Promise<TestClient> {
  const client = await testApp.registerUser('staff')
  await testApp.db.updateTable('users').set({ is_staff: 1 }).where('username', '=', 'staff').execute()
  return client
}

function createActor(actor: string): Promise<TestClient> | TestClient {
  switch (actor) {
    case 'a user without a league':
      return testApp.registerUser('stranger')
    case 'site staff':
      return createStaff()
    case 'a site admin':
      return admin
    case 'an admin of another league':
      return createMember('other', 'admin', 'Island')
    default:
      return createMember('someone', actor.split(' ').at(-1) ?? '')
  }
}

const requestToJoin = (league: unknown, message?: unknown, client = mia) =>
  client.post('/api/request-league/', { league, message })

const approve = (client: TestClient, body: object = { username: 'mia', league: 'Harbour' }) =>
  client.post('/api/league-requests/approve/', body)

const reject = (client: TestClient, username = 'mia') =>
  client.post('/api/league-requests/reject/', { username })

const listJoinRequests = async (client: TestClient) =>
  (await client.get('/api/league-requests/')).body.requests.map(
    (request: { username: string; league: string | null }) => `${request.username}: ${request.league}`,
  )

/** Mia's requests with their status, oldest first. */
const listMiaRequests = async () =>
  (await mia.get('/api/my-requests/')).body.requests
    .toReversed()
    .map((request: { league: string | null; status: string }) => `${request.league}: ${request.status}`)

const getMiaRole = async (league = 'Harbour') => (await mia.get(`/api/league/${league}/me/role/`)).body.role

/** Every row that approving or rejecting could change. */
const readStoredRows = async () => [
  await testApp.db.selectFrom('join_requests').selectAll().orderBy('id').execute(),
  await testApp.db.selectFrom('memberships').selectAll().orderBy('league_id').orderBy('user_id').execute(),
  await testApp.db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
]

describe('requesting to join', () => {
  it('stores a request for a league, and one without a league', async () => {
    expect((await requestToJoin('HARBOUR', '  Let me in  ')).body).toEqual({
      message: 'Your request to join Harbour was sent.',
    })
    testApp.clock.now = new Date(SUNDAY.getTime() + 1000)
    expect((await requestToJoin(null)).body).toEqual({ message: 'Your request to join a league was sent.' })
    expect((await mia.get('/api/my-requests/')).body.requests).toEqual([
      { league: null, message: '', status: 'pending', created_at: '2026-10-11T18:30:01.000Z' },
      { league: 'Harbour', message: 'Let me in', status: 'pending', created_at: '2026-10-11T18:30:00.000Z' },
    ])
  })

  it.each([['Harbour'], [null], [undefined], [''], ['  ']])(
    'a second request for league %j replaces the message and keeps its place in the queue',
    async (league) => {
      await requestToJoin(league, 'First')
      await requestToJoin('Island', 'Between')
      testApp.clock.now = new Date(SUNDAY.getTime() + 1000)
      await requestToJoin(league, 'Second')
      const { requests } = (await admin.get('/api/league-requests/')).body
      expect(requests.map((request: { message: string }) => request.message)).toEqual(['Second', 'Between'])
    },
  )

  it('stores one request when several are sent at the same time', async () => {
    const responses = await Promise.all(
      ['a', 'b', 'c', 'd'].map((message) => requestToJoin('Harbour', message)),
    )
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200])
    expect(await listMiaRequests()).toEqual(['Harbour: pending'])
  })

  it('accepts a new request after a rejection', async () => {
    await requestToJoin('Harbour')
    await reject(admin)
    await requestToJoin('Harbour')
    expect(await listMiaRequests()).toEqual(['Harbour: rejected', 'Harbour: pending'])
  })

  it('returns 409 to a member of that league', async () => {
    const viewer = await createMember('viewer', 'viewer')
    const before = await readStoredRows()
    const response = await requestToJoin('harbour', 'Again', viewer)
    expect([response.status, response.body]).toEqual([
      409,
      { error: "You're already a member of this league.", code: 'already_member' },
    ])
    expect(await readStoredRows()).toEqual(before)
    expect((await requestToJoin('Island', '', viewer)).status).toBe(200)
    expect((await requestToJoin(null, '', viewer)).status).toBe(200)
  })

  it.each([
    ['an unknown league', 'Nowhere', 'x', 404, 'league_not_found'],
    ['a message that is too long', 'Harbour', 'x'.repeat(1001), 400, 'invalid_input'],
    ['a message that is not a string', 'Harbour', 7, 400, 'invalid_input'],
  ])('rejects %s', async (_, league, message, status, code) => {
    const response = await requestToJoin(league, message)
    expect([response.status, response.body.code]).toEqual([status, code])
    expect(await listMiaRequests()).toEqual([])
  })

  it.each([
    ['a user without a league', 200],
    ['a league viewer', 200],
    ['a league player', 200],
    ['an admin of another league', 409],
    ['site staff', 200],
    ['a site admin', 409],
  ])('responds to a join request for Island by %s with %i', async (actor, status) => {
    const client = await createActor(actor)
    const before = await readStoredRows()
    expect((await requestToJoin('Island', '', client)).status).toBe(status)
    const after = await readStoredRows()
    if (status === 200) expect(after).not.toEqual(before)
    else expect(after).toEqual(before)
  })
})

describe('lists of join requests', () => {
  beforeEach(async () => {
    for (const league of ['Harbour', 'Island', null]) await requestToJoin(league)
  })

  it.each([
    ['a league admin', ['mia: Harbour']],
    ['an admin of another league', ['mia: Island']],
    ['site staff', ['mia: Harbour', 'mia: Island', 'mia: null']],
    ['a site admin', ['mia: Harbour', 'mia: Island', 'mia: null']],
  ])('lists for %s the requests that they can decide', async (actor, expected) => {
    expect(await listJoinRequests(await createActor(actor))).toEqual(expected)
  })

  it("lists each user's own requests", async () => {
    expect(await listMiaRequests()).toEqual(['Harbour: pending', 'Island: pending', 'null: pending'])
    expect((await admin.get('/api/my-requests/')).body).toEqual({ requests: [] })
  })

  it('omits decided requests from the list', async () => {
    await approve(admin)
    expect(await listJoinRequests(admin)).toEqual(['mia: Island', 'mia: null'])
  })
})

describe('approving a request', () => {
  it.each([['a league admin'], ['site staff'], ['a site admin']])(
    'approval by %s adds a player and leaves the other requests pending',
    async (actor) => {
      const client = await createActor(actor)
      for (const league of ['Harbour', 'Island', null]) await requestToJoin(league)
      const response = await approve(client, { username: 'MIA', league: 'harbour' })
      expect([response.status, response.body]).toEqual([200, { message: 'mia joined Harbour as a player.' }])
      expect(await getMiaRole()).toBe('player')
      expect(await getMiaRole('Island')).toBe(null)
      expect(await listMiaRequests()).toEqual(['Harbour: approved', 'Island: pending', 'null: pending'])
    },
  )

  it.each([{}, { league: null }, { league: '' }])(
    'approves the only request for the league input %j',
    async (leagueInput) => {
      await requestToJoin('Harbour')
      const leagueAdmin = await createMember('commish', 'admin')
      expect((await approve(leagueAdmin, { username: 'mia', ...leagueInput })).status).toBe(200)
      expect(await getMiaRole()).toBe('player')
    },
  )

  it('requires a league when the request has none, and then uses the given league', async () => {
    await requestToJoin(null)
    const before = await readStoredRows()
    const withoutLeague = await approve(admin, { username: 'mia' })
    expect([withoutLeague.status, withoutLeague.body]).toEqual([
      400,
      { error: 'Choose a league for this request.', code: 'league_required' },
    ])
    expect(await readStoredRows()).toEqual(before)
    await approve(admin, { username: 'mia', league: 'Island' })
    expect(await listMiaRequests()).toEqual(['Island: approved'])
    expect(await getMiaRole('Island')).toBe('player')
  })

  it('requires a league when there are several requests', async () => {
    await requestToJoin('Harbour')
    await requestToJoin(null)
    expect((await approve(admin, { username: 'mia' })).body.code).toBe('league_required')
  })

  it('never applies a request for one league to another league', async () => {
    await requestToJoin('Harbour')
    const before = await readStoredRows()
    const response = await approve(admin, { username: 'mia', league: 'Island' })
    expect([response.status, response.body.code]).toEqual([404, 'request_not_found'])
    expect(await readStoredRows()).toEqual(before)
  })

  it('allows only site staff to approve a request without a league', async () => {
    await requestToJoin(null)
    const leagueAdmin = await createMember('commish', 'admin')
    expect((await approve(leagueAdmin)).body.code).toBe('request_not_found')
    expect((await approve(await createStaff())).status).toBe(200)
  })

  it('keeps the role of an existing member', async () => {
    await requestToJoin('Harbour')
    await admin.post('/api/assign-user/', { username: 'mia', league: 'Harbour', role: 'viewer' })
    expect((await approve(admin)).body.message).toBe('mia joined Harbour as a viewer.')
    expect(await getMiaRole()).toBe('viewer')
    expect(await listMiaRequests()).toEqual(['Harbour: approved'])
  })

  it.each([
    ['an unknown user', { username: 'none', league: 'Harbour' }, 'user_not_found'],
    ['an unknown league', { username: 'mia', league: 'Nowhere' }, 'league_not_found'],
    ['a user without a request', { username: 'boss', league: 'Harbour' }, 'request_not_found'],
  ])('returns 404 for %s', async (_, body, code) => {
    await requestToJoin('Harbour')
    const response = await approve(admin, body)
    expect([response.status, response.body.code]).toEqual([404, code])
  })

  it('succeeds for one of three admins who approve at the same time', async () => {
    await requestToJoin('Harbour')
    const others = await Promise.all(['ann', 'bob'].map((name) => createMember(name, 'admin')))
    const responses = await Promise.all([admin, ...others].map((client) => approve(client)))
    expect(responses.map((response) => response.body.code ?? response.status).toSorted()).toEqual([
      200,
      'request_not_found',
      'request_not_found',
    ])
    expect(await listMiaRequests()).toEqual(['Harbour: approved'])
  })

  it('lets either an approval or a rejection win when both happen at the same time', async () => {
    await requestToJoin('Harbour')
    const otherAdmin = await createMember('ann', 'admin')
    const [approved, rejected] = await Promise.all([approve(admin), reject(otherAdmin)])
    expect([approved.status, rejected.status].toSorted()).toEqual([200, 404])
    expect(await getMiaRole()).toBe(approved.status === 200 ? 'player' : null)
    expect(await listMiaRequests()).toEqual([
      approved.status === 200 ? 'Harbour: approved' : 'Harbour: rejected',
    ])
  })

  it('leaves no pending request when the user requests again during the approval', async () => {
    await requestToJoin('Harbour')
    const [, secondRequest] = await Promise.all([approve(admin), requestToJoin('Harbour', 'Please')])
    expect([200, 409]).toContain(secondRequest.status)
    expect(await listMiaRequests()).toEqual(['Harbour: approved'])
  })

  it('is recorded in the audit log', async () => {
    await requestToJoin('Harbour')
    await approve(admin)
    const [entry] = await testApp.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(entry).toMatchObject({
      actor_name: 'boss',
      action: 'league.approve-request',
      league_id: await testApp.findLeagueId(),
      detail: '{"username":"mia","role":"player"}',
    })
  })
})

describe('rejecting requests', () => {
  beforeEach(async () => {
    for (const league of ['Harbour', 'Island', null]) await requestToJoin(league)
  })

  it.each([
    ['a league admin', 'Rejected the request from mia.', ['rejected', 'pending', 'pending']],
    ['an admin of another league', 'Rejected the request from mia.', ['pending', 'rejected', 'pending']],
    ['site staff', 'Rejected 3 requests from mia.', ['rejected', 'rejected', 'rejected']],
    ['a site admin', 'Rejected 3 requests from mia.', ['rejected', 'rejected', 'rejected']],
  ])(
    'rejection by %s applies to the requests that they can decide',
    async (actor, message, [harbour, island, noLeague]) => {
      const response = await reject(await createActor(actor), 'Mia')
      expect([response.status, response.body]).toEqual([200, { message }])
      expect(await listMiaRequests()).toEqual([
        `Harbour: ${harbour}`,
        `Island: ${island}`,
        `null: ${noLeague}`,
      ])
      expect([await getMiaRole(), await getMiaRole('Island')]).toEqual([null, null])
    },
  )

  it('returns 404 for an unknown user and for a user without a pending request', async () => {
    await reject(admin)
    const before = await readStoredRows()
    const responses = [await reject(admin), await reject(admin, 'boss'), await reject(admin, 'none')]
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'request_not_found'],
      [404, 'request_not_found'],
      [404, 'user_not_found'],
    ])
    expect(await readStoredRows()).toEqual(before)
  })

  it('returns 404 to an admin whose leagues have no request', async () => {
    await admin.post('/api/create-league/', { name: 'Remote', espn_league_id: 2 })
    const response = await reject(await createMember('far', 'admin', 'Remote'))
    expect([response.status, response.body.code]).toEqual([404, 'request_not_found'])
  })

  it('succeeds once when two rejections happen at the same time', async () => {
    const other = await createMember('ann', 'admin')
    const responses = await Promise.all([reject(other), reject(other)])
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 404])
  })

  it('is recorded in the audit log for each league', async () => {
    await reject(admin)
    const entries = await testApp.db
      .selectFrom('audit_log')
      .select(['league_id', 'detail'])
      .where('action', '=', 'league.reject-request')
      .orderBy('id')
      .execute()
    expect(entries.map((entry) => entry.league_id).toSorted()).toEqual([
      await testApp.findLeagueId('Harbour'),
      await testApp.findLeagueId('Island'),
      null,
    ])
    expect(new Set(entries.map((entry) => entry.detail))).toEqual(new Set(['{"username":"mia"}']))
  })
})

describe('approving with a team', () => {
  beforeEach(async () => {
    testApp.provider.read = () => buildSeason({ providerLeagueId: '1' })
    await admin.post('/api/refresh-espn/', { name: 'Harbour' })
    await requestToJoin('Harbour')
  })

  const teamUsers = async () =>
    (await admin.get('/api/league/Harbour/teams/')).body.teams.map(
      (team: { assigned_user: string | null }) => team.assigned_user,
    )

  it('makes the person a member and assigns the team', async () => {
    const { body } = await approve(admin, { username: 'mia', league: 'Harbour', league_team_id: 2 })
    expect(body).toEqual({ message: 'mia joined Harbour as a player with their team.' })
    expect([await getMiaRole(), await teamUsers()]).toEqual(['player', [null, 'mia']])
  })

  it.each([
    [2, 409, 'team_taken'],
    [99, 404, 'team_not_found'],
    ['x', 400, 'invalid_input'],
  ])('changes nothing for team %j', async (league_team_id, status, code) => {
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 2, username: 'boss' })
    const before = await readStoredRows()
    const response = await approve(admin, { username: 'mia', league: 'Harbour', league_team_id })
    expect([response.status, response.body.code]).toEqual([status, code])
    expect(await readStoredRows()).toEqual(before)
  })

  it('names the team that somebody asked for through an invite link, as long as the league has it', async () => {
    const link = await admin.post('/api/league/Harbour/invites/', { needs_approval: true })
    const code = link.body.path.replace('/join/', '')
    await mia.post('/api/invites/accept/', { code, league_team_id: 2 })
    const listed = async () => (await admin.get('/api/league-requests/')).body.requests
    expect(await listed()).toMatchObject([{ name: 'mia', team: { league_team_id: 2, name: 'Buoys' } }])
    await testApp.db.updateTable('join_requests').set({ team_id: 99 }).execute()
    expect(await listed()).toMatchObject([{ name: 'mia', team: null }])
  })
})
