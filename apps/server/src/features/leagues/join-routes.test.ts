import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

/** Someone with a role in Harbour, or in the league named. */
async function createMember(username: string, role: string, league = 'Harbour'): Promise<TestClient> {
  const person = await testApp.registerUser(username)
  await admin.post('/api/assign-user/', { username, league, role })
  return person
}

async function createStaff(): Promise<TestClient> {
  const person = await testApp.registerUser('staff')
  await testApp.db.updateTable('users').set({ is_staff: 1 }).where('username', '=', 'staff').execute()
  return person
}

function createActor(who: string): Promise<TestClient> | TestClient {
  switch (who) {
    case 'nobody':
      return testApp.client()
    case 'a stranger':
      return testApp.registerUser('stranger')
    case 'site staff':
      return createStaff()
    case 'a site admin':
      return admin
    case 'an admin of another league':
      return createMember('other', 'admin', 'Island')
    default:
      return createMember('someone', who.split(' ').at(-1) ?? '')
  }
}

const requestToJoin = (league: unknown, message?: unknown, visitor = mia) =>
  visitor.post('/api/request-league/', { league, message })

const approve = (visitor: TestClient, body: object = { username: 'mia', league: 'Harbour' }) =>
  visitor.post('/api/league-requests/approve/', body)

const reject = (visitor: TestClient, username = 'mia') =>
  visitor.post('/api/league-requests/reject/', { username })

const listJoinRequests = async (visitor: TestClient) =>
  (await visitor.get('/api/league-requests/')).body.requests.map(
    (each: { username: string; league: string | null }) => `${each.username}: ${each.league}`,
  )

/** What became of mia's requests, oldest first. */
const listMiaRequests = async () =>
  (await mia.get('/api/my-requests/')).body.requests
    .toReversed()
    .map((each: { league: string | null; status: string }) => `${each.league}: ${each.status}`)

const getMiaRole = async (league = 'Harbour') => (await mia.get(`/api/league/${league}/me/role/`)).body.role

/** All that a decision could have changed. */
const readStoredRows = async () => [
  await testApp.db.selectFrom('join_requests').selectAll().orderBy('id').execute(),
  await testApp.db.selectFrom('memberships').selectAll().orderBy('league_id').orderBy('user_id').execute(),
  await testApp.db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
]

describe('asking to join', () => {
  it('is kept for a league, and without one', async () => {
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
    'again for %j changes the message and keeps its place in the queue',
    async (league) => {
      await requestToJoin(league, 'First')
      await requestToJoin('Island', 'Between')
      testApp.clock.now = new Date(SUNDAY.getTime() + 1000)
      await requestToJoin(league, 'Second')
      const { requests } = (await admin.get('/api/league-requests/')).body
      expect(requests.map((each: { message: string }) => each.message)).toEqual(['Second', 'Between'])
    },
  )

  it('many times at once leaves one request', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((message) => requestToJoin('Harbour', message)),
    )
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    expect(await listMiaRequests()).toEqual(['Harbour: pending'])
  })

  it('is possible again after a rejection', async () => {
    await requestToJoin('Harbour')
    await reject(admin)
    await requestToJoin('Harbour')
    expect(await listMiaRequests()).toEqual(['Harbour: rejected', 'Harbour: pending'])
  })

  it('is refused to a member of that league', async () => {
    const viewer = await createMember('viewer', 'viewer')
    const before = await readStoredRows()
    const answer = await requestToJoin('harbour', 'Again', viewer)
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: 'You are a member of this league already.', code: 'already_member' },
    ])
    expect(await readStoredRows()).toEqual(before)
    expect((await requestToJoin('Island', '', viewer)).status).toBe(200)
    expect((await requestToJoin(null, '', viewer)).status).toBe(200)
  })

  it.each([
    ['a league that there is not', 'Nowhere', 'x', 404, 'league_not_found'],
    ['a message that is too long', 'Harbour', 'x'.repeat(1001), 400, 'invalid_input'],
    ['a message that is no text', 'Harbour', 7, 400, 'invalid_input'],
  ])('is refused for %s', async (_, league, message, status, code) => {
    const answer = await requestToJoin(league, message)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await listMiaRequests()).toEqual([])
  })

  it.each([
    ['nobody', 401],
    ['a stranger', 200],
    ['a member who is viewer', 200],
    ['a member who is player', 200],
    ['an admin of another league', 409],
    ['site staff', 200],
    ['a site admin', 409],
  ])('answers %s for the league Island with %i', async (who, status) => {
    const person = await createActor(who)
    const before = await readStoredRows()
    expect((await requestToJoin('Island', '', person)).status).toBe(status)
    const after = await readStoredRows()
    if (status === 200) expect(after).not.toEqual(before)
    else expect(after).toEqual(before)
  })
})

describe('the lists of requests', () => {
  beforeEach(async () => {
    for (const league of ['Harbour', 'Island', null]) await requestToJoin(league)
  })

  it.each([
    ['a member who is admin', ['mia: Harbour']],
    ['an admin of another league', ['mia: Island']],
    ['site staff', ['mia: Harbour', 'mia: Island', 'mia: null']],
    ['a site admin', ['mia: Harbour', 'mia: Island', 'mia: null']],
  ])('show %s those that they may decide', async (who, expected) => {
    expect(await listJoinRequests(await createActor(who))).toEqual(expected)
  })

  it.each([
    ['nobody', 401, 'not_signed_in'],
    ['a stranger', 403, 'not_admin'],
    ['a member who is viewer', 403, 'not_admin'],
    ['a member who is player', 403, 'not_admin'],
  ])('are closed to %s', async (who, status, code) => {
    const answer = await (await createActor(who)).get('/api/league-requests/')
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('show everybody their own, and nobody none', async () => {
    expect(await listMiaRequests()).toEqual(['Harbour: pending', 'Island: pending', 'null: pending'])
    expect((await admin.get('/api/my-requests/')).body).toEqual({ requests: [] })
    expect((await testApp.client().get('/api/my-requests/')).status).toBe(401)
  })

  it('leave out what is decided', async () => {
    await approve(admin)
    expect(await listJoinRequests(admin)).toEqual(['mia: Island', 'mia: null'])
  })
})

describe('approving', () => {
  it.each([['a member who is admin'], ['site staff'], ['a site admin']])(
    'by %s makes a player, and leaves the other requests to be decided',
    async (who) => {
      const decider = await createActor(who)
      for (const league of ['Harbour', 'Island', null]) await requestToJoin(league)
      const answer = await approve(decider, { username: 'MIA', league: 'harbour' })
      expect([answer.status, answer.body]).toEqual([200, { message: 'mia is now player of Harbour.' }])
      expect(await getMiaRole()).toBe('player')
      expect(await getMiaRole('Island')).toBe(null)
      expect(await listMiaRequests()).toEqual(['Harbour: approved', 'Island: pending', 'null: pending'])
    },
  )

  it.each([
    ['nobody', 401, 'not_signed_in'],
    ['a stranger', 403, 'not_admin'],
    ['a member who is viewer', 403, 'not_admin'],
    ['a member who is player', 403, 'not_admin'],
    ['an admin of another league', 403, 'not_league_admin'],
  ])('is refused to %s, and changes nothing', async (who, status, code) => {
    await requestToJoin('Harbour')
    const person = await createActor(who)
    const before = await readStoredRows()
    const answer = await approve(person)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await readStoredRows()).toEqual(before)
  })

  it.each([{}, { league: null }, { league: '' }])(
    'takes the league of the only request for %j',
    async (more) => {
      await requestToJoin('Harbour')
      const decider = await createMember('runner', 'admin')
      expect((await approve(decider, { username: 'mia', ...more })).status).toBe(200)
      expect(await getMiaRole()).toBe('player')
    },
  )

  it('asks for a league when the request has none, and takes the one chosen', async () => {
    await requestToJoin(null)
    const before = await readStoredRows()
    const refused = await approve(admin, { username: 'mia' })
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: 'Choose a league for this request.', code: 'league_required' },
    ])
    expect(await readStoredRows()).toEqual(before)
    await approve(admin, { username: 'mia', league: 'Island' })
    expect(await listMiaRequests()).toEqual(['Island: approved'])
    expect(await getMiaRole('Island')).toBe('player')
  })

  it('asks for a league when there are several requests', async () => {
    await requestToJoin('Harbour')
    await requestToJoin(null)
    expect((await approve(admin, { username: 'mia' })).body.code).toBe('league_required')
  })

  it('never turns a request for one league into one for another', async () => {
    await requestToJoin('Harbour')
    const before = await readStoredRows()
    const answer = await approve(admin, { username: 'mia', league: 'Island' })
    expect([answer.status, answer.body.code]).toEqual([404, 'request_not_found'])
    expect(await readStoredRows()).toEqual(before)
  })

  it('of a request without a league is for site staff', async () => {
    await requestToJoin(null)
    const decider = await createMember('runner', 'admin')
    expect((await approve(decider)).body.code).toBe('request_not_found')
    expect((await approve(await createStaff())).status).toBe(200)
  })

  it('keeps an existing membership', async () => {
    await requestToJoin('Harbour')
    await admin.post('/api/assign-user/', { username: 'mia', league: 'Harbour', role: 'viewer' })
    expect((await approve(admin)).body.message).toBe('mia is now viewer of Harbour.')
    expect(await getMiaRole()).toBe('viewer')
    expect(await listMiaRequests()).toEqual(['Harbour: approved'])
  })

  it.each([
    ['a user that there is not', { username: 'none', league: 'Harbour' }, 'user_not_found'],
    ['a league that there is not', { username: 'mia', league: 'Nowhere' }, 'league_not_found'],
    ['a user who has not asked', { username: 'boss', league: 'Harbour' }, 'request_not_found'],
  ])('finds no request of %s', async (_, body, code) => {
    await requestToJoin('Harbour')
    const answer = await approve(admin, body)
    expect([answer.status, answer.body.code]).toEqual([404, code])
  })

  it('is done by one of those who do it at the same moment', async () => {
    await requestToJoin('Harbour')
    const others = await Promise.all(['ann', 'bob'].map((name) => createMember(name, 'admin')))
    const answers = await Promise.all([admin, ...others].map((each) => approve(each)))
    expect(answers.map((answer) => answer.body.code ?? answer.status).toSorted()).toEqual([
      200,
      'request_not_found',
      'request_not_found',
    ])
    expect(await listMiaRequests()).toEqual(['Harbour: approved'])
  })

  it('or rejecting wins, never both, when both are done at the same moment', async () => {
    await requestToJoin('Harbour')
    const decider = await createMember('ann', 'admin')
    const [approved, rejected] = await Promise.all([approve(admin), reject(decider)])
    expect([approved.status, rejected.status].toSorted()).toEqual([200, 404])
    expect(await getMiaRole()).toBe(approved.status === 200 ? 'player' : null)
    expect(await listMiaRequests()).toEqual([
      approved.status === 200 ? 'Harbour: approved' : 'Harbour: rejected',
    ])
  })

  it('leaves no request of a member behind when the person asks again meanwhile', async () => {
    await requestToJoin('Harbour')
    const [, again] = await Promise.all([approve(admin), requestToJoin('Harbour', 'Please')])
    expect([200, 409]).toContain(again.status)
    expect(await listMiaRequests()).toEqual(['Harbour: approved'])
  })

  it('is written into the audit log', async () => {
    await requestToJoin('Harbour')
    await approve(admin)
    const [act] = await testApp.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(act).toMatchObject({
      actor_name: 'boss',
      action: 'league.approve-request',
      league_id: 1,
      detail: '{"username":"mia","role":"player"}',
    })
  })
})

describe('rejecting', () => {
  beforeEach(async () => {
    for (const league of ['Harbour', 'Island', null]) await requestToJoin(league)
  })

  it.each([
    ['a member who is admin', 'The request of mia was rejected.', ['rejected', 'pending', 'pending']],
    ['an admin of another league', 'The request of mia was rejected.', ['pending', 'rejected', 'pending']],
    ['site staff', '3 requests of mia were rejected.', ['rejected', 'rejected', 'rejected']],
    ['a site admin', '3 requests of mia were rejected.', ['rejected', 'rejected', 'rejected']],
  ])('by %s is about the requests that they may decide', async (who, message, [harbour, island, none]) => {
    const answer = await reject(await createActor(who), 'Mia')
    expect([answer.status, answer.body]).toEqual([200, { message }])
    expect(await listMiaRequests()).toEqual([`Harbour: ${harbour}`, `Island: ${island}`, `null: ${none}`])
    expect([await getMiaRole(), await getMiaRole('Island')]).toEqual([null, null])
  })

  it.each([
    ['nobody', 401, 'not_signed_in'],
    ['a stranger', 403, 'not_admin'],
    ['a member who is viewer', 403, 'not_admin'],
    ['a member who is player', 403, 'not_admin'],
  ])('is refused to %s, and changes nothing', async (who, status, code) => {
    const person = await createActor(who)
    const before = await readStoredRows()
    const answer = await reject(person)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await readStoredRows()).toEqual(before)
  })

  it('finds nothing of whoever has not asked, or is decided about, or is not there', async () => {
    await reject(admin)
    const before = await readStoredRows()
    const answers = [await reject(admin), await reject(admin, 'boss'), await reject(admin, 'none')]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'request_not_found'],
      [404, 'request_not_found'],
      [404, 'user_not_found'],
    ])
    expect(await readStoredRows()).toEqual(before)
  })

  it('tells an admin of no league with a request that there is none', async () => {
    await admin.post('/api/create-league/', { name: 'Remote', espn_league_id: 2 })
    const answer = await reject(await createMember('far', 'admin', 'Remote'))
    expect([answer.status, answer.body.code]).toEqual([404, 'request_not_found'])
  })

  it('is done once by those who do it at the same moment', async () => {
    const other = await createMember('ann', 'admin')
    const answers = await Promise.all([reject(other), reject(other)])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 404])
  })

  it('is written into the audit log, for each league', async () => {
    await reject(admin)
    const acts = await testApp.db
      .selectFrom('audit_log')
      .select(['league_id', 'detail'])
      .where('action', '=', 'league.reject-request')
      .orderBy('id')
      .execute()
    expect(acts.map((act) => act.league_id).toSorted()).toEqual([1, 2, null])
    expect(new Set(acts.map((act) => act.detail))).toEqual(new Set(['{"username":"mia"}']))
  })
})
