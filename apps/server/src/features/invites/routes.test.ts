import { DAY_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../database/engine/database.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const LEAGUE = '/api/league/Harbour'
const NOT_WAITING = { is_waiting: false, requested_team_id: null }

let testApp: TestApp
let admin: TestClient
let mia: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  mia = await testApp.registerUser('mia', { first_name: 'Mia', last_name: 'Lark' })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  testApp.provider.read = () => buildSeason()
  await admin.post('/api/refresh-espn/', { name: 'Harbour' })
})
afterEach(() => testApp.close())

type LinkOptions = { days?: number; max_uses?: number | null; needs_approval?: boolean }

/** Creates an invite link, and returns its code and ID. */
async function createLink(options: LinkOptions = {}): Promise<{ code: string; id: number }> {
  const { status, body } = await admin.post(`${LEAGUE}/invites/`, options)
  expect(status).toBe(200)
  return { code: body.path.replace('/join/', ''), id: body.created.id }
}

const read = (code: string, client = testApp.client()) => client.post('/api/invites/read/', { code })

const accept = (code: string, client: TestClient, team: number | null = null) =>
  client.post('/api/invites/accept/', { code, league_team_id: team })

const undo = (link: number, username = 'mia') => admin.post(`${LEAGUE}/invites/undo/`, { link, username })

const roleOf = async (client: TestClient) => (await client.get(`${LEAGUE}/me/role/`)).body.role

/** The usernames that the teams are assigned to, by rank. */
const managers = async () =>
  (await admin.get(`${LEAGUE}/teams/`)).body.teams.map(
    (team: { assigned_user: string | null }) => team.assigned_user,
  )

const listInvites = async () => (await admin.get(`${LEAGUE}/invites/`)).body

/** Moves the clock to some days after the start, and signs the admin in again. */
async function travel(days: number): Promise<void> {
  testApp.clock.now = new Date(SUNDAY.getTime() + days * DAY_MS)
  await admin.post('/api/login/', { username: 'boss', password: 'boss-has-a-secret' })
}

const auditActions = async () =>
  (await testApp.db.selectFrom('audit_log').select('action').orderBy('id').execute()).map(
    ({ action }) => action,
  )

describe('creating and listing invite links', () => {
  it('creates a link with 128 random bits that works for 30 days, and stores only the hash of its code', async () => {
    const { body, headers } = await admin.post(`${LEAGUE}/invites/`, {})
    expect(body.path).toMatch(/^\/join\/[\w-]{22}$/)
    expect(headers['cache-control']).toBe('no-store')
    expect(body.created).toEqual({
      id: expect.any(Number),
      created_by: 'boss',
      created_at: SUNDAY.toISOString(),
      expires_at: new Date(SUNDAY.getTime() + 30 * DAY_MS).toISOString(),
      uses: 0,
      max_uses: null,
      needs_approval: false,
      state: 'active',
    })
    const stored = await testApp.db.selectFrom('invite_links').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(body.path.replace('/join/', ''))
    expect(await listInvites()).toEqual({ links: [body.created], claims: [] })
  })

  it.each([
    [{ days: 2 }, 'days'],
    [{ max_uses: 0 }, 'max_uses'],
    [{ max_uses: 1001 }, 'max_uses'],
    [{ max_uses: 1.5 }, 'max_uses'],
    [{ needs_approval: 'yes' }, 'needs_approval'],
  ])('rejects %j', async (options, field) => {
    const { status, body } = await admin.post(`${LEAGUE}/invites/`, options)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('allows 20 links that work, and another one after one was revoked', async () => {
    const links: { id: number }[] = []
    for (let count = 0; count < 20; count += 1) links.push(await createLink())
    expect((await admin.post(`${LEAGUE}/invites/`, {})).body.code).toBe('invite_limit')
    await admin.post(`${LEAGUE}/invites/revoke/`, { id: links[0]?.id })
    await createLink()
  })

  it('lists links that have ended for another 30 days', async () => {
    const { id } = await createLink({ days: 1 })
    await createLink({ days: 90 })
    await admin.post(`${LEAGUE}/invites/revoke/`, { id })
    const listStates = async () =>
      (await listInvites()).links.map(({ state }: { state: string }) => state).toSorted()
    expect(await listStates()).toEqual(['active', 'revoked'])
    await travel(29)
    expect(await listStates()).toEqual(['active', 'revoked'])
    await travel(31)
    expect(await listStates()).toEqual(['active'])
    await travel(91)
    expect(await listStates()).toEqual(['expired'])
  })

  it('revokes only links of the league that still work', async () => {
    await admin.post('/api/create-league/', { name: 'Island', espn_league_id: 4712 })
    const { id } = await createLink()
    expect((await admin.post('/api/league/Island/invites/revoke/', { id })).body.code).toBe(
      'invite_not_found',
    )
    expect((await admin.post(`${LEAGUE}/invites/revoke/`, { id })).status).toBe(200)
    expect((await admin.post(`${LEAGUE}/invites/revoke/`, { id })).body.code).toBe('invite_not_found')
    expect(await auditActions()).toContain('league.revoke-invite')
  })
})

describe('reading an invite link', () => {
  it('names the league and the teams without a user, with their owners', async () => {
    await admin.post(`${LEAGUE}/assign-team/`, { league_team_id: 1, username: 'boss' })
    const { code } = await createLink()
    const { status, body, headers } = await read(code)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    const buoys = { league_team_id: 2, name: 'Buoys', logo: null, owners: ['Ben Okafor'] }
    expect(body).toEqual({
      league: 'Harbour',
      season: 2026,
      needs_approval: false,
      teams: [{ ...buoys, color: expect.stringMatching(/^#/) }],
      has_claimed_teams: true,
      me: null,
    })
  })

  it('has no teams before the first refresh', async () => {
    await admin.post('/api/create-league/', { name: 'Island', espn_league_id: 4712 })
    const { body } = await admin.post('/api/league/Island/invites/', {})
    const invite = (await read(body.path.replace('/join/', ''))).body
    expect(invite).toMatchObject({ league: 'Island', teams: [], has_claimed_teams: false })
    expect((await mia.post('/api/invites/accept/', { code: 'x', league_team_id: 1 })).status).toBe(404)
    const claim = { code: body.path.replace('/join/', ''), league_team_id: 1 }
    expect((await mia.post('/api/invites/accept/', claim)).body.code).toBe('team_not_found')
  })

  it('tells signed-in people their place in the league', async () => {
    const { code } = await createLink()
    const meOf = async (client: TestClient) => (await read(code, client)).body.me
    expect(await meOf(mia)).toEqual({ is_member: false, team: null, ...NOT_WAITING })
    await mia.post('/api/request-league/', { league: 'Harbour' })
    const pending = { is_member: false, team: null, is_waiting: true }
    expect(await meOf(mia)).toEqual({ ...pending, requested_team_id: null })
    const asking = await createLink({ needs_approval: true })
    await accept(asking.code, mia, 1)
    expect(await meOf(mia)).toEqual({ ...pending, requested_team_id: 1 })
    await accept(code, mia, 2)
    expect(await meOf(mia)).toEqual({ is_member: true, team: 'Buoys', ...NOT_WAITING })
  })

  it.each([
    ['an unknown', 'invite_not_found', () => Promise.resolve('A'.repeat(22))],
    [
      'an expired',
      'invite_expired',
      async () => {
        const { code } = await createLink({ days: 1 })
        testApp.clock.now = new Date(SUNDAY.getTime() + DAY_MS)
        return code
      },
    ],
    [
      'a revoked',
      'invite_revoked',
      async () => {
        const { code, id } = await createLink()
        await admin.post(`${LEAGUE}/invites/revoke/`, { id })
        return code
      },
    ],
    [
      'a used up',
      'invite_used_up',
      async () => {
        const { code } = await createLink({ max_uses: 1 })
        await accept(code, await testApp.registerUser('early'))
        return code
      },
    ],
    [
      "a deleted league's",
      'invite_not_found',
      async () => {
        const { code } = await createLink()
        await testApp.db.deleteFrom('leagues').where('name', '=', 'Harbour').execute()
        return code
      },
    ],
  ])('reveals nothing about the league of %s link, and lets nobody in', async (_, code, createCode) => {
    const inviteCode = await createCode()
    const response = await read(inviteCode, mia)
    expect([response.status, response.body.code]).toEqual([404, code])
    expect(JSON.stringify(response.body)).not.toContain('Harbour')
    expect((await accept(inviteCode, mia, 2)).body.code).toBe(code)
    expect(
      await testApp.db.selectFrom('memberships').select('user_id').where('role', '!=', 'admin').execute(),
    ).toHaveLength(code === 'invite_used_up' ? 1 : 0)
  })

  it('stops an address that tries unknown codes, but not one that opens working links', async () => {
    const { code } = await createLink()
    for (let count = 0; count < 40; count += 1) expect((await read(code)).status).toBe(200)
    for (let count = 0; count < 30; count += 1) expect((await read(`guess${count}`)).status).toBe(404)
    expect((await read(code)).status).toBe(429)
    expect((await accept(code, mia, 2)).status).toBe(429)
  })
})

describe('accepting an invite', () => {
  it('makes somebody a player with their team, and records it', async () => {
    const { code, id } = await createLink()
    const { body } = await accept(code, mia, 2)
    expect(body).toEqual({ message: 'Welcome to Harbour.', league: 'Harbour', outcome: 'joined' })
    expect(await roleOf(mia)).toBe('player')
    expect(await managers()).toEqual([null, 'mia'])
    const { links, claims } = await listInvites()
    expect(links[0].uses).toBe(1)
    expect(claims).toEqual([
      { link: id, username: 'mia', name: 'Mia Lark', team: 'Buoys', at: SUNDAY.toISOString() },
    ])
    expect((await auditActions()).at(-1)).toBe('league.use-invite')
  })

  it('makes somebody who is just watching a viewer, and a player when they claim a team later', async () => {
    const { code } = await createLink({ max_uses: 1 })
    await accept(code, mia)
    expect(await roleOf(mia)).toBe('viewer')
    await accept(code, mia, 1)
    expect(await roleOf(mia)).toBe('player')
    expect(await managers()).toEqual(['mia', null])
    expect((await listInvites()).links[0]).toMatchObject({ uses: 1, state: 'used_up' })
  })

  it('keeps the role of a member who claims a team', async () => {
    await admin.post('/api/assign-user/', { username: 'mia', league: 'Harbour', role: 'viewer' })
    const { code } = await createLink()
    await accept(code, mia, 1)
    await accept(code, admin, 2)
    expect([await roleOf(mia), await roleOf(admin)]).toEqual(['viewer', 'admin'])
    expect(await managers()).toEqual(['mia', 'boss'])
  })

  it('changes nothing when a device sends the same again', async () => {
    const { code } = await createLink()
    await accept(code, mia, 2)
    const before = await auditActions()
    expect((await accept(code, mia, 2)).body.outcome).toBe('joined')
    expect((await accept(code, mia)).body.outcome).toBe('joined')
    expect(await auditActions()).toEqual(before)
    expect((await listInvites()).links[0].uses).toBe(1)
  })

  it.each([
    ['a team of somebody else', 2, 'team_taken'],
    ['a team that does not exist', 99, 'team_not_found'],
  ])('rejects %s', async (_, team, code) => {
    await admin.post(`${LEAGUE}/assign-team/`, { league_team_id: 2, username: 'boss' })
    const link = await createLink()
    expect((await accept(link.code, mia, team)).body.code).toBe(code)
    expect(await roleOf(mia)).toBeNull()
    expect((await listInvites()).links[0].uses).toBe(0)
  })

  it('rejects a second team', async () => {
    const { code } = await createLink()
    await accept(code, mia, 1)
    expect((await accept(code, mia, 2)).body.code).toBe('has_team')
    expect(await managers()).toEqual(['mia', null])
  })

  it('approves a request that the person has sent before', async () => {
    await mia.post('/api/request-league/', { league: 'Harbour' })
    const { code } = await createLink()
    await accept(code, mia, 2)
    expect((await admin.get('/api/league-requests/')).body.requests).toEqual([])
    expect((await mia.get('/api/my-requests/')).body.requests[0].status).toBe('approved')
  })

  it('stores a request when the link needs an approval, and only once', async () => {
    const { code } = await createLink({ needs_approval: true, max_uses: 1 })
    for (const team of [1, 2])
      expect((await accept(code, mia, team)).body).toEqual({
        message: 'Your commissioner has to approve you for Harbour.',
        league: 'Harbour',
        outcome: 'requested',
      })
    expect(await roleOf(mia)).toBeNull()
    expect((await admin.get('/api/league-requests/')).body.requests).toHaveLength(1)
    expect(await listInvites()).toMatchObject({ links: [{ uses: 1 }], claims: [] })
    expect((await read(code, mia)).body).toMatchObject({ needs_approval: true, me: { is_waiting: true } })
  })

  it('lets exactly one of two people have the last use of a link', async () => {
    const { code } = await createLink({ max_uses: 1 })
    const bo = await testApp.registerUser('bo')
    const results = await Promise.all([accept(code, mia, 1), accept(code, bo, 2)])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await listInvites()).links[0].uses).toBe(1)
  })

  it('gives a team to exactly one of many people who claim it through two processes', async () => {
    const { code } = await createLink()
    const db = connect(testApp.database.address)
    const second = await startApp({}, { database: { ...testApp.database, db } })
    const clients: TestClient[] = []
    for (let index = 0; index < 8; index += 1) {
      const client = await testApp.registerUser(`friend${index}`)
      const elsewhere = second.client()
      for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value)
      clients.push(index % 2 === 0 ? client : elsewhere)
    }
    const results = await Promise.all(clients.map((client) => accept(code, client, 2)))
    const codes = results.map(({ body }) => body.code ?? body.outcome).toSorted()
    expect(codes).toEqual(['joined', ...Array.from({ length: 7 }, () => 'team_taken')])
    expect((await listInvites()).links[0].uses).toBe(1)
    const assigned = await testApp.db.selectFrom('team_assignments').select('user_id').execute()
    expect(assigned).toHaveLength(1)
    await second.close()
    await db.destroy()
  })
})

describe('undoing a claim', () => {
  it('takes back the team and the membership, is recorded, and makes the next attempt wait', async () => {
    const { code, id } = await createLink()
    await accept(code, mia, 2)
    expect((await undo(id)).status).toBe(200)
    expect(await roleOf(mia)).toBeNull()
    expect(await managers()).toEqual([null, null])
    expect((await auditActions()).at(-1)).toBe('league.undo-claim')
    expect((await listInvites()).claims).toEqual([])
    expect((await undo(id)).body.code).toBe('claim_not_found')
    const other = await createLink()
    expect((await read(other.code, mia)).body.needs_approval).toBe(true)
    expect((await accept(other.code, mia, 2)).body.outcome).toBe('requested')
    expect(await roleOf(mia)).toBeNull()
  })

  it('leaves a membership that did not come from the link', async () => {
    await admin.post('/api/assign-user/', { username: 'mia', league: 'Harbour', role: 'player' })
    const { code, id } = await createLink()
    await accept(code, mia, 2)
    await undo(id)
    expect(await roleOf(mia)).toBe('player')
    expect(await managers()).toEqual([null, null])
  })

  it('takes back the membership of somebody whose team has another user now', async () => {
    const { code, id } = await createLink()
    await accept(code, mia, 2)
    await admin.post(`${LEAGUE}/assign-team/`, { league_team_id: 2, username: 'boss' })
    expect((await listInvites()).claims).toMatchObject([{ username: 'mia', team: null }])
    expect((await undo(id)).status).toBe(200)
    expect(await roleOf(mia)).toBeNull()
    expect(await managers()).toEqual([null, 'boss'])
  })

  it.each([
    [
      'somebody to whom an admin has given another team',
      () => admin.post(`${LEAGUE}/assign-team/`, { league_team_id: 1, username: 'mia' }),
    ],
    [
      'somebody whom an admin has made an admin',
      () => admin.post('/api/assign-user/', { username: 'mia', league: 'Harbour', role: 'admin' }),
    ],
    [
      'somebody who is no member any more',
      () => admin.post(`${LEAGUE}/members/remove/`, { username: 'mia' }),
    ],
  ])('does nothing to %s', async (_, change) => {
    const { code, id } = await createLink()
    await accept(code, mia, 2)
    await change()
    const before = [await roleOf(mia), await managers()]
    expect((await listInvites()).claims).toEqual([])
    expect((await undo(id)).body.code).toBe('claim_not_found')
    expect([await roleOf(mia), await managers()]).toEqual(before)
  })
})
