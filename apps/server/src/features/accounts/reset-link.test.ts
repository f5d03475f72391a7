import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const NEW_PASSWORD = 'a tenth life for the cat'

let testApp: TestApp
let boss: TestClient
let priya: TestClient

beforeEach(async () => {
  testApp = await startApp()
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  priya = await testApp.registerUser('priya')
})
afterEach(() => testApp.close())

const createLink = (username: string, client = boss) => client.post('/api/users/reset-link/', { username })

async function confirmLink(link: string) {
  const { uid, token } = Object.fromEntries(new URL(link).searchParams)
  return testApp.client().post('/api/password-reset/confirm/', { uid, token, new_password: NEW_PASSWORD })
}

const signIn = (password: string) => testApp.client().post('/api/login/', { username: 'priya', password })

describe('a reset link that an admin hands over', () => {
  it('sets a new password once, ends the sessions, and is recorded without the token', async () => {
    const { status, body } = await createLink('PRIYA')
    expect([status, body]).toEqual([
      200,
      {
        link: expect.stringMatching(/^http:\/\/localhost:3000\/\?uid=\d+&token=[\w-]{43,}$/),
        expires_at: new Date(SUNDAY.getTime() + HOUR_MS).toISOString(),
      },
    ])
    expect((await confirmLink(body.link)).status).toBe(200)
    expect((await signIn(NEW_PASSWORD)).body).toMatchObject({ username: 'priya' })
    expect((await priya.get('/api/account/sessions/')).status).toBe(401)
    expect((await confirmLink(body.link)).body.code).toBe('invalid_reset_link')
    const { acts } = (await boss.get('/api/audit/?action=admin.reset-link')).body
    expect(acts).toMatchObject([{ actor: 'boss', detail: { username: 'priya' } }])
    const token = new URL(body.link).searchParams.get('token') ?? ''
    const rows = await testApp.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('expires after an hour, and ends when there is a newer one', async () => {
    const first = (await createLink('priya')).body.link
    const second = (await createLink('priya')).body.link
    expect((await confirmLink(first)).body.code).toBe('invalid_reset_link')
    // The session of the admin has another limit.
    testApp.clock.now = new Date(SUNDAY.getTime() + HOUR_MS)
    expect((await confirmLink(second)).body.code).toBe('invalid_reset_link')
    expect((await signIn('priya-has-a-secret')).status).toBe(200)
  })

  it('does not verify the email address of an older account', async () => {
    await testApp.db
      .updateTable('users')
      .set({ email: 'priya@league.example', email_key: 'priya@league.example', email_verified_at: null })
      .where('username', '=', 'priya')
      .execute()
    await confirmLink((await createLink('priya')).body.link)
    const user = await testApp.db
      .selectFrom('users')
      .select('email_verified_at')
      .where('username', '=', 'priya')
      .executeTakeFirstOrThrow()
    expect(user.email_verified_at).toBeNull()
  })

  it('needs a recent proof of who the admin is', async () => {
    testApp.clock.now = new Date(SUNDAY.getTime() + 10 * MINUTE_MS)
    expect((await createLink('priya')).body.code).toBe('identity_unconfirmed')
    expect(await testApp.db.selectFrom('password_resets').selectAll().execute()).toEqual([])
  })

  it('is created by staff for others, but only by site admins for staff and site admins', async () => {
    const staff = await testApp.registerUser('sam')
    await boss.post('/api/users/set-staff/', { username: 'sam', is_staff: true })
    expect((await createLink('priya', staff)).status).toBe(200)
    expect((await createLink('boss', staff)).body.code).toBe('not_site_admin')
    expect((await createLink('sam')).status).toBe(200)
    expect((await createLink('nobody')).body.code).toBe('user_not_found')
  })
})
