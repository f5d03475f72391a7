import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const PASSWORD = 'priya-has-a-secret'
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0'

let testApp: TestApp
let priya: TestClient
beforeEach(async () => {
  testApp = await startApp()
  priya = await testApp.registerUser('priya', { email: 'priya@league.example', first_name: 'Priya' })
})
afterEach(() => testApp.close())

async function signIn(headers: Record<string, string> = {}): Promise<TestClient> {
  const client = testApp.client()
  const response = await client.post('/api/login/', { username: 'priya', password: PASSWORD }, headers)
  expect(response.status).toBe(200)
  return client
}

async function findUsername(client: TestClient): Promise<string | null> {
  return (await client.get('/api/whoami/')).body.username
}

async function listAuditEntries(): Promise<unknown[]> {
  const rows = await testApp.db.selectFrom('audit_log').select(['action', 'detail']).orderBy('id').execute()
  return rows.filter(({ action }) => !/register|login/.test(action))
}

describe('updating the account', () => {
  it('changes the given fields and keeps the others', async () => {
    const response = await priya.post('/api/account/', { first_name: ' Pri ', last_name: 'Kapoor' })
    expect([response.status, response.body]).toEqual([
      200,
      {
        username: 'priya',
        first_name: 'Pri',
        last_name: 'Kapoor',
        email: 'priya@league.example',
        is_admin: false,
        is_staff: false,
      },
    ])
    expect((await priya.get('/api/whoami/')).body).toEqual(response.body)
    expect(await listAuditEntries()).toEqual([
      { action: 'account.update', detail: '{"changed":"first_name, last_name"}' },
    ])
  })

  it('requires no password and records nothing when nothing changes', async () => {
    const same = { first_name: 'Priya', last_name: '', email: 'priya@league.example' }
    expect((await priya.post('/api/account/', same)).status).toBe(200)
    expect((await priya.post('/api/account/', {})).status).toBe(200)
    expect(await listAuditEntries()).toEqual([])
  })

  it.each([{}, { current_password: '' }])(
    'requires the current password for a new email address with %j',
    async (rest) => {
      const response = await priya.post('/api/account/', { email: 'new@league.example', ...rest })
      expect([response.status, response.body.code]).toEqual([400, 'invalid_input'])
      expect(response.body.fields).toEqual({
        current_password: 'Enter your current password to change your email.',
      })
      expect((await priya.get('/api/whoami/')).body.email).toBe('priya@league.example')
    },
  )

  it('changes the email address with the password, and accepts it for login once it is verified', async () => {
    const response = await priya.post('/api/account/', {
      email: 'New@League.example',
      first_name: 'Pri',
      current_password: PASSWORD,
    })
    expect([response.status, response.body.email]).toEqual([200, 'New@League.example'])
    const signInWithNewEmail = () =>
      testApp.client().post('/api/login/', { username: 'new@league.example', password: PASSWORD })
    expect((await signInWithNewEmail()).status).toBe(401)
    await testApp.verifyEmail('priya')
    expect((await signInWithNewEmail()).status).toBe(200)
    const withOldEmail = await testApp
      .client()
      .post('/api/login/', { username: 'priya@league.example', password: PASSWORD })
    expect(withOldEmail.status).toBe(401)
    expect(await listAuditEntries()).toEqual([
      { action: 'account.update', detail: '{"changed":"first_name, email"}' },
    ])
  })

  it('allows changing the case of the email address and removing it', async () => {
    const upperCase = { email: 'PRIYA@league.example', current_password: PASSWORD }
    expect((await priya.post('/api/account/', upperCase)).status).toBe(200)
    const removed = await priya.post('/api/account/', { email: '', current_password: PASSWORD })
    expect([removed.status, removed.body.email]).toEqual([200, ''])
    expect(
      (await testApp.registerUser('ben', { email: 'priya@league.example' })).cookies.has('sessionid'),
    ).toBe(true)
  })

  it('returns 403 for a wrong password and changes nothing', async () => {
    const response = await priya.post('/api/account/', {
      email: 'new@league.example',
      first_name: 'Pri',
      current_password: 'wrong wrong',
    })
    expect([response.status, response.body]).toEqual([
      403,
      { error: 'Password is incorrect.', code: 'password_incorrect' },
    ])
    expect((await priya.get('/api/whoami/')).body).toMatchObject({
      first_name: 'Priya',
      email: 'priya@league.example',
    })
  })

  it('returns 409 for an email address that is in use in any case, but only with the correct password', async () => {
    await testApp.registerUser('ben', { email: 'ben@league.example' })
    const taken = { email: 'BEN@league.example', first_name: 'Pri' }
    const withWrongPassword = await priya.post('/api/account/', { ...taken, current_password: 'wrong wrong' })
    expect(withWrongPassword.status).toBe(403)
    const response = await priya.post('/api/account/', { ...taken, current_password: PASSWORD })
    expect([response.status, response.body.error]).toEqual([409, 'That email is already in use.'])
    expect((await priya.get('/api/whoami/')).body.first_name).toBe('Priya')
  })

  it('accepts only one of two concurrent requests for the same email address', async () => {
    const ben = await testApp.registerUser('ben')
    const responses = await Promise.all([
      priya.post('/api/account/', { email: 'one@league.example', current_password: PASSWORD }),
      ben.post('/api/account/', { email: 'ONE@league.example', current_password: 'ben-has-a-secret' }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each([
    ['email', 'not-an-address'],
    ['first_name', 'x'.repeat(151)],
    ['last_name', 7],
    ['current_password', 7],
  ])('rejects the %s %j and names the field', async (field, value) => {
    const response = await priya.post('/api/account/', { [field]: value })
    expect([response.status, Object.keys(response.body.fields)]).toEqual([400, [field]])
  })
})

describe('changing the password', () => {
  const changePassword = (client: TestClient, overrides: object = {}) =>
    client.post('/api/account/password/', {
      current_password: PASSWORD,
      new_password: 'a better secret',
      ...overrides,
    })

  it('starts a new session for this browser and ends all others', async () => {
    const laptop = await signIn()
    const previousToken = priya.cookies.get('sessionid') ?? ''
    const response = await changePassword(priya)
    expect([response.status, typeof response.body.message]).toEqual([200, 'string'])
    expect(priya.cookies.get('sessionid')).not.toBe(previousToken)
    expect(await findUsername(priya)).toBe('priya')
    expect(await findUsername(laptop)).toBe(null)
    priya.cookies.set('sessionid', previousToken)
    expect(await findUsername(priya)).toBe(null)
    const signInWith = (password: string) =>
      testApp.client().post('/api/login/', { username: 'priya', password })
    expect((await signInWith(PASSWORD)).status).toBe(401)
    expect((await signInWith('a better secret')).status).toBe(200)
    expect(await listAuditEntries()).toEqual([
      { action: 'account.password', detail: '{"sessions_ended":2,"keeps_tokens":false}' },
    ])
  })

  it('returns 403 for a wrong password, and counts it for this session alone', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const response = await changePassword(priya, { current_password: 'wrong wrong' })
      expect([response.status, response.body.code]).toEqual([403, 'password_incorrect'])
    }
    expect((await changePassword(priya)).status).toBe(429)
    const email = await priya.post('/api/account/', { email: 'a@league.example', current_password: PASSWORD })
    expect(email.status).toBe(429)
    const login = await testApp.client().post('/api/login/', { username: 'priya', password: PASSWORD })
    expect(login.status).toBe(200)
    expect(await findUsername(priya)).toBe('priya')
    testApp.clock.now = new Date(SUNDAY.getTime() + 15 * MINUTE_MS)
    expect((await changePassword(priya)).status).toBe(200)
  })

  it.each(['baseball', 'seven77'])('rejects the new password %j', async (new_password) => {
    const response = await changePassword(priya, { new_password })
    expect([response.status, Object.keys(response.body.fields)]).toEqual([400, ['new_password']])
    expect(await listAuditEntries()).toEqual([])
  })

  it('accepts only one of two concurrent changes', async () => {
    const laptop = await signIn()
    const responses = await Promise.all([
      changePassword(priya, { new_password: 'first of two' }),
      changePassword(laptop, { new_password: 'second of two' }),
    ])
    // The losing request has an outdated password, or its session was already ended by the winner.
    const [winner, loser] = responses.map(({ status }) => status).sort()
    expect(winner).toBe(200)
    expect([401, 403]).toContain(loser)
    const sessions = await testApp.db.selectFrom('sessions').select('token_hash').execute()
    expect(sessions).toHaveLength(1)
  })
})

describe("the current user's sessions", () => {
  it('lists the sessions with their devices, most recently used first', async () => {
    testApp.clock.now = new Date(SUNDAY.getTime() + HOUR_MS)
    const phone = await signIn({ 'user-agent': FIREFOX })
    testApp.clock.now = new Date(SUNDAY.getTime() + 2 * HOUR_MS)
    await testApp.registerUser('ben')
    const { status, body } = await phone.get('/api/account/sessions/')
    expect(status).toBe(200)
    expect(body.sessions).toEqual([
      {
        id: expect.any(String),
        device: 'Firefox on Android',
        address: '127.0.0.1',
        created_at: '2026-10-11T19:30:00.000Z',
        seen_at: '2026-10-11T20:30:00.000Z',
        is_current: true,
      },
      {
        id: expect.any(String),
        device: null,
        address: '127.0.0.1',
        created_at: '2026-10-11T18:30:00.000Z',
        seen_at: '2026-10-11T18:30:00.000Z',
        is_current: false,
      },
    ])
    expect(JSON.stringify(body)).not.toContain(phone.cookies.get('sessionid'))
  })

  it('does not list expired sessions', async () => {
    const phone = await signIn()
    for (const days of [10, 20]) {
      testApp.clock.now = new Date(SUNDAY.getTime() + days * 24 * HOUR_MS)
      await findUsername(phone)
    }
    expect((await phone.get('/api/account/sessions/')).body.sessions).toHaveLength(1)
  })

  it('stores at most 300 characters of the user agent', async () => {
    await signIn({ 'user-agent': 'x'.repeat(5000) })
    const rows = await testApp.db.selectFrom('sessions').select('user_agent').execute()
    expect(rows.map(({ user_agent }) => user_agent?.length).sort()).toContain(300)
  })

  it('ends a single session', async () => {
    const laptop = await signIn()
    const { body } = await priya.get('/api/account/sessions/')
    const other = body.sessions.find((session: { is_current: boolean }) => !session.is_current)
    const response = await priya.post('/api/account/sessions/end/', { id: other.id })
    expect([response.status, typeof response.body.message]).toEqual([200, 'string'])
    expect([await findUsername(laptop), await findUsername(priya)]).toEqual([null, 'priya'])
    const again = await priya.post('/api/account/sessions/end/', { id: other.id })
    expect([again.status, again.body.code]).toEqual([404, 'session_not_found'])
    expect(await listAuditEntries()).toEqual([{ action: 'account.end_sessions', detail: '{"ended":1}' }])
  })

  it('ends all sessions except the current one', async () => {
    const others = [await signIn(), await signIn()]
    expect((await priya.post('/api/account/sessions/end/', {})).status).toBe(200)
    expect((await priya.post('/api/account/sessions/end/', { id: null })).status).toBe(200)
    for (const other of others) expect(await findUsername(other)).toBe(null)
    expect(await findUsername(priya)).toBe('priya')
    expect(await listAuditEntries()).toEqual([{ action: 'account.end_sessions', detail: '{"ended":2}' }])
  })

  it('ends the current session and clears its cookie', async () => {
    const { body } = await priya.get('/api/account/sessions/')
    await priya.post('/api/account/sessions/end/', { id: body.sessions[0].id })
    expect(priya.cookies.has('sessionid')).toBe(false)
    expect(await findUsername(priya)).toBe(null)
  })

  it('returns 404 for the session of another user and for a session token', async () => {
    const ben = await testApp.registerUser('ben')
    const { body } = await priya.get('/api/account/sessions/')
    for (const id of [body.sessions[0].id, priya.cookies.get('sessionid'), '', 'x'.repeat(128)]) {
      const response = await ben.post('/api/account/sessions/end/', { id })
      expect([response.status, response.body.code]).toEqual([404, 'session_not_found'])
    }
    expect(await findUsername(priya)).toBe('priya')
  })
})
