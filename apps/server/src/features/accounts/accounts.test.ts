import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp } from '../../testing/start-app.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await startApp()
})
afterEach(() => testApp.close())

const PRIYA = {
  username: 'Priya.K',
  password: 'nine lives of a cat',
  email: 'Priya@League.example',
  first_name: ' Priya ',
  last_name: 'Kapoor',
  role: 'user',
}

async function listStoredUsernames(): Promise<string[]> {
  const rows = await testApp.db.selectFrom('users').select('username').orderBy('id').execute()
  return rows.map((row) => row.username)
}

describe('CSRF protection', () => {
  it('sets a readable cookie and returns its value', async () => {
    const client = testApp.client()
    const response = await client.get('/api/csrf/')
    expect(response.body).toEqual({ csrfToken: client.cookies.get('csrftoken') })
    expect(response.headers['set-cookie']).not.toContain('HttpOnly')
  })

  it('keeps a cookie signed by the server and replaces any other', async () => {
    const client = testApp.client()
    const first = await client.get('/api/csrf/')
    expect((await client.get('/api/csrf')).body).toEqual(first.body)
    client.cookies.set('csrftoken', 'made.up')
    expect((await client.get('/api/csrf/')).body.csrfToken).not.toBe('made.up')
  })

  it.each([
    ['no token', {}],
    ['another token', { 'x-csrftoken': 'abc.def' }],
  ])('rejects a POST request with %s', async (_, headers) => {
    const client = testApp.client()
    await client.get('/api/csrf/')
    client.cookies.set('csrftoken', 'x.y')
    const response = await client.post('/api/register/', PRIYA, { 'x-csrftoken': '', ...headers })
    expect(response.status).toBe(403)
    expect(response.body).toEqual({ error: 'CSRF token missing or incorrect.', code: 'csrf_failed' })
    expect(await listStoredUsernames()).toEqual([])
  })

  it('rejects a matching cookie and header that the server did not sign', async () => {
    const client = testApp.client()
    client.cookies.set('csrftoken', 'made.up')
    expect((await client.post('/api/logout/')).body.code).toBe('csrf_failed')
  })

  it('rejects a foreign origin and accepts its own', async () => {
    const client = testApp.client()
    const foreign = await client.post('/api/logout/', undefined, {
      origin: 'https://evil.example',
      host: 'localhost:3000',
    })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'wrong_origin'])
    const own = await client.post('/api/logout/', undefined, {
      origin: 'http://localhost:3000',
      host: 'localhost:3000',
    })
    expect(own.status).toBe(200)
  })

  it('accepts only the origin of PUBLIC_URL when it is set', async () => {
    const app = await startApp({ PUBLIC_URL: 'https://league.example' })
    const client = app.client()
    const own = await client.post('/api/logout/', undefined, {
      origin: 'https://league.example',
      host: 'inside:3000',
    })
    const inside = await client.post('/api/logout/', undefined, {
      origin: 'http://inside:3000',
      host: 'inside:3000',
    })
    await app.close()
    expect([own.status, inside.status]).toEqual([200, 403])
  })
})

describe('GET /api/whoami/', () => {
  it('returns a null username without a session', async () => {
    const response = await testApp.client().get('/api/whoami/')
    expect([response.status, response.body]).toEqual([200, { username: null }])
  })

  it('returns 304 for a matching ETag and forbids shared caching', async () => {
    const client = await testApp.registerUser('priya')
    const first = await client.get('/api/whoami/')
    expect(first.headers['cache-control']).toContain('private')
    expect(first.headers['etag']).toMatch(/^"/)
    const again = await client.get('/api/whoami/', { 'if-none-match': String(first.headers['etag']) })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  it('accepts the URL without the trailing slash', async () => {
    expect((await testApp.client().get('/api/whoami')).status).toBe(200)
  })
})

describe('POST /api/register/', () => {
  it('creates the account and signs in', async () => {
    const client = testApp.client()
    const response = await client.post('/api/register/', PRIYA)
    expect(response.status).toBe(200)
    const user = {
      username: 'Priya.K',
      first_name: 'Priya',
      last_name: 'Kapoor',
      email: 'Priya@League.example',
      is_admin: false,
      is_staff: false,
    }
    expect(response.body).toEqual(user)
    expect((await client.get('/api/whoami/')).body).toEqual(user)
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^sessionid=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^device=[\w-]+\.1\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
  })

  it('stores only hashes of the password and of the session token', async () => {
    const client = testApp.client()
    await client.post('/api/register/', PRIYA)
    const user = await testApp.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
    expect(user.password_hash).toMatch(/^\$argon2id\$/)
    const session = await testApp.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(session)).not.toContain(client.cookies.get('sessionid'))
  })

  it('creates a site admin with the correct code, around which spaces were pasted', async () => {
    const response = await testApp
      .client()
      .post('/api/register/', { ...PRIYA, role: 'admin', admin_code: ` ${ADMIN_CODE}\n` })
    expect(response.body).toMatchObject({ is_admin: true, is_staff: true })
  })

  it.each([{ admin_code: 'guess' }, { admin_code: '' }, {}])('rejects the admin code in %j', async (code) => {
    const response = await testApp.client().post('/api/register/', { ...PRIYA, role: 'admin', ...code })
    expect([response.status, response.body.error]).toEqual([403, 'Invalid admin code.'])
    expect(await listStoredUsernames()).toEqual([])
  })

  it('limits the number of wrong admin codes', async () => {
    const client = testApp.client()
    const guess = () => client.post('/api/register/', { ...PRIYA, role: 'admin', admin_code: 'guess' })
    for (let attempt = 0; attempt < 10; attempt += 1) await guess()
    expect((await guess()).status).toBe(429)
  })

  it('rejects a username and an email address that differ from stored ones only in case', async () => {
    await testApp.client().post('/api/register/', PRIYA)
    const sameUsername = await testApp
      .client()
      .post('/api/register/', { ...PRIYA, username: 'PRIYA.k', email: '' })
    expect([sameUsername.status, sameUsername.body.error]).toEqual([409, 'That username is taken.'])
    const sameEmail = await testApp
      .client()
      .post('/api/register/', { ...PRIYA, username: 'other', email: 'PRIYA@league.EXAMPLE' })
    expect([sameEmail.status, sameEmail.body.error]).toEqual([409, 'That email is already in use.'])
    expect(await listStoredUsernames()).toEqual(['Priya.K'])
  })

  it('accepts only one of several concurrent registrations of a username', async () => {
    const responses = await Promise.all(
      ['a', 'b', 'c'].map((mailbox) =>
        testApp.client().post('/api/register/', { ...PRIYA, email: `${mailbox}@league.example` }),
      ),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409])
    expect(await listStoredUsernames()).toEqual(['Priya.K'])
  })

  it.each([
    ['username', ''],
    ['username', 'x'.repeat(65)],
    ['username', 'two words'],
    ['username', 'slash/ed'],
    ['username', 'priya@league.example'],
    ['username', '..'],
    ['username', 7],
    ['username', null],
    ['username', 'nul\0l'],
    ['password', 'seven77'],
    ['password', 'Password1'.slice(0, 8)],
    ['password', 'baseball'],
    ['password', ['a']],
    ['email', 'not-an-address'],
    ['first_name', 'x'.repeat(151)],
    ['last_name', 'half a \ud83c'],
    ['role', 'root'],
  ])('rejects the %s %j and names the field', async (field, value) => {
    const response = await testApp.client().post('/api/register/', { ...PRIYA, [field]: value })
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input'])
    expect(Object.keys(response.body.fields)).toEqual([field])
    expect(response.body.error.length).toBeGreaterThan(10)
    expect(await listStoredUsernames()).toEqual([])
  })
})

describe('POST /api/login/', () => {
  beforeEach(async () => {
    await testApp.client().post('/api/register/', PRIYA)
    await testApp.verifyEmail(PRIYA.username)
  })

  it.each(['Priya.K', 'priya.k', ' PRIYA.K ', 'priya@league.example'])(
    'accepts %j as the login name',
    async (username) => {
      const response = await testApp.client().post('/api/login/', { username, password: PRIYA.password })
      expect([response.status, response.body.username]).toEqual([200, 'Priya.K'])
    },
  )

  it('returns the same response for a wrong password and for an unknown user', async () => {
    const wrong = await testApp
      .client()
      .post('/api/login/', { username: 'priya.k', password: 'not it at all' })
    const unknown = await testApp
      .client()
      .post('/api/login/', { username: 'nobody', password: 'not it at all' })
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { error: 'Invalid credentials', code: 'invalid_credentials' },
    ])
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  it('creates a new token at every login and ends the previous session', async () => {
    const client = testApp.client()
    await client.post('/api/login/', { username: 'priya.k', password: PRIYA.password })
    const first = client.cookies.get('sessionid') ?? ''
    await client.post('/api/login/', { username: 'priya.k', password: PRIYA.password })
    expect(client.cookies.get('sessionid')).not.toBe(first)
    client.cookies.set('sessionid', first)
    expect((await client.get('/api/whoami/')).body).toEqual({ username: null })
  })

  it('returns 429 after ten failures with one username until 15 minutes have passed', async () => {
    const signInWith = (username: string, password: string) =>
      testApp.client().post('/api/login/', { username, password }, {})
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const response = await signInWith(attempt % 2 === 0 ? 'priya.k' : ' PRIYA.K', 'wrong wrong')
      expect(response.status).toBe(401)
      testApp.clock.now = new Date(testApp.clock.now.getTime() + MINUTE_MS)
    }
    const blocked = await signInWith('priya.k', PRIYA.password)
    expect(blocked.status).toBe(429)
    expect(blocked.body).toEqual({
      error: 'Too many attempts. Try again in 5 minutes.',
      code: 'too_many_attempts',
    })
    expect(blocked.headers['retry-after']).toBe('300')
    testApp.clock.now = new Date(SUNDAY.getTime() + 15 * MINUTE_MS)
    expect((await signInWith('priya.k', PRIYA.password)).status).toBe(200)
  })

  it('does not tell by a lockout which address belongs to a username, or whether there is an account', async () => {
    for (const [typed, other] of [
      ['priya.k', 'priya@league.example'],
      ['priya@league.example', 'priya.k'],
      ['nobody', 'nobody@league.example'],
    ]) {
      const signInWith = async (username: string | undefined) =>
        (await testApp.client().post('/api/login/', { username, password: 'wrong wrong' })).status
      for (let attempt = 0; attempt < 10; attempt += 1) expect(await signInWith(typed)).toBe(401)
      expect(await signInWith(typed)).toBe(429)
      expect(await signInWith(other)).toBe(401)
      await testApp.db.deleteFrom('attempts').execute()
    }
  })

  it('clears the failures with the username and the email address after a login with either', async () => {
    const signInWith = async (username: string, password: string) =>
      (await testApp.client().post('/api/login/', { username, password })).status
    for (const username of ['priya.k', 'priya@league.example'])
      for (let attempt = 0; attempt < 9; attempt += 1) await signInWith(username, 'wrong wrong')
    expect(await signInWith('priya.k', PRIYA.password)).toBe(200)
    const rows = await testApp.db.selectFrom('attempts').select('bucket').execute()
    expect(rows.filter(({ bucket }) => !bucket.startsWith('address:'))).toEqual([])
  })

  it('does not extend the wait when the clock is set back', async () => {
    const signInWith = (password: string) =>
      testApp.client().post('/api/login/', { username: 'priya.k', password }, {})
    testApp.clock.now = new Date(SUNDAY.getTime() + DAY_MS)
    for (let attempt = 0; attempt < 10; attempt += 1) await signInWith('wrong wrong')
    expect((await signInWith(PRIYA.password)).status).toBe(429)
    testApp.clock.now = SUNDAY
    expect((await signInWith(PRIYA.password)).status).toBe(200)
  })

  it('counts concurrent attempts', async () => {
    const responses = await Promise.all(
      Array.from({ length: 16 }, () =>
        testApp.client().post('/api/login/', { username: 'priya.k', password: 'wrong wrong' }),
      ),
    )
    expect(responses.filter((response) => response.status === 401)).toHaveLength(10)
    expect(responses.filter((response) => response.status === 429)).toHaveLength(6)
  })

  it('counts no correct attempts, however many are made at the same time', async () => {
    const signInWith = (password: string) =>
      testApp.client().post('/api/login/', { username: 'priya.k', password })
    for (let attempt = 0; attempt < 9; attempt += 1) await signInWith('wrong wrong')
    const responses = await Promise.all(Array.from({ length: 16 }, () => signInWith(PRIYA.password)))
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200))
  })

  it('returns 429 after 50 failures from one IP address', async () => {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      await testApp.db
        .insertInto('attempts')
        .values({ bucket: 'address:127.0.0.1', at: SUNDAY.getTime() })
        .execute()
    }
    const response = await testApp
      .client()
      .post('/api/login/', { username: 'priya.k', password: PRIYA.password })
    expect(response.status).toBe(429)
  })

  it('clears the failed attempts after a successful login', async () => {
    const signInWith = (password: string) =>
      testApp.client().post('/api/login/', { username: 'priya.k', password })
    for (let attempt = 0; attempt < 9; attempt += 1) await signInWith('wrong wrong')
    await signInWith(PRIYA.password)
    for (let attempt = 0; attempt < 9; attempt += 1)
      expect((await signInWith('wrong wrong')).status).toBe(401)
  })

  it.each([
    ['a number for the username', { username: 1, password: 'x' }, ['username']],
    ['no password', { username: 'x' }, ['password']],
    ['nothing', undefined, ['body']],
    ['a list', [], ['body']],
    ['an excessive length', { username: 'x'.repeat(1000), password: 'x' }, ['username']],
    ['a null character', { username: 'pri\0ya', password: 'x' }, ['username']],
  ])('rejects %s', async (_, body, fields) => {
    const response = await testApp.client().post('/api/login/', body)
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input'])
    expect(Object.keys(response.body.fields)).toEqual(fields)
  })

  it.each([
    ['broken JSON', '{"username":', 'application/json', 400, 'malformed_body'],
    [
      'a prototype in the body',
      '{"__proto__":{"is_admin":true},"username":"a","password":"b"}',
      'application/json',
      400,
      'malformed_body',
    ],
    ['a form', 'username=a&password=b', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['plain text', '{}', 'text/plain', 415, 'unsupported_media_type'],
    [
      'two megabytes',
      JSON.stringify({ username: 'x'.repeat(2 * 1024 * 1024) }),
      'application/json',
      413,
      'too_large',
    ],
  ])('rejects %s', async (_, payload, contentType, status, code) => {
    const client = testApp.client()
    await client.get('/api/csrf/')
    const response = await client.post('/api/login/', payload, { 'content-type': contentType })
    expect([response.status, response.body.code]).toEqual([status, code])
    expect(response.body.error).toMatch(/\.$/)
  })
})

describe('a session', () => {
  it('expires a session 14 days after its last use', async () => {
    const client = await testApp.registerUser('priya')
    testApp.clock.now = new Date(SUNDAY.getTime() + 10 * DAY_MS)
    const renewed = await client.get('/api/whoami/')
    expect(renewed.headers['set-cookie']).toContain('Max-Age=1209600')
    testApp.clock.now = new Date(SUNDAY.getTime() + 23 * DAY_MS)
    expect((await client.get('/api/whoami/')).body.username).toBe('priya')
    testApp.clock.now = new Date(SUNDAY.getTime() + 37 * DAY_MS)
    expect((await client.get('/api/whoami/')).body.username).toBe(null)
  })

  it('ends the session at logout and accepts a second logout', async () => {
    const client = await testApp.registerUser('priya')
    const token = client.cookies.get('sessionid') ?? ''
    expect((await client.post('/api/logout/')).status).toBe(200)
    client.cookies.set('sessionid', token)
    expect((await client.get('/api/whoami/')).body.username).toBe(null)
    expect((await client.post('/api/logout/')).status).toBe(200)
  })

  it('ignores the session after a sign-out on the device and ends it at logout', async () => {
    const client = await testApp.registerUser('priya')
    await client.post('/api/login/', { username: 'priya', password: 'priya-has-a-secret' })
    const token = client.cookies.get('sessionid') ?? ''
    expect((await client.get('/api/whoami/')).body.username).toBe('priya')
    client.cookies.set('signed_out', '1')
    expect((await client.get('/api/whoami/')).body).toEqual({ username: null })
    expect((await client.get('/api/my-requests/')).status).toBe(401)
    expect((await client.post('/api/logout/')).status).toBe(200)
    expect([...client.cookies.keys()]).toEqual(['csrftoken', 'device'])
    client.cookies.set('sessionid', token)
    expect((await client.get('/api/whoami/')).body).toEqual({ username: null })
  })

  it('starts a usable session at sign-in after a sign-out on the device', async () => {
    const client = testApp.client()
    await client.post('/api/register/', { ...PRIYA, username: 'priya' })
    client.cookies.set('signed_out', '1')
    await client.post('/api/login/', { username: 'priya', password: PRIYA.password })
    expect(client.cookies.has('signed_out')).toBe(false)
    expect((await client.get('/api/whoami/')).body.username).toBe('priya')
  })

  it('sets a Secure cookie when PUBLIC_URL uses https', async () => {
    const app = await startApp({ PUBLIC_URL: 'https://league.example' })
    const response = await app.client().post('/api/register/', PRIYA)
    await app.close()
    for (const cookie of [response.headers['set-cookie']].flat()) expect(cookie).toContain('Secure')
  })

  it.each([
    ['an empty token', ''],
    ['a single character', 'x'],
    ['5,000 characters', 'a'.repeat(5000)],
  ])('finds no session for %s', async (_, token) => {
    const client = testApp.client()
    client.cookies.set('sessionid', token)
    expect((await client.get('/api/whoami/')).body).toEqual({ username: null })
  })
})

it('records registrations and logins in the audit log', async () => {
  await testApp.client().post('/api/register/', PRIYA)
  await testApp.client().post('/api/login/', { username: 'priya.k', password: PRIYA.password })
  const auditEntries = await testApp.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'at'])
    .orderBy('id')
    .execute()
  expect(auditEntries).toEqual([
    { action: 'account.register', actor_name: 'Priya.K', at: SUNDAY.getTime() },
    { action: 'account.login', actor_name: 'Priya.K', at: SUNDAY.getTime() },
  ])
})
