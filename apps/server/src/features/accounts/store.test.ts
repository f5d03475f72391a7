import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SUNDAY, startApp, type TestApp } from '../../testing/start-app.ts'
import { passwordStore } from './password-store.ts'
import { type Account, accountStore } from './store.ts'

let world: TestApp
beforeEach(async () => {
  world = await startApp()
})
afterEach(() => world.close())

const BY_NOBODY = { userAgent: null, replaces: null, now: SUNDAY }

async function anAccount(username: string): Promise<Account> {
  await world.member(username)
  const account = await accountStore(world.db).find(username)
  if (account === null) throw new Error(`${username} has not registered`)
  return account
}

async function withoutSessions(): Promise<void> {
  await sql`alter table sessions rename to sessions_elsewhere`.execute(world.db)
}

it('keeps no account whose session could not be stored', async () => {
  await withoutSessions()
  const answer = await world
    .visitor()
    .post('/api/register/', { username: 'ada', password: 'ada-has-a-secret' })
  expect(answer.status).toBe(500)
  for (const table of ['users', 'audit_log'] as const) {
    expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

it('writes down no sign-in whose session could not be stored, and forgives nothing', async () => {
  await anAccount('ada')
  const wrong = await world.visitor().post('/api/login/', { username: 'ada', password: 'wrong wrong' })
  expect(wrong.status).toBe(401)
  await withoutSessions()
  const answer = await world.visitor().post('/api/login/', { username: 'ada', password: 'ada-has-a-secret' })
  expect(answer.status).toBe(500)
  const acts = await world.db.selectFrom('audit_log').select('action').execute()
  expect(acts).toEqual([{ action: 'account.register' }])
  expect(await world.db.selectFrom('attempts').select('bucket').execute()).toHaveLength(2)
})

it('ends the session that the browser came with only when the new one is stored', async () => {
  const ada = await world.member('ada')
  await sql`alter table audit_log rename to audit_log_elsewhere`.execute(world.db)
  expect((await ada.post('/api/login/', { username: 'ada', password: 'ada-has-a-secret' })).status).toBe(500)
  expect((await ada.get('/api/whoami/')).body.username).toBe('ada')
})

it('begins no session by a password that was changed since it was proven', async () => {
  const ada = await anAccount('ada')
  await passwordStore(world.db).change(ada, 'another hash', BY_NOBODY)
  expect(await accountStore(world.db).signIn(ada, BY_NOBODY)).toBe(null)
  expect(await passwordStore(world.db).change(ada, 'a third hash', BY_NOBODY)).toBe(null)
  await expect(
    accountStore(world.db).update(ada, { email: 'x@league.example' }, SUNDAY),
  ).rejects.toMatchObject({
    code: 'password_incorrect',
  })
  const row = await world.db.selectFrom('users').select(['password_hash', 'email']).executeTakeFirstOrThrow()
  expect(row).toEqual({ password_hash: 'another hash', email: '' })
})

it('keeps twenty sessions a person, and ends the one unused for longest', async () => {
  const [ada, ben] = [await anAccount('ada'), await anAccount('ben')]
  const accounts = accountStore(world.db)
  for (let count = 1; count <= 24; count += 1) {
    const now = new Date(SUNDAY.getTime() + count * 1000)
    await accounts.signIn(ada, { userAgent: `browser ${count}`, replaces: null, now })
  }
  const rows = await world.db
    .selectFrom('sessions')
    .select(['user_id', 'user_agent'])
    .orderBy('seen_at')
    .execute()
  expect(rows.filter(({ user_id }) => user_id === ben.id)).toHaveLength(1)
  const kept = rows.filter(({ user_id }) => user_id === ada.id).map(({ user_agent }) => user_agent)
  expect(kept).toEqual(Array.from({ length: 20 }, (_, index) => `browser ${index + 5}`))
})

it('keeps twenty sessions also when many begin at once', async () => {
  const ada = await anAccount('ada')
  const accounts = accountStore(world.db)
  await Promise.all(Array.from({ length: 30 }, () => accounts.signIn(ada, BY_NOBODY)))
  expect(await world.db.selectFrom('sessions').select('token_hash').execute()).toHaveLength(20)
})
