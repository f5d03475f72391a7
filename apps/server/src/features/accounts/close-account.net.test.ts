import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listForeignKeys } from '../../database/portability/table-rows.ts'
import { IS_NET } from '../../testing/is-net.ts'
import { createTwoLeagues, type TwoLeagues } from '../../testing/two-leagues.ts'
import { readZip } from '../../testing/zips.ts'

/** Columns that still name the account: what its owner has posted, voted and picked, and who did what. */
const ALLOWED_REFERENCES = [
  'audit_log.actor_id',
  'comment_reactions.user_id',
  'feed_items.user_id',
  'feed_items.maker_id',
  'imported_people.linked_id',
  'imported_people.user_id',
  'item_reactions.user_id',
  'jobs.requested_by',
  'pick_changes.by_id',
  'pick_changes.user_id',
  'picks.user_id',
  'item_comments.user_id',
  'item_likes.user_id',
  'proposal_votes.user_id',
]

let fixture: TwoLeagues
beforeEach(async () => {
  fixture = await createTwoLeagues()
})
afterEach(() => fixture.testApp.close())

const deleteAccount = (actor: keyof TwoLeagues['clients'], username: string = actor) =>
  fixture.clients[actor].post('/api/account/delete/', { username })

async function findUser(username: string) {
  const { db } = fixture.testApp
  return db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()
}

it('removes everything personal, and keeps nothing that refers to the account but what its owner has posted', async () => {
  const { db } = fixture.testApp
  const { id = 0 } = (await findUser('player')) ?? {}
  await fixture.clients.player.post('/api/account/', {
    first_name: 'Priya',
    last_name: 'Quill',
    email: 'player@league.example',
    current_password: 'player-has-a-secret',
  })
  expect((await deleteAccount('player')).body).toEqual({ message: 'Your account is deleted.' })
  const keys = (await listForeignKeys(db)).filter(({ target }) => target === 'users')
  expect(keys.length).toBeGreaterThan(15)
  const remaining: string[] = []
  for (const { table, column } of keys) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db)
    if (Number(rows[0]?.count) > 0) remaining.push(`${table}.${column}`)
  }
  expect(remaining.filter((each) => !ALLOWED_REFERENCES.includes(each))).toEqual([])
  expect(remaining).toContain('feed_items.user_id')
  expect(await findUser(`former@${id}`)).toMatchObject({
    first_name: 'Former',
    last_name: 'member',
    email: '',
    email_key: null,
    email_claim_key: null,
    password_hash: '',
    is_admin: 0,
    is_staff: 0,
  })
  expect(await findUser('player')).toBeUndefined()
})

it('signs out everywhere, and lets nobody sign in, not even with an API token', async () => {
  const { clients, testApp } = fixture
  const body = { name: 'Bot', scopes: ['read'], leagues: null, days: 30 }
  const { token } = (await clients.player.post('/api/account/tokens/', body)).body
  await deleteAccount('player')
  expect(clients.player.cookies.has('sessionid')).toBe(false)
  const login = { username: 'player', password: 'player-has-a-secret' }
  expect((await testApp.client().post('/api/login/', login)).body.code).toBe('invalid_credentials')
  const headers = { authorization: `Bearer ${token}` }
  const read = await testApp.app.inject({ url: '/api/league/Harbour/standings/', headers })
  expect(read.json().code).toBe('token_invalid')
})

it('shows posts and exports of the league with a former member as the author, and keeps the name in the audit log', async () => {
  const { clients } = fixture
  await clients.player.post('/api/account/', { first_name: 'Priya', last_name: 'Quill' })
  const feed = async () => JSON.stringify((await clients.boss.get('/api/league/Harbour/social/feed/')).body)
  expect(await feed()).toContain('Priya Quill')
  await deleteAccount('player')
  expect(await feed()).toContain('Former member')
  expect(await feed()).not.toMatch(/Priya Quill|"player"/)
  const { users } = (await clients.boss.get('/api/users/')).body
  expect(JSON.stringify(users)).not.toMatch(/former@|"player"/)
  const exported = await fixture.testApp.app.inject({
    url: '/api/league/Harbour/export/',
    cookies: Object.fromEntries(clients.boss.cookies),
  })
  expect(exported.statusCode).toBe(200)
  const files = await readZip(exported.rawPayload)
  const text = [...files.values()].map(String).join('')
  expect(text).toContain('Former')
  expect(text).not.toContain('Quill')
  expect(files.get('league.json')?.toString()).not.toContain('"player"')
  const { acts } = (await clients.boss.get('/api/audit/')).body
  expect(acts).toContainEqual(expect.objectContaining({ actor: 'player', action: 'account.delete' }))
})

it.runIf(IS_NET)(
  'leaves no name in imported archives, and no request that a new user of the name would inherit',
  async () => {
    const { db } = fixture.testApp
    const { id = 0 } = (await findUser('player')) ?? {}
    const [league] = await db.selectFrom('leagues').select('id').execute()
    const person = { league_id: league?.id ?? 0, user_id: null, username: 'player', username_key: 'player' }
    await db
      .insertInto('imported_people')
      .values([
        { ...person, linked_id: id, linked_at: 1 },
        { ...person, claimed_at: 1 },
      ])
      .execute()
    await deleteAccount('player')
    const rows = await db.selectFrom('imported_people').selectAll().orderBy('id', 'desc').limit(2).execute()
    expect(rows).toEqual([
      expect.objectContaining({ username: 'player', claimed_at: null, linked_id: null }),
      expect.objectContaining({ username: `former@${id}`, username_key: `former@${id}`, linked_id: id }),
    ])
  },
)

it('frees the username', async () => {
  await deleteAccount('player')
  await fixture.testApp.registerUser('player')
  expect((await findUser('player'))?.deleted_at).toBeNull()
})

it('needs the username and a recent proof', async () => {
  const wrong = await deleteAccount('player', 'skipper')
  expect([wrong.status, wrong.body.error]).toEqual([400, "Type your username exactly as it's shown."])
  fixture.testApp.clock.now = new Date(fixture.testApp.clock.now.getTime() + 11 * MINUTE_MS)
  expect((await deleteAccount('player')).body.code).toBe('identity_unconfirmed')
  expect(await findUser('player')).toBeDefined()
})

it('is refused for the only site admin and for the only admin of a league, with the names of the leagues', async () => {
  const { clients, testApp } = fixture
  await testApp.db.updateTable('users').set({ is_admin: 0 }).where('username', '=', 'keyholder').execute()
  expect((await deleteAccount('boss')).body).toEqual({
    error: "You're the only site admin. Create another one before you delete your account.",
    code: 'last_site_admin',
  })
  const harbour = { username: 'boss', league: 'Harbour', role: 'viewer' }
  await clients.boss.post('/api/assign-user/', harbour)
  expect((await deleteAccount('skipper')).body).toEqual({
    error:
      "You're the only admin of Harbour. Make somebody else an admin, or delete the league, before you delete your account.",
    code: 'last_league_admin',
  })
  await clients.boss.post('/api/assign-user/', { ...harbour, role: 'admin' })
  expect((await deleteAccount('skipper')).status).toBe(200)
})
