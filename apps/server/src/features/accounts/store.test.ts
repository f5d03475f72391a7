import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SUNDAY, startApp, type TestApp } from '../../testing/start-app.ts'
import { replaceOwnPassword } from './password-store.ts'
import {
  type Account,
  findByUsername,
  type SignInContext,
  signInWithPassword,
  updateProfile,
} from './sign-in.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await startApp()
})
afterEach(() => testApp.close())

const ANONYMOUS = { userAgent: null, address: null, now: SUNDAY }
const ANONYMOUS_SIGN_IN: SignInContext = { ...ANONYMOUS, replacedSession: null }

async function createAccount(username: string): Promise<Account> {
  await testApp.registerUser(username)
  const account = await findByUsername(testApp.db, username)
  if (account === null) throw new Error(`${username} is not registered`)
  return account
}

async function rejectSessionInserts(): Promise<void> {
  await sql`alter table sessions rename to sessions_elsewhere`.execute(testApp.db)
}

it('rolls back the registration when the session cannot be stored', async () => {
  await rejectSessionInserts()
  const response = await testApp
    .client()
    .post('/api/register/', { username: 'ada', password: 'ada-has-a-secret' })
  expect(response.status).toBe(500)
  for (const table of ['users', 'audit_log'] as const) {
    expect(await testApp.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

it('rolls back the login and keeps the failed attempts when the session cannot be stored', async () => {
  await createAccount('ada')
  const wrong = await testApp.client().post('/api/login/', { username: 'ada', password: 'wrong wrong' })
  expect(wrong.status).toBe(401)
  await rejectSessionInserts()
  const response = await testApp
    .client()
    .post('/api/login/', { username: 'ada', password: 'ada-has-a-secret' })
  expect(response.status).toBe(500)
  const auditEntries = await testApp.db.selectFrom('audit_log').select('action').execute()
  expect(auditEntries).toEqual([{ action: 'account.register' }])
  expect(await testApp.db.selectFrom('attempts').select('bucket').execute()).toHaveLength(2)
})

it('keeps the previous session when the login cannot be stored', async () => {
  const ada = await testApp.registerUser('ada')
  await sql`alter table audit_log rename to audit_log_elsewhere`.execute(testApp.db)
  expect((await ada.post('/api/login/', { username: 'ada', password: 'ada-has-a-secret' })).status).toBe(500)
  expect((await ada.get('/api/whoami/')).body.username).toBe('ada')
})

it('rejects a login, password change or email change when the password has changed since it was verified', async () => {
  const ada = await createAccount('ada')
  await replaceOwnPassword(testApp.db, ada, { keepsTokens: true, hash: 'another hash' }, ANONYMOUS)
  expect(await signInWithPassword(testApp.db, ada, ANONYMOUS_SIGN_IN)).toBe(null)
  expect(
    await replaceOwnPassword(testApp.db, ada, { keepsTokens: true, hash: 'a third hash' }, ANONYMOUS),
  ).toBe(null)
  await expect(
    updateProfile(testApp.db, ada, { email: 'x@league.example' }, { sendsMail: false, now: SUNDAY }),
  ).rejects.toMatchObject({ code: 'password_incorrect' })
  const row = await testApp.db
    .selectFrom('users')
    .select(['password_hash', 'email'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ password_hash: 'another hash', email: '' })
})

it('keeps 20 sessions per user and ends the least recently used ones', async () => {
  const [ada, ben] = [await createAccount('ada'), await createAccount('ben')]
  for (let count = 1; count <= 24; count += 1) {
    const now = new Date(SUNDAY.getTime() + count * 1000)
    await signInWithPassword(testApp.db, ada, {
      userAgent: `browser ${count}`,
      address: null,
      replacedSession: null,
      now,
    })
  }
  const rows = await testApp.db
    .selectFrom('sessions')
    .select(['user_id', 'user_agent'])
    .orderBy('seen_at')
    .execute()
  expect(rows.filter(({ user_id }) => user_id === ben.id)).toHaveLength(1)
  const remaining = rows.filter(({ user_id }) => user_id === ada.id).map(({ user_agent }) => user_agent)
  expect(remaining).toEqual(Array.from({ length: 20 }, (_, index) => `browser ${index + 5}`))
})

it('keeps 20 sessions when many logins run concurrently', async () => {
  const ada = await createAccount('ada')
  await Promise.all(Array.from({ length: 30 }, () => signInWithPassword(testApp.db, ada, ANONYMOUS_SIGN_IN)))
  expect(await testApp.db.selectFrom('sessions').select('token_hash').execute()).toHaveLength(20)
})
