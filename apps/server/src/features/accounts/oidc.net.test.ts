import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProviderError } from '../../providers/http/attempts.ts'
import { createSignInProvider, type SignInProvider } from '../../providers/sign-in-provider.ts'
import { type IdentityProvider, signInAt, startIdentityProvider } from '../../testing/identity-provider.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const PROVIDER_OPTIONS = { userAgent: 'Tests/1.0 (+https://tests.example)', now: () => new Date() }
const ROWAN = {
  email: 'Rowan@League.example',
  email_verified: true,
  given_name: 'Rowan',
  family_name: 'Ash',
  preferred_username: 'rowan.ash@clubhouse',
}

let identities: IdentityProvider
let testApp: TestApp
let client: TestClient

const providerOf = (id: string, { settings }: IdentityProvider, issuer = settings.OIDC_ISSUER) =>
  createSignInProvider(
    {
      id,
      issuer,
      clientId: settings.OIDC_CLIENT_ID,
      clientSecret: settings.OIDC_CLIENT_SECRET,
      name: id === '1' ? 'Clubhouse' : 'Nowhere',
    },
    PROVIDER_OPTIONS,
  )

beforeAll(async () => {
  identities = await startIdentityProvider()
})
beforeEach(async () => {
  identities.people.clear()
  identities.people.set('rowan-7', ROWAN)
  const signInProviders = [providerOf('1', identities), providerOf('2', identities, 'http://127.0.0.1:9')]
  testApp = await startApp({}, { signInProviders })
  client = testApp.client()
  return () => testApp.close()
})
afterAll(() => identities.close())

const start = (of: TestClient, body: object = {}) =>
  of.post('/api/auth/oidc/start/', { provider: '1', ...body })

/** Signs in at the provider and returns with its response. */
async function signIn(of: TestClient, login = 'rowan-7', body: object = {}) {
  const { url } = (await start(of, body)).body
  const { search } = await signInAt(url, login)
  return of.post('/api/auth/oidc/finish/', { response: search })
}

async function register(of: TestClient, fields: object = {}, login = 'rowan-7') {
  await signIn(of, login)
  return of.post('/api/auth/oidc/register/', { username: 'rowan', ...fields })
}

const link = (of: TestClient) => of.post('/api/auth/oidc/link/')
const whoami = async (of: TestClient) => (await of.get('/api/whoami/')).body
const identitiesOf = async (of: TestClient) => (await of.get('/api/auth/oidc/identities/')).body
const auditActions = async () =>
  (await testApp.db.selectFrom('audit_log').select(['action', 'detail']).orderBy('id').execute()).map(
    ({ action, detail }) => [action, JSON.parse(detail)],
  )

/** Registers the person with a password and a verified address. */
async function registerWithPassword(username: string, email: string): Promise<TestClient> {
  const user = await testApp.registerUser(username, { email })
  await testApp.db
    .updateTable('users')
    .set({ email_key: email.toLowerCase(), email_verified_at: 0, email_claim_key: null })
    .where('username', '=', username)
    .execute()
  return user
}

describe('the list of providers', () => {
  it('names those of the settings, in order', async () => {
    const { body } = await client.get('/api/auth/oidc/providers/')
    expect(body.providers).toEqual([
      { id: '1', name: 'Clubhouse' },
      { id: '2', name: 'Nowhere' },
    ])
  })
})

describe('the start of a sign-in', () => {
  it('fails with the name of a provider that does not respond', async () => {
    const { status, body } = await start(client, { provider: '2' })
    expect([status, body]).toEqual([
      502,
      {
        error: "Nowhere isn't responding. Try again later or sign in another way.",
        code: 'sign_in_provider_unavailable',
      },
    ])
  })

  it('fails for an unknown provider', async () => {
    expect((await start(client, { provider: '3' })).body.code).toBe('sign_in_provider_not_found')
  })

  it.each(['https://evil.example', '//evil.example', '/account', '?a#b', 'javascript:alert(1)'])(
    'does not accept %s as the address to return to',
    async (return_to) => {
      expect((await start(client, { return_to })).status).toBe(400)
    },
  )

  it('tells the page and its cookies nothing that could finish it elsewhere', async () => {
    const { body, headers } = await start(client)
    expect(Object.keys(body)).toEqual(['url'])
    expect(String(headers['set-cookie'])).toMatch(/oidc=v1\.[^;]+;.*HttpOnly; SameSite=Strict/)
  })
})

describe('a sign-in with a provider', () => {
  it.each([
    ['registers', (of: TestClient) => register(of)],
    ['signs in', (of: TestClient) => signIn(of)],
  ])('remembers the device that %s, which strangers cannot lock out', async (what, reach) => {
    if (what === 'signs in') await register(testApp.client())
    const { headers } = await reach(client)
    expect(String(headers['set-cookie'])).toMatch(/device=[^;]+;.*HttpOnly; SameSite=Lax/)
  })

  it('suggests an account to a person without one, and creates it with the verified address', async () => {
    const { body } = await signIn(client, 'rowan-7', { return_to: '?tab=roster&week=3' })
    expect(body).toEqual({
      status: 'unknown',
      provider: 'Clubhouse',
      email: 'Rowan@League.example',
      has_account: false,
      username: 'rowan.ash',
      first_name: 'Rowan',
      last_name: 'Ash',
      return_to: '?tab=roster&week=3',
    })
    expect(await whoami(client)).toEqual({ username: null })
    const created = await client.post('/api/auth/oidc/register/', { username: 'rowan', first_name: 'Rowan' })
    expect([created.status, created.body.return_to]).toEqual([200, '?tab=roster&week=3'])
    expect(await whoami(client)).toMatchObject({
      username: 'rowan',
      first_name: 'Rowan',
      last_name: '',
      email: 'Rowan@League.example',
      is_admin: false,
    })
    expect(await auditActions()).toEqual([
      ['account.register', { is_admin: false, provider: 'Clubhouse' }],
      ['account.verify_email', {}],
      ['account.login', { with: 'Clubhouse' }],
    ])
    const { status } = await testApp.client().get('/api/whoami/')
    expect(status).toBe(200)
  })

  it('signs in the linked account from then on, and returns to the requested page', async () => {
    await register(client)
    const phone = testApp.client()
    const { body } = await signIn(phone, 'rowan-7', { return_to: '?tab=history' })
    expect(body).toMatchObject({
      status: 'signed_in',
      user: { username: 'rowan' },
      return_to: '?tab=history',
    })
    expect((await whoami(phone)).username).toBe('rowan')
    expect((await auditActions()).at(-1)).toEqual(['account.login', { with: 'Clubhouse' }])
  })

  it('knows a person by their subject, whatever address they have by now', async () => {
    await register(client)
    identities.people.set('rowan-7', { email: 'new@league.example', email_verified: true })
    identities.people.set('imposter', ROWAN)
    expect((await signIn(testApp.client(), 'rowan-7')).body.status).toBe('signed_in')
    expect((await signIn(testApp.client(), 'imposter')).body).toMatchObject({
      status: 'unknown',
      has_account: true,
    })
  })

  it('asks for a second factor only of those who sign in with a password', async () => {
    await register(client)
    const user = await testApp.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await testApp.db
      .insertInto('passkeys')
      .values({
        user_id: user.id,
        credential_id: 'key',
        public_key: '',
        counter: 0,
        transports: '[]',
        name: 'Phone',
        created_at: 0,
        used_at: null,
      })
      .execute()
    expect((await signIn(testApp.client())).body.status).toBe('signed_in')
  })

  it('cannot be finished twice, in another browser, with another state, or after a quarter of an hour', async () => {
    const finish = (of: TestClient, response: string) => of.post('/api/auth/oidc/finish/', { response })
    const { search } = await signInAt((await start(client)).body.url, 'rowan-7')
    const otherBrowser = testApp.client()
    await start(otherBrowser)
    for (const refused of [testApp.client(), otherBrowser])
      expect((await finish(refused, search)).body.code).toBe('provider_sign_in_expired')
    const forged = search.replace(/state=[^&]+/, 'state=forged')
    expect((await finish(client, forged)).body.code).toBe('provider_sign_in_expired')
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 15 * 60_000)
    expect((await finish(client, search)).body.code).toBe('provider_sign_in_expired')
    testApp.clock.now = new Date(testApp.clock.now.getTime() - 60_000)
    expect((await finish(client, search)).body.status).toBe('unknown')
    expect((await finish(client, search)).body.code).toBe('provider_sign_in_expired')
  })

  it('says so when the person cancels at the provider', async () => {
    const { url } = (await start(client)).body
    const issuer = encodeURIComponent(identities.settings.OIDC_ISSUER)
    const response = `?error=access_denied&state=${new URL(url).searchParams.get('state')}&iss=${issuer}`
    expect((await client.post('/api/auth/oidc/finish/', { response })).body).toEqual({
      error: "Clubhouse didn't sign you in. Try again or sign in another way.",
      code: 'sign_in_provider_refused',
    })
  })

  it('is limited by address, however often it is started or finished', async () => {
    const limitedApp = await startApp({ RATE_LIMIT_FACTOR: 0.1 })
    const client = limitedApp.client()
    const statuses = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await start(client)).status)
      statuses.push((await client.post('/api/auth/oidc/finish/', { response: '' })).status)
    }
    await limitedApp.close()
    expect(statuses).toEqual([404, 400, 404, 400, 404, 400, 404, 400, 404, 400, 429, 429])
  })
})

it('stays possible for others while strangers start sign-ins', async () => {
  const limitedApp = await startApp(
    { RATE_LIMIT_FACTOR: 0.1, TRUST_PROXY: 'loopback' },
    { signInProviders: [providerOf('1', identities)] },
  )
  const startFrom = async (address: string) => {
    const of = limitedApp.client()
    const forwarded = { 'x-forwarded-for': address }
    return { of, forwarded, ...(await of.post('/api/auth/oidc/start/', { provider: '1' }, forwarded)) }
  }
  for (let stranger = 0; stranger < 10; stranger += 1)
    for (let count = 0; count < 10; count += 1) await startFrom(`203.0.113.${stranger}`)
  expect((await startFrom('203.0.113.1')).status).toBe(429)
  const { of, forwarded, status, body } = await startFrom('198.51.100.1')
  expect(status).toBe(200)
  const { search } = await signInAt(body.url, 'rowan-7')
  const finished = await of.post('/api/auth/oidc/finish/', { response: search }, forwarded)
  await limitedApp.close()
  expect(finished.body.status).toBe('unknown')
})

it('asks a provider about a few people at a time, while others wait', async () => {
  const refusals: ((error: Error) => void)[] = []
  const slow: SignInProvider = {
    id: '1',
    name: 'Clubhouse',
    issuer: 'https://clubhouse.example/',
    authorizationUrl: async ({ state }) => `https://clubhouse.example/?state=${state}`,
    identify: () => new Promise((_, refuse) => refusals.push(refuse)),
  }
  const slowApp = await startApp({}, { signInProviders: [slow] })
  const finish = async () => {
    const of = slowApp.client()
    const { search } = new URL((await start(of)).body.url)
    return (await of.post('/api/auth/oidc/finish/', { response: search })).status
  }
  const statuses = Promise.all(Array.from({ length: 15 }, finish))
  for (const atOnce of [10, 5]) {
    await vi.waitFor(() => expect(refusals).toHaveLength(atOnce))
    for (const refuse of refusals.splice(0)) refuse(new ProviderError('refused', 'access_denied'))
  }
  expect(new Set(await statuses)).toEqual(new Set([403]))
  await slowApp.close()
})

describe('a new account of a provider', () => {
  it('follows the rules of registration', async () => {
    await testApp.registerUser('Rowan')
    await signIn(client)
    const create = (fields: object) => client.post('/api/auth/oidc/register/', fields)
    expect((await create({ username: 'rowan' })).body.code).toBe('username_taken')
    expect((await create({ username: 'ro wan' })).status).toBe(400)
    const admin = { username: 'boss', role: 'admin' }
    expect((await create({ ...admin, admin_code: 'wrong' })).body.code).toBe('invalid_admin_code')
    const { body } = await create({ ...admin, admin_code: ADMIN_CODE })
    expect(body.user).toMatchObject({ username: 'boss', is_admin: true, is_staff: true })
  })

  it('is not created without a sign-in at the provider, or twice', async () => {
    expect((await client.post('/api/auth/oidc/register/', { username: 'rowan' })).body.code).toBe(
      'provider_sign_in_expired',
    )
    const [first, second] = [testApp.client(), testApp.client()]
    await Promise.all([signIn(first), signIn(second)])
    const create = (of: TestClient, username: string) => of.post('/api/auth/oidc/register/', { username })
    const results = await Promise.all([create(first, 'rowan'), create(second, 'rowan2')])
    expect(results.map(({ body }) => body.code ?? 'created').sort()).toEqual(['created', 'identity_taken'])
    expect(await testApp.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  })

  it('has no address when the provider has not verified one', async () => {
    identities.people.set('sly', { email: 'rowan@league.example', email_verified: false })
    expect((await register(client, {}, 'sly')).body.user.email).toBe('')
  })

  it('leaves an address to the account that has it', async () => {
    await registerWithPassword('ada', 'rowan@league.example')
    expect((await register(client)).body.user.email).toBe('')
  })

  it('has no password: not even an empty one signs in', async () => {
    await register(client)
    for (const password of ['', 'rowan-has-a-secret']) {
      const { body } = await testApp.client().post('/api/login/', { username: 'rowan', password })
      expect(body.code).toBe('invalid_credentials')
    }
    expect((await identitiesOf(client)).has_password).toBe(false)
  })

  it('gets a password within ten minutes of a sign-in, and later after another one', async () => {
    await register(client)
    const setPassword = (of: TestClient) =>
      of.post('/api/account/password/', { current_password: '', new_password: 'rowan-has-a-secret' })
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 10 * 60_000)
    expect((await setPassword(client)).body).toEqual({
      error: 'Sign out and sign in again to set a password.',
      code: 'sign_in_again',
    })
    await client.post('/api/logout/')
    await signIn(client)
    expect((await setPassword(client)).status).toBe(200)
    expect((await identitiesOf(client)).has_password).toBe(true)
    expect((await setPassword(client)).body.code).toBe('password_incorrect')
    const login = { username: 'rowan', password: 'rowan-has-a-secret' }
    expect((await testApp.client().post('/api/login/', login)).status).toBe(200)
  })
})

describe('an account with the address of a person at the provider', () => {
  it('is offered to be linked, and is linked only after its owner has signed in', async () => {
    await registerWithPassword('ada', 'rowan@league.example')
    expect((await signIn(client)).body).toMatchObject({ status: 'unknown', has_account: true })
    expect((await link(client)).body.code).toBe('not_signed_in')
    expect((await whoami(client)).username).toBe(null)
    await client.post('/api/login/', { username: 'ada', password: 'ada-has-a-secret' })
    expect((await link(client)).body).toEqual({
      message: 'You can now sign in with Clubhouse.',
      return_to: '',
    })
    expect((await signIn(testApp.client())).body).toMatchObject({
      status: 'signed_in',
      user: { username: 'ada' },
    })
    expect((await auditActions()).at(-2)).toEqual([
      'account.link_identity',
      { provider: 'Clubhouse', email: 'Rowan@League.example' },
    ])
  })

  it('is not even mentioned when the provider has not verified the address', async () => {
    await registerWithPassword('ada', 'rowan@league.example')
    identities.people.set('sly', { email: 'rowan@league.example', email_verified: false })
    expect((await signIn(client, 'sly')).body).toMatchObject({ has_account: false, email: null })
  })
})

describe('linking on the account page', () => {
  it('links the person at the provider to the user who has asked for it', async () => {
    const ada = await testApp.registerUser('ada')
    expect((await signIn(ada, 'rowan-7', { return_to: '?route=account' })).body).toEqual({
      status: 'linked',
      provider: 'Clubhouse',
      return_to: '?route=account',
    })
    expect(await identitiesOf(ada)).toEqual({
      has_password: true,
      identities: [
        {
          id: expect.any(Number),
          provider: 'Clubhouse',
          is_available: true,
          email: 'Rowan@League.example',
          linked_at: testApp.clock.now.toISOString(),
          used_at: testApp.clock.now.toISOString(),
        },
      ],
    })
    expect((await signIn(ada)).body.status).toBe('linked')
    expect((await identitiesOf(ada)).identities).toHaveLength(1)
  })

  it('links nobody else who has signed in meanwhile', async () => {
    const ada = await testApp.registerUser('ada')
    const { search } = await signInAt((await start(ada)).body.url, 'rowan-7')
    await testApp.registerUser('mallory')
    await ada.post('/api/login/', { username: 'mallory', password: 'mallory-has-a-secret' })
    const { body } = await ada.post('/api/auth/oidc/finish/', { response: search })
    expect(body.code).toBe('provider_sign_in_expired')
    expect((await identitiesOf(ada)).identities).toEqual([])
  })

  it('does not take a person from another account', async () => {
    await register(client)
    const ada = await testApp.registerUser('ada')
    expect((await signIn(ada)).body.code).toBe('identity_taken')
    expect((await whoami(ada)).username).toBe('ada')
  })

  it('unlinks, and records it', async () => {
    const ada = await testApp.registerUser('ada')
    await signIn(ada)
    const [{ id }] = (await identitiesOf(ada)).identities
    const mallory = await testApp.registerUser('mallory')
    expect((await mallory.post('/api/auth/oidc/unlink/', { id })).body.code).toBe('identity_not_found')
    expect((await ada.post('/api/auth/oidc/unlink/', { id })).status).toBe(200)
    expect((await ada.post('/api/auth/oidc/unlink/', { id })).body.code).toBe('identity_not_found')
    expect((await auditActions()).at(-1)).toEqual([
      'account.unlink_identity',
      { provider: 'Clubhouse', email: 'Rowan@League.example' },
    ])
    expect((await signIn(testApp.client())).body.status).toBe('unknown')
  })

  it('keeps the only way to sign in', async () => {
    await register(client)
    identities.people.set('rowan-8', {})
    await signIn(client, 'rowan-8')
    const [first, second] = (await identitiesOf(client)).identities
    const unlink = ({ id }: { id: number }) => client.post('/api/auth/oidc/unlink/', { id })
    const results = await Promise.all([unlink(first), unlink(second)])
    expect(results.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      200,
      'last_sign_in_method',
    ])
    expect((await identitiesOf(client)).identities).toHaveLength(1)
  })

  it('does not count a provider that the site no longer uses as a way to sign in', async () => {
    await register(client)
    await testApp.db
      .insertInto('identities')
      .values({
        user_id: 1,
        issuer: 'https://gone.example',
        subject: 'x',
        email: null,
        linked_at: 0,
        used_at: 0,
      })
      .execute()
    const [used, gone] = (await identitiesOf(client)).identities
    expect(gone).toMatchObject({ provider: 'gone.example', is_available: false })
    const unlink = ({ id }: { id: number }) => client.post('/api/auth/oidc/unlink/', { id })
    expect((await unlink(used)).body.code).toBe('last_sign_in_method')
    expect((await unlink(gone)).status).toBe(200)
  })
})
