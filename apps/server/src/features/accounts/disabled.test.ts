import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listenToEvents } from '../../testing/event-listener.ts'
import { addPasskey, addTotp, totpCode } from '../../testing/sign-in-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { hasSiteAdmin } from './read-site-admin.ts'

const PASSWORD = 'priya-has-a-secret'
const SENTENCE = 'This account is disabled. Contact a site admin of this site.'

let testApp: TestApp
let boss: TestClient
let priya: TestClient

beforeEach(async () => {
  testApp = await startApp({ DEV_LINKS: true })
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  priya = await testApp.registerUser('priya', { email: 'priya@league.example' })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 1 })
  await boss.post('/api/assign-user/', { username: 'priya', league: 'Harbour', role: 'player' })
})
afterEach(() => testApp.close())

const setDisabled = (username: string, is_disabled: boolean, admin = boss) =>
  admin.post('/api/users/set-disabled/', { username, is_disabled })

const signIn = (password = PASSWORD) => testApp.client().post('/api/login/', { username: 'priya', password })

describe('a disabled account', () => {
  it('ends sessions, streams, API tokens, push subscriptions and reset links at once', async () => {
    await testApp.app.listen({ port: 0, host: '127.0.0.1' })
    const listener = await listenToEvents(testApp, priya)
    const { body: created } = await priya.post('/api/account/tokens/', {
      name: 'Bot',
      scopes: ['read'],
      leagues: null,
      days: 30,
    })
    const standings = () =>
      testApp.app.inject({
        url: '/api/league/Harbour/standings/',
        headers: { authorization: `Bearer ${created.token}` },
      })
    await priya.post('/api/notifications/devices/', {
      endpoint: 'https://push.example/one',
      p256dh: 'BG_wO5SSQc4drdQ1GeaWDgqFtBppoFwygQOqK84VlMoWPE91OlW_AdxT9sCwx-7ni0DG_30lqW4igrmJzvccFEo',
      auth: 'AAAAAAAAAAAAAAAAAAAAAA',
    })
    await testApp.client().post('/api/password-reset/request/', { username_or_email: 'priya' })
    for (let round = 0; round < 2; round++) {
      expect((await priya.get('/api/league/Harbour/meta/')).status).toBe(200)
      expect((await standings()).statusCode).toBe(200)
    }

    expect((await setDisabled('PRIYA', true)).body).toEqual({
      ok: true,
      message: "priya's account is disabled, and they were signed out everywhere.",
    })
    expect((await priya.get('/api/league/Harbour/meta/')).body.code).toBe('not_signed_in')
    expect((await standings()).json().code).toBe('token_invalid')
    await listener.ended
    for (const table of ['push_subscriptions', 'password_resets', 'api_tokens'] as const)
      expect([table, await testApp.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
  })

  it('says so after the right password only', async () => {
    await setDisabled('priya', true)
    expect((await signIn('a wrong password')).body).toEqual({
      error: 'Invalid credentials',
      code: 'invalid_credentials',
    })
    const response = await signIn()
    expect([response.status, response.body]).toEqual([403, { error: SENTENCE, code: 'account_disabled' }])
    expect((await testApp.db.selectFrom('sessions').selectAll().execute()).length).toBe(1)
  })

  it('cannot be signed in to with a passkey or a second factor', async () => {
    const { passkey } = await addPasskey(priya)
    const { secret } = await addTotp(testApp, priya)
    await setDisabled('priya', true)
    const alone = await testApp.client().post('/api/login/passkey/start/')
    const signedIn = await testApp
      .client()
      .post('/api/login/passkey/', { credential: passkey.sign(alone.body.options) })
    expect(signedIn.body.code).toBe('account_disabled')
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 60_000)
    const step = await signIn()
    const completed = await testApp.client().post('/api/login/second-factor/', {
      token: step.body.token,
      code: totpCode(secret, testApp.clock.now),
    })
    expect(completed.body.code).toBe('account_disabled')
  })

  it('gets no reset link', async () => {
    await setDisabled('priya', true)
    const { body } = await testApp
      .client()
      .post('/api/password-reset/request/', { username_or_email: 'priya' })
    expect(body.link).toBeUndefined()
  })

  it('works again once it is enabled, with everything that its owner has posted', async () => {
    await priya.post('/api/league/Harbour/social/posts/', { content: 'Ahoy' })
    await setDisabled('priya', true)
    const { items } = (await boss.get('/api/league/Harbour/social/feed/')).body
    expect(JSON.stringify(items)).toMatch(/priya.*Ahoy|Ahoy.*priya/)
    expect((await setDisabled('priya', false)).body.message).toBe('priya can sign in again.')
    expect((await signIn()).status).toBe(200)
  })
})

it('lists disabled accounts as such, and records who disabled them', async () => {
  await setDisabled('priya', true)
  await setDisabled('priya', false)
  await setDisabled('priya', true)
  const { users } = (await boss.get('/api/users/')).body
  expect(
    users.map((user: { username: string; is_disabled: boolean }) => [user.username, user.is_disabled]),
  ).toEqual([
    ['boss', false],
    ['priya', true],
  ])
  const entries = await testApp.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'detail'])
    .where('action', 'in', ['admin.disable', 'admin.enable'])
    .orderBy('id')
    .execute()
  expect(entries.map((entry) => [entry.actor_name, entry.action, JSON.parse(entry.detail)])).toEqual([
    ['boss', 'admin.disable', { username: 'priya' }],
    ['boss', 'admin.enable', { username: 'priya' }],
    ['boss', 'admin.disable', { username: 'priya' }],
  ])
})

it.each([
  ['boss', 409, 'own_account'],
  ['nobody', 404, 'user_not_found'],
])('rejects to disable %s', async (username, status, code) => {
  const response = await setDisabled(username, true)
  expect([response.status, response.body.code]).toEqual([status, code])
})

it('does not count disabled site admins as such', async () => {
  const second = await testApp.registerUser('second', { role: 'admin', admin_code: ADMIN_CODE })
  await setDisabled('boss', true, second)
  const demotion = await second.post('/api/users/set-staff/', { username: 'second', is_staff: false })
  expect(demotion.body.code).toBe('last_site_admin')
  expect(await hasSiteAdmin(testApp.db)).toBe(true)
  await testApp.db.updateTable('users').set({ disabled_at: 1 }).execute()
  expect(await hasSiteAdmin(testApp.db)).toBe(false)
})
