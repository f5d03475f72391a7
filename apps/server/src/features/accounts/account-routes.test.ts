import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
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
  const visitor = testApp.client()
  const answer = await visitor.post('/api/login/', { username: 'priya', password: PASSWORD }, headers)
  expect(answer.status).toBe(200)
  return visitor
}

async function findUsername(visitor: TestClient): Promise<string | null> {
  return (await visitor.get('/api/whoami/')).body.username
}

async function listAuditEntries(): Promise<unknown[]> {
  const rows = await testApp.db.selectFrom('audit_log').select(['action', 'detail']).orderBy('id').execute()
  return rows.filter(({ action }) => !/register|login/.test(action))
}

describe('changing one’s name and address', () => {
  it('changes what is given and keeps the rest', async () => {
    const answer = await priya.post('/api/account/', { first_name: ' Pri ', last_name: 'Kapoor' })
    expect([answer.status, answer.body]).toEqual([
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
    expect((await priya.get('/api/whoami/')).body).toEqual(answer.body)
    expect(await listAuditEntries()).toEqual([
      { action: 'account.update', detail: '{"changed":"first_name, last_name"}' },
    ])
  })

  it('writes nothing down where nothing changes, and asks for no password', async () => {
    const same = { first_name: 'Priya', last_name: '', email: 'priya@league.example' }
    expect((await priya.post('/api/account/', same)).status).toBe(200)
    expect((await priya.post('/api/account/', {})).status).toBe(200)
    expect(await listAuditEntries()).toEqual([])
  })

  it.each([{}, { current_password: '' }])(
    'asks for the password before a new address with %j',
    async (more) => {
      const answer = await priya.post('/api/account/', { email: 'new@league.example', ...more })
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
      expect(answer.body.fields).toEqual({
        current_password: 'Enter your current password to change the email address.',
      })
      expect((await priya.get('/api/whoami/')).body.email).toBe('priya@league.example')
    },
  )

  it('takes a new address with the password, and people sign in with it', async () => {
    const answer = await priya.post('/api/account/', {
      email: 'New@League.example',
      first_name: 'Pri',
      current_password: PASSWORD,
    })
    expect([answer.status, answer.body.email]).toEqual([200, 'New@League.example'])
    const byMail = await testApp
      .client()
      .post('/api/login/', { username: 'new@league.example', password: PASSWORD })
    expect(byMail.status).toBe(200)
    const byOld = await testApp
      .client()
      .post('/api/login/', { username: 'priya@league.example', password: PASSWORD })
    expect(byOld.status).toBe(401)
    expect(await listAuditEntries()).toEqual([
      { action: 'account.update', detail: '{"changed":"first_name, email"}' },
    ])
  })

  it('lets an address be written in other case, and be given up', async () => {
    const other = { email: 'PRIYA@league.example', current_password: PASSWORD }
    expect((await priya.post('/api/account/', other)).status).toBe(200)
    const none = await priya.post('/api/account/', { email: '', current_password: PASSWORD })
    expect([none.status, none.body.email]).toEqual([200, ''])
    expect(
      (await testApp.registerUser('ben', { email: 'priya@league.example' })).cookies.has('sessionid'),
    ).toBe(true)
  })

  it('refuses a wrong password, and changes nothing at all', async () => {
    const answer = await priya.post('/api/account/', {
      email: 'new@league.example',
      first_name: 'Pri',
      current_password: 'wrong wrong',
    })
    expect([answer.status, answer.body]).toEqual([
      403,
      { error: 'Password is incorrect.', code: 'password_incorrect' },
    ])
    expect((await priya.get('/api/whoami/')).body).toMatchObject({
      first_name: 'Priya',
      email: 'priya@league.example',
    })
  })

  it('refuses an address that another has, under any case, and tells so only to who knows the password', async () => {
    await testApp.registerUser('ben', { email: 'ben@league.example' })
    const taken = { email: 'BEN@league.example', first_name: 'Pri' }
    const blind = await priya.post('/api/account/', { ...taken, current_password: 'wrong wrong' })
    expect(blind.status).toBe(403)
    const answer = await priya.post('/api/account/', { ...taken, current_password: PASSWORD })
    expect([answer.status, answer.body.error]).toEqual([409, 'That email is already in use.'])
    expect((await priya.get('/api/whoami/')).body.first_name).toBe('Priya')
  })

  it('lets one of two win who ask for an address at the same moment', async () => {
    const ben = await testApp.registerUser('ben')
    const answers = await Promise.all([
      priya.post('/api/account/', { email: 'one@league.example', current_password: PASSWORD }),
      ben.post('/api/account/', { email: 'ONE@league.example', current_password: 'ben-has-a-secret' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each([
    ['email', 'not-an-address'],
    ['first_name', 'x'.repeat(151)],
    ['last_name', 7],
    ['current_password', 7],
  ])('refuses the %s %j and names the field', async (field, value) => {
    const answer = await priya.post('/api/account/', { [field]: value })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
  })
})

describe('changing one’s password', () => {
  const change = (visitor: TestClient, more: object = {}) =>
    visitor.post('/api/account/password/', {
      current_password: PASSWORD,
      new_password: 'a better secret',
      ...more,
    })

  it('gives this browser a new session and ends all others', async () => {
    const laptop = await signIn()
    const before = priya.cookies.get('sessionid') ?? ''
    const answer = await change(priya)
    expect([answer.status, typeof answer.body.message]).toEqual([200, 'string'])
    expect(priya.cookies.get('sessionid')).not.toBe(before)
    expect(await findUsername(priya)).toBe('priya')
    expect(await findUsername(laptop)).toBe(null)
    priya.cookies.set('sessionid', before)
    expect(await findUsername(priya)).toBe(null)
    const tryWith = (password: string) =>
      testApp.client().post('/api/login/', { username: 'priya', password })
    expect((await tryWith(PASSWORD)).status).toBe(401)
    expect((await tryWith('a better secret')).status).toBe(200)
    expect(await listAuditEntries()).toEqual([{ action: 'account.password', detail: '{"sessions_ended":2}' }])
  })

  it('refuses a wrong password, and counts it like a failed sign-in', async () => {
    for (let tried = 0; tried < 10; tried += 1) {
      const answer = await change(priya, { current_password: 'wrong wrong' })
      expect([answer.status, answer.body.code]).toEqual([403, 'password_incorrect'])
    }
    expect((await change(priya)).status).toBe(429)
    const email = await priya.post('/api/account/', { email: 'a@league.example', current_password: PASSWORD })
    expect(email.status).toBe(429)
    const login = await testApp.client().post('/api/login/', { username: 'priya', password: PASSWORD })
    expect(login.status).toBe(429)
    expect(await findUsername(priya)).toBe('priya')
    testApp.clock.now = new Date(SUNDAY.getTime() + 15 * MINUTE_MS)
    expect((await change(priya)).status).toBe(200)
  })

  it.each(['baseball', 'seven77'])('refuses the new password %j', async (new_password) => {
    const answer = await change(priya, { new_password })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['new_password']])
    expect(await listAuditEntries()).toEqual([])
  })

  it('lets one of two changes at the same time win', async () => {
    const laptop = await signIn()
    const answers = await Promise.all([
      change(priya, { new_password: 'first of two' }),
      change(laptop, { new_password: 'second of two' }),
    ])
    // The loser's password is old by then, or its session is already ended by the winner.
    const [won, lost] = answers.map(({ status }) => status).sort()
    expect(won).toBe(200)
    expect([401, 403]).toContain(lost)
    const sessions = await testApp.db.selectFrom('sessions').select('token_hash').execute()
    expect(sessions).toHaveLength(1)
  })
})

describe('one’s sessions', () => {
  it('are listed with their devices, last used first', async () => {
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
        created_at: '2026-10-11T19:30:00.000Z',
        seen_at: '2026-10-11T20:30:00.000Z',
        is_current: true,
      },
      {
        id: expect.any(String),
        device: null,
        created_at: '2026-10-11T18:30:00.000Z',
        seen_at: '2026-10-11T18:30:00.000Z',
        is_current: false,
      },
    ])
    expect(JSON.stringify(body)).not.toContain(phone.cookies.get('sessionid'))
  })

  it('leave out those that have expired', async () => {
    const phone = await signIn()
    for (const days of [10, 20]) {
      testApp.clock.now = new Date(SUNDAY.getTime() + days * 24 * HOUR_MS)
      await findUsername(phone)
    }
    expect((await phone.get('/api/account/sessions/')).body.sessions).toHaveLength(1)
  })

  it('keep three hundred characters of what the browser says of itself', async () => {
    await signIn({ 'user-agent': 'x'.repeat(5000) })
    const rows = await testApp.db.selectFrom('sessions').select('user_agent').execute()
    expect(rows.map(({ user_agent }) => user_agent?.length).sort()).toContain(300)
  })

  it('end one by one', async () => {
    const laptop = await signIn()
    const { body } = await priya.get('/api/account/sessions/')
    const other = body.sessions.find((each: { is_current: boolean }) => !each.is_current)
    const answer = await priya.post('/api/account/sessions/end/', { id: other.id })
    expect([answer.status, typeof answer.body.message]).toEqual([200, 'string'])
    expect([await findUsername(laptop), await findUsername(priya)]).toEqual([null, 'priya'])
    const again = await priya.post('/api/account/sessions/end/', { id: other.id })
    expect([again.status, again.body.code]).toEqual([404, 'session_not_found'])
    expect(await listAuditEntries()).toEqual([{ action: 'account.end_sessions', detail: '{"ended":1}' }])
  })

  it('end all but this one', async () => {
    const others = [await signIn(), await signIn()]
    expect((await priya.post('/api/account/sessions/end/', {})).status).toBe(200)
    expect((await priya.post('/api/account/sessions/end/', { id: null })).status).toBe(200)
    for (const other of others) expect(await findUsername(other)).toBe(null)
    expect(await findUsername(priya)).toBe('priya')
    expect(await listAuditEntries()).toEqual([{ action: 'account.end_sessions', detail: '{"ended":2}' }])
  })

  it('let one end the session one asks with, and take its cookie', async () => {
    const { body } = await priya.get('/api/account/sessions/')
    await priya.post('/api/account/sessions/end/', { id: body.sessions[0].id })
    expect(priya.cookies.has('sessionid')).toBe(false)
    expect(await findUsername(priya)).toBe(null)
  })

  it('cannot be ended by another person, nor named by a token', async () => {
    const ben = await testApp.registerUser('ben')
    const { body } = await priya.get('/api/account/sessions/')
    for (const id of [body.sessions[0].id, priya.cookies.get('sessionid'), '', 'x'.repeat(128)]) {
      const answer = await ben.post('/api/account/sessions/end/', { id })
      expect([answer.status, answer.body.code]).toEqual([404, 'session_not_found'])
    }
    expect(await findUsername(priya)).toBe('priya')
  })
})

it.each([
  ['/api/account/', { first_name: 'Eve' }],
  ['/api/account/password/', { current_password: PASSWORD, new_password: 'a better secret' }],
  ['/api/account/sessions/end/', {}],
])('turns away from %s who is not signed in or sends no CSRF token', async (url, body) => {
  const laptop = await signIn()
  const anonymous = await testApp.client().post(url, body)
  expect([anonymous.status, anonymous.body.code]).toEqual([401, 'not_signed_in'])
  const forged = await priya.post(url, body, { 'x-csrftoken': 'forged' })
  expect([forged.status, forged.body.code]).toEqual([403, 'csrf_failed'])
  expect((await laptop.get('/api/whoami/')).body).toMatchObject({ username: 'priya', first_name: 'Priya' })
  expect(await listAuditEntries()).toEqual([])
})
