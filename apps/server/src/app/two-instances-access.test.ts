import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect, type Db } from '../database/engine/database.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

const LEAGUE = '/api/league/Harbour'

/** Two instances with a connection each, as two processes have. */
let database: TestDatabase
let secondDb: Db
let first: TestApp
let second: TestApp
let admin: TestClient
let mia: TestClient
beforeEach(async () => {
  database = await createTestDatabase()
  secondDb = connect(database.address)
  first = await startApp({}, { database })
  second = await startApp({}, { database: { ...database, db: secondDb } })
  admin = await first.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  mia = await first.registerUser('mia')
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  first.provider.read = () => buildSeason()
  await admin.post('/api/refresh-espn/', { name: 'Harbour' })
})
afterEach(async () => {
  await second.close()
  await secondDb.destroy()
  await first.close()
  await database.drop()
})

/** The same user through the second instance. */
function onSecond({ cookies }: TestClient): TestClient {
  const client = second.client()
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return client
}

async function createLink(options: object): Promise<{ code: string; id: number }> {
  const { body } = await admin.post(`${LEAGUE}/invites/`, options)
  return { code: body.path.replace('/join/', ''), id: body.created.id }
}

const statusOf = async (client: TestClient, path: string) => (await client.get(path)).status

it('immediately shows a claim, and its undoing, through the other instance', async () => {
  const { code, id } = await createLink({})
  const [adminThere, miaThere] = [onSecond(admin), onSecond(mia)]
  const readThere = async () => ({
    isMember: (await statusOf(miaThere, `${LEAGUE}/meta/`)) === 200,
    managers: (await adminThere.get(`${LEAGUE}/teams/`)).body.teams
      .map((team: { assigned_user: string | null }) => team.assigned_user)
      .filter((user: string | null) => user !== null),
    free: (await second.client().post('/api/invites/read/', { code })).body.teams.length,
  })
  const before = await readThere()
  expect(before).toMatchObject({ isMember: false, managers: [] })
  await mia.post('/api/invites/accept/', { code, league_team_id: 2 })
  expect(await readThere()).toEqual({ isMember: true, managers: ['mia'], free: before.free - 1 })
  await admin.post(`${LEAGUE}/invites/undo/`, { link: id, username: 'mia' })
  expect(await readThere()).toEqual(before)
})

it('immediately admits a person whose request was approved through the other instance', async () => {
  const { code } = await createLink({ needs_approval: true })
  const adminThere = onSecond(admin)
  const requestsThere = async () => (await adminThere.get('/api/inbox/unread/')).body.requests
  expect([await requestsThere(), await statusOf(mia, `${LEAGUE}/meta/`)]).toEqual([0, 403])
  await mia.post('/api/invites/accept/', { code, league_team_id: 2 })
  expect(await requestsThere()).toBe(1)
  const approval = { username: 'mia', league: 'Harbour', league_team_id: 2 }
  expect((await adminThere.post('/api/league-requests/approve/', approval)).status).toBe(200)
  expect(await statusOf(mia, `${LEAGUE}/meta/`)).toBe(200)
  expect((await mia.get('/api/my-requests/')).body.requests[0]).toMatchObject({ status: 'approved' })
  expect((await admin.get('/api/inbox/unread/')).body.requests).toBe(0)
})

it('immediately counts an item of the inbox as read that was read through the other instance', async () => {
  const { id } = await database.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'mia')
    .executeTakeFirstOrThrow()
  const at = SUNDAY.getTime()
  const item = {
    user_id: id,
    league_id: null,
    key: 'rejected 1',
    kind: 'access',
    title: 'No',
    body: '',
  } as const
  const columns = {
    item_id: null,
    comment_id: null,
    read_at: null,
    in_inbox: 1,
    target: '{"tab":"overview"}',
  } as const
  await database.db
    .insertInto('notifications')
    .values({ ...item, ...columns, created_at: at, expires_at: at + 1 })
    .execute()
  const miaThere = onSecond(mia)
  const unreadThere = async () => (await miaThere.get('/api/inbox/unread/')).body.count
  expect(await unreadThere()).toBe(1)
  await mia.post('/api/inbox/read/', { until: SUNDAY.toISOString() })
  expect(await unreadThere()).toBe(0)
  expect((await miaThere.get('/api/inbox/')).body).toMatchObject({ items: [{ is_read: true }] })
})

it('immediately rejects an invite link that was revoked through the other instance', async () => {
  const { code, id } = await createLink({})
  const readThere = () => second.client().post('/api/invites/read/', { code })
  expect((await readThere()).status).toBe(200)
  await admin.post(`${LEAGUE}/invites/revoke/`, { id })
  expect((await readThere()).body.code).toBe('invite_revoked')
  const attempt = await onSecond(mia).post('/api/invites/accept/', { code, league_team_id: 2 })
  expect(attempt.body.code).toBe('invite_revoked')
})

it('immediately shows nothing at a public link that was turned off through the other instance', async () => {
  const { body } = await admin.post(`${LEAGUE}/public-link/`, { shows_owners: true })
  const code = body.path.replace('/public/', '')
  const paths = ['', 'standings/?season=2026', 'scoreboard/?season=2026', 'history/']
  const statusesThere = () =>
    Promise.all(paths.map((path) => statusOf(second.client(), `/api/public/${code}/${path}`)))
  expect(await statusesThere()).toEqual([200, 200, 200, 200])
  await admin.post(`${LEAGUE}/public-link/revoke/`, {})
  expect(await statusesThere()).toEqual([404, 404, 404, 404])
})
