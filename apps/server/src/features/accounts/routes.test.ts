import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp } from '../../testing/start-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000

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

describe('csrf', () => {
  it('sets a readable cookie and answers its value', async () => {
    const visitor = testApp.client()
    const answer = await visitor.get('/api/csrf/')
    expect(answer.body).toEqual({ csrfToken: visitor.cookies.get('csrftoken') })
    expect(answer.headers['set-cookie']).not.toContain('HttpOnly')
  })

  it('keeps a cookie that is ours and replaces one that is not', async () => {
    const visitor = testApp.client()
    const first = await visitor.get('/api/csrf/')
    expect((await visitor.get('/api/csrf')).body).toEqual(first.body)
    visitor.cookies.set('csrftoken', 'made.up')
    expect((await visitor.get('/api/csrf/')).body.csrfToken).not.toBe('made.up')
  })

  it.each([
    ['no token', {}],
    ['another token', { 'x-csrftoken': 'abc.def' }],
  ])('refuses a call that changes something with %s', async (_, headers) => {
    const visitor = testApp.client()
    await visitor.get('/api/csrf/')
    visitor.cookies.set('csrftoken', 'x.y')
    const answer = await visitor.post('/api/register/', PRIYA, { 'x-csrftoken': '', ...headers })
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({ error: 'CSRF token missing or incorrect.', code: 'csrf_failed' })
    expect(await listStoredUsernames()).toEqual([])
  })

  it('refuses a cookie and a header that agree but were not made here', async () => {
    const visitor = testApp.client()
    visitor.cookies.set('csrftoken', 'made.up')
    expect((await visitor.post('/api/logout/')).body.code).toBe('csrf_failed')
  })

  it('refuses another origin, and takes our own', async () => {
    const visitor = testApp.client()
    const foreign = await visitor.post('/api/logout/', undefined, {
      origin: 'https://evil.example',
      host: 'localhost:3000',
    })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'wrong_origin'])
    const own = await visitor.post('/api/logout/', undefined, {
      origin: 'http://localhost:3000',
      host: 'localhost:3000',
    })
    expect(own.status).toBe(200)
  })

  it('goes by the public address when there is one', async () => {
    const app = await startApp({ PUBLIC_URL: 'https://league.example' })
    const visitor = app.client()
    const own = await visitor.post('/api/logout/', undefined, {
      origin: 'https://league.example',
      host: 'inside:3000',
    })
    const inside = await visitor.post('/api/logout/', undefined, {
      origin: 'http://inside:3000',
      host: 'inside:3000',
    })
    await app.close()
    expect([own.status, inside.status]).toEqual([200, 403])
  })
})

describe('whoami', () => {
  it('says that nobody is signed in', async () => {
    const answer = await testApp.client().get('/api/whoami/')
    expect([answer.status, answer.body]).toEqual([200, { username: null }])
  })

  it('answers the same question with a 304, and never to a shared cache', async () => {
    const visitor = await testApp.registerUser('priya')
    const first = await visitor.get('/api/whoami/')
    expect(first.headers['cache-control']).toContain('private')
    expect(first.headers['etag']).toMatch(/^"/)
    const again = await visitor.get('/api/whoami/', { 'if-none-match': String(first.headers['etag']) })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  it('is served without its last slash too', async () => {
    expect((await testApp.client().get('/api/whoami')).status).toBe(200)
  })
})

describe('register', () => {
  it('creates the account and signs in', async () => {
    const visitor = testApp.client()
    const answer = await visitor.post('/api/register/', PRIYA)
    expect(answer.status).toBe(200)
    const user = {
      username: 'Priya.K',
      first_name: 'Priya',
      last_name: 'Kapoor',
      email: 'Priya@League.example',
      is_admin: false,
      is_staff: false,
    }
    expect(answer.body).toEqual(user)
    expect((await visitor.get('/api/whoami/')).body).toEqual(user)
    expect(answer.headers['set-cookie']).toEqual(
      expect.stringMatching(/^sessionid=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/),
    )
  })

  it('stores neither the password nor the session as they are', async () => {
    const visitor = testApp.client()
    await visitor.post('/api/register/', PRIYA)
    const user = await testApp.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
    expect(user.password_hash).toMatch(/^\$argon2id\$/)
    const session = await testApp.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(session)).not.toContain(visitor.cookies.get('sessionid'))
  })

  it('makes a site admin of who knows the code', async () => {
    const answer = await testApp
      .client()
      .post('/api/register/', { ...PRIYA, role: 'admin', admin_code: ADMIN_CODE })
    expect(answer.body).toMatchObject({ is_admin: true, is_staff: true })
  })

  it.each([{ admin_code: 'guess' }, { admin_code: '' }, {}])('refuses the admin code in %j', async (code) => {
    const answer = await testApp.client().post('/api/register/', { ...PRIYA, role: 'admin', ...code })
    expect([answer.status, answer.body.error]).toEqual([403, 'Invalid admin code.'])
    expect(await listStoredUsernames()).toEqual([])
  })

  it('counts wrong admin codes', async () => {
    const visitor = testApp.client()
    const guess = () => visitor.post('/api/register/', { ...PRIYA, role: 'admin', admin_code: 'guess' })
    for (let tried = 0; tried < 10; tried += 1) await guess()
    expect((await guess()).status).toBe(429)
  })

  it('refuses a username and an email that differ only in case from stored ones', async () => {
    await testApp.client().post('/api/register/', PRIYA)
    const sameName = await testApp
      .client()
      .post('/api/register/', { ...PRIYA, username: 'PRIYA.k', email: '' })
    expect([sameName.status, sameName.body.error]).toEqual([409, 'That username is taken.'])
    const sameMail = await testApp
      .client()
      .post('/api/register/', { ...PRIYA, username: 'other', email: 'PRIYA@league.EXAMPLE' })
    expect([sameMail.status, sameMail.body.error]).toEqual([409, 'That email is already in use.'])
    expect(await listStoredUsernames()).toEqual(['Priya.K'])
  })

  it('lets one of two win who ask for a name at the same moment', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((letter) =>
        testApp.client().post('/api/register/', { ...PRIYA, email: `${letter}@league.example` }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect(await listStoredUsernames()).toEqual(['Priya.K'])
  })

  it.each([
    ['username', ''],
    ['username', 'x'.repeat(65)],
    ['username', 'two words'],
    ['username', 'slash/ed'],
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
  ])('refuses the %s %j and names the field', async (field, value) => {
    const answer = await testApp.client().post('/api/register/', { ...PRIYA, [field]: value })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect(Object.keys(answer.body.fields)).toEqual([field])
    expect(answer.body.error.length).toBeGreaterThan(10)
    expect(await listStoredUsernames()).toEqual([])
  })
})

describe('login', () => {
  beforeEach(async () => {
    await testApp.client().post('/api/register/', PRIYA)
  })

  it.each(['Priya.K', 'priya.k', ' PRIYA.K ', 'priya@league.example'])(
    'takes %j for the account',
    async (username) => {
      const answer = await testApp.client().post('/api/login/', { username, password: PRIYA.password })
      expect([answer.status, answer.body.username]).toEqual([200, 'Priya.K'])
    },
  )

  it('answers the same for a wrong password and for an unknown user', async () => {
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

  it('gives a new token at every sign-in and ends the one it came with', async () => {
    const visitor = testApp.client()
    await visitor.post('/api/login/', { username: 'priya.k', password: PRIYA.password })
    const first = visitor.cookies.get('sessionid') ?? ''
    await visitor.post('/api/login/', { username: 'priya.k', password: PRIYA.password })
    expect(visitor.cookies.get('sessionid')).not.toBe(first)
    visitor.cookies.set('sessionid', first)
    expect((await visitor.get('/api/whoami/')).body).toEqual({ username: null })
  })

  it('stops after ten failures for one account, under any of its names, until a quarter of an hour has passed', async () => {
    const tryWith = (username: string, password: string) =>
      testApp.client().post('/api/login/', { username, password }, {})
    for (let tried = 0; tried < 10; tried += 1) {
      const answer = await tryWith(tried % 2 === 0 ? 'priya.k' : 'priya@league.example', 'wrong wrong')
      expect(answer.status).toBe(401)
      testApp.clock.now = new Date(testApp.clock.now.getTime() + MINUTE_MS)
    }
    const refused = await tryWith('priya.k', PRIYA.password)
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      error: 'Too many attempts. Try again in 5 minutes.',
      code: 'too_many_attempts',
    })
    expect(refused.headers['retry-after']).toBe('300')
    testApp.clock.now = new Date(SUNDAY.getTime() + 15 * MINUTE_MS)
    expect((await tryWith('priya.k', PRIYA.password)).status).toBe(200)
  })

  it('makes nobody wait for longer because the clock was set back', async () => {
    const tryWith = (password: string) =>
      testApp.client().post('/api/login/', { username: 'priya.k', password }, {})
    testApp.clock.now = new Date(SUNDAY.getTime() + 24 * 60 * MINUTE_MS)
    for (let tried = 0; tried < 10; tried += 1) await tryWith('wrong wrong')
    expect((await tryWith(PRIYA.password)).status).toBe(429)
    testApp.clock.now = SUNDAY
    expect((await tryWith(PRIYA.password)).status).toBe(200)
  })

  it('counts tries that run at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        testApp.client().post('/api/login/', { username: 'priya.k', password: 'wrong wrong' }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(6)
  })

  it('stops after fifty failures from one address', async () => {
    for (let tried = 0; tried < 50; tried += 1) {
      await testApp.db
        .insertInto('attempts')
        .values({ bucket: 'address:127.0.0.1', at: SUNDAY.getTime() })
        .execute()
    }
    const answer = await testApp
      .client()
      .post('/api/login/', { username: 'priya.k', password: PRIYA.password })
    expect(answer.status).toBe(429)
  })

  it('forgets the failures of who signs in', async () => {
    const tryWith = (password: string) =>
      testApp.client().post('/api/login/', { username: 'priya.k', password })
    for (let tried = 0; tried < 9; tried += 1) await tryWith('wrong wrong')
    await tryWith(PRIYA.password)
    for (let tried = 0; tried < 9; tried += 1) expect((await tryWith('wrong wrong')).status).toBe(401)
  })

  it.each([
    ['a number for the username', { username: 1, password: 'x' }, ['username']],
    ['no password', { username: 'x' }, ['password']],
    ['nothing', undefined, ['body']],
    ['a list', [], ['body']],
    ['an absurd length', { username: 'x'.repeat(100_000), password: 'x' }, ['username']],
    ['a null character', { username: 'pri\0ya', password: 'x' }, ['username']],
  ])('refuses %s', async (_, body, fields) => {
    const answer = await testApp.client().post('/api/login/', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect(Object.keys(answer.body.fields)).toEqual(fields)
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
  ])('refuses %s', async (_, payload, contentType, status, code) => {
    const visitor = testApp.client()
    await visitor.get('/api/csrf/')
    const answer = await visitor.post('/api/login/', payload, { 'content-type': contentType })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.error).toMatch(/\.$/)
  })
})

describe('a session', () => {
  it('lasts fourteen days from its last use', async () => {
    const visitor = await testApp.registerUser('priya')
    testApp.clock.now = new Date(SUNDAY.getTime() + 10 * DAY_MS)
    const used = await visitor.get('/api/whoami/')
    expect(used.headers['set-cookie']).toContain('Max-Age=1209600')
    testApp.clock.now = new Date(SUNDAY.getTime() + 23 * DAY_MS)
    expect((await visitor.get('/api/whoami/')).body.username).toBe('priya')
    testApp.clock.now = new Date(SUNDAY.getTime() + 37 * DAY_MS)
    expect((await visitor.get('/api/whoami/')).body.username).toBe(null)
  })

  it('ends at sign-out, and signing out twice is no error', async () => {
    const visitor = await testApp.registerUser('priya')
    const token = visitor.cookies.get('sessionid') ?? ''
    expect((await visitor.post('/api/logout/')).status).toBe(200)
    visitor.cookies.set('sessionid', token)
    expect((await visitor.get('/api/whoami/')).body.username).toBe(null)
    expect((await visitor.post('/api/logout/')).status).toBe(200)
  })

  it('is marked for https only where people come through https', async () => {
    const app = await startApp({ PUBLIC_URL: 'https://league.example' })
    const answer = await app.client().post('/api/register/', PRIYA)
    await app.close()
    expect(answer.headers['set-cookie']).toContain('Secure')
  })

  it.each([
    ['nothing', ''],
    ['a letter', 'x'],
    ['five thousand letters', 'a'.repeat(5000)],
  ])('is not opened by %s', async (_, token) => {
    const visitor = testApp.client()
    visitor.cookies.set('sessionid', token)
    expect((await visitor.get('/api/whoami/')).body).toEqual({ username: null })
  })
})

it('writes down who registered and who signed in', async () => {
  await testApp.client().post('/api/register/', PRIYA)
  await testApp.client().post('/api/login/', { username: 'priya.k', password: PRIYA.password })
  const acts = await testApp.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'at'])
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    { action: 'account.register', actor_name: 'Priya.K', at: SUNDAY.getTime() },
    { action: 'account.login', actor_name: 'Priya.K', at: SUNDAY.getTime() },
  ])
})
