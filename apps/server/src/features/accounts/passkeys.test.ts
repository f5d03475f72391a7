import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { type VirtualPasskey, virtualPasskey } from '../../testing/virtual-authenticator.ts'
import { accountsCleanupJob } from './sign-in.ts'

const PASSWORD = 'priya-has-a-secret'

let testApp: TestApp
let priya: TestClient
beforeEach(async () => {
  testApp = await startApp()
  priya = await testApp.registerUser('priya')
})
afterEach(() => testApp.close())

async function addPasskey(client: TestClient, name = 'Phone', passkey = virtualPasskey()) {
  const { options } = (await client.post('/api/account/passkeys/start/')).body
  const response = await client.post('/api/account/passkeys/', { name, credential: passkey.create(options) })
  return { response, passkey }
}

async function startSignIn(client: TestClient) {
  return (await client.post('/api/login/passkey/start/')).body.options
}

/** Enters the password, and returns the client with the token of the second step. */
async function startSecondStep() {
  const client = testApp.client()
  const { status, body } = await client.post('/api/login/', { username: 'priya', password: PASSWORD })
  expect([status, body.username]).toEqual([200, null])
  const start = () => client.post('/api/login/second-factor/start/', { token: body.token })
  const complete = (credential: unknown, token = body.token) =>
    client.post('/api/login/second-factor/', { token, credential })
  return { client, body, start, complete }
}

const whoAmI = async (client: TestClient) => (await client.get('/api/whoami/')).body.username

describe('adding a passkey', () => {
  it('stores it with its name, and lists when it was created and last used', async () => {
    const { response, passkey } = await addPasskey(priya, ' Work laptop ')
    const expected = {
      has_passkey_support: true,
      totp: null,
      recovery_codes_left: 10,
      passkeys: [
        { id: expect.any(Number), name: 'Work laptop', created_at: SUNDAY.toISOString(), used_at: null },
      ],
    }
    expect([response.status, response.body.security]).toEqual([200, expected])
    testApp.clock.now = new Date(SUNDAY.getTime() + MINUTE_MS)
    const client = testApp.client()
    await client.post('/api/login/passkey/', { credential: passkey.sign(await startSignIn(client)) })
    const { body } = await client.get('/api/account/security/')
    expect(body.passkeys[0].used_at).toBe(testApp.clock.now.toISOString())
  })

  it.each<[string, (passkey: VirtualPasskey, options: { challenge: string }) => unknown]>([
    ['another origin', (passkey, options) => passkey.create(options, { origin: 'https://evil.example' })],
    ['another challenge', (passkey) => passkey.create({ challenge: 'AAAA' })],
    ['another site', (_, options) => virtualPasskey('evil.example').create(options)],
    [
      'no readable client data',
      (passkey, options) => {
        const credential = passkey.create(options)
        return { ...credential, response: { ...credential.response, clientDataJSON: 'AAAA' } }
      },
    ],
  ])('rejects a credential with %s', async (_, create) => {
    const { options } = (await priya.post('/api/account/passkeys/start/')).body
    const credential = create(virtualPasskey(), options)
    const { status, body } = await priya.post('/api/account/passkeys/', { name: 'Phone', credential })
    expect([status, body.code]).toEqual([400, 'passkey_rejected'])
  })

  it('uses a challenge once, for its own user, and within five minutes', async () => {
    const { options } = (await priya.post('/api/account/passkeys/start/')).body
    const add = (client: TestClient) =>
      client.post('/api/account/passkeys/', { name: 'Phone', credential: virtualPasskey().create(options) })
    const other = await testApp.registerUser('other')
    expect((await add(other)).body.code).toBe('passkey_rejected')
    expect((await add(priya)).status).toBe(200)
    expect((await add(priya)).body.code).toBe('passkey_rejected')
    const late = (await priya.post('/api/account/passkeys/start/')).body.options
    testApp.clock.now = new Date(SUNDAY.getTime() + 5 * MINUTE_MS)
    const response = await priya.post('/api/account/passkeys/', {
      name: 'Late',
      credential: virtualPasskey().create(late),
    })
    expect(response.body.code).toBe('passkey_rejected')
  })

  it('refuses more than 20 passkeys, and one that belongs to another account', async () => {
    const { passkey } = await addPasskey(priya)
    const other = await testApp.registerUser('other')
    expect((await addPasskey(other, 'Stolen', passkey)).response.body.code).toBe('passkey_rejected')
    for (let count = 1; count < 20; count += 1) await addPasskey(priya)
    expect((await addPasskey(priya)).response.body.code).toBe('passkey_limit')
  })

  it('is not offered without https at a host name other than localhost', async () => {
    const insecure = await startApp({ PUBLIC_URL: 'http://league.example' })
    const { body } = await (await insecure.registerUser('ada')).get('/api/account/security/')
    expect(body.has_passkey_support).toBe(false)
    const start = await insecure.client().post('/api/login/passkey/start/')
    expect([start.status, start.body.code]).toEqual([409, 'passkeys_unavailable'])
    await insecure.close()
  })

  it('binds passkeys to the host name of PUBLIC_URL', async () => {
    const site = await startApp({ PUBLIC_URL: 'https://league.example/' })
    const ada = await site.registerUser('ada')
    const { options } = (await ada.post('/api/account/passkeys/start/')).body
    expect(options.rp.id).toBe('league.example')
    const create = (origin: string) => virtualPasskey('league.example').create(options, { origin })
    const add = (origin: string) =>
      ada.post('/api/account/passkeys/', { name: 'Phone', credential: create(origin) })
    expect((await add('http://league.example')).status).toBe(400)
    expect((await add('https://league.example')).status).toBe(200)
    await site.close()
  })
})

describe('signing in with a passkey alone', () => {
  it('needs no username and password, and is in the audit log', async () => {
    const { passkey } = await addPasskey(priya)
    const client = testApp.client()
    const options = await startSignIn(client)
    expect([options.allowCredentials, options.userVerification]).toEqual([undefined, 'required'])
    const response = await client.post('/api/login/passkey/', { credential: passkey.sign(options) })
    expect([response.status, response.body.username, await whoAmI(client)]).toEqual([200, 'priya', 'priya'])
    const { detail } = await testApp.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'account.login')
      .executeTakeFirstOrThrow()
    expect(detail).toBe('{"with":"passkey"}')
  })

  it('rejects a signature that is replayed, forged, unverified or of an unknown passkey', async () => {
    const { passkey } = await addPasskey(priya)
    const client = testApp.client()
    const post = async (credential: unknown) =>
      (await client.post('/api/login/passkey/', { credential })).body.code
    const used = passkey.sign(await startSignIn(client))
    expect((await client.post('/api/login/passkey/', { credential: used })).status).toBe(200)
    await client.post('/api/logout/')
    expect(await post(used)).toBe('passkey_rejected')
    const forged = { ...virtualPasskey().sign(await startSignIn(client)), id: passkey.credentialId }
    expect(await post({ ...forged, rawId: passkey.credentialId })).toBe('passkey_rejected')
    expect(await post(passkey.sign(await startSignIn(client), { isVerified: false }))).toBe(
      'passkey_rejected',
    )
    expect(await post(virtualPasskey().sign(await startSignIn(client)))).toBe('passkey_rejected')
    expect(await whoAmI(client)).toBe(null)
  })

  it('lets one of two concurrent requests with the same signature sign in', async () => {
    const { passkey } = await addPasskey(priya)
    const [first, second] = [testApp.client(), testApp.client()]
    const credential = passkey.sign(await startSignIn(first))
    await second.get('/api/csrf/')
    const responses = await Promise.all(
      [first, second].map((client) => client.post('/api/login/passkey/', { credential })),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('limits the attempts of one address', async () => {
    const client = testApp.client()
    const credential = virtualPasskey().sign(await startSignIn(client))
    for (let count = 0; count < 50; count += 1) await client.post('/api/login/passkey/', { credential })
    expect((await client.post('/api/login/passkey/', { credential })).status).toBe(429)
  })
})

describe('signing in with a password and a passkey', () => {
  it('signs in after both, and not after the password alone', async () => {
    const { passkey } = await addPasskey(priya)
    const step = await startSecondStep()
    expect([step.body.has_passkey, await whoAmI(step.client)]).toEqual([true, null])
    const { options } = (await step.start()).body
    expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([passkey.credentialId])
    const response = await step.complete(passkey.sign(options, { isVerified: false }))
    expect([response.status, response.body.username, await whoAmI(step.client)]).toEqual([
      200,
      'priya',
      'priya',
    ])
    expect((await step.complete(passkey.sign(options))).body.code).toBe('sign_in_expired')
  })

  it("rejects another user's passkey and a challenge for another purpose", async () => {
    const { passkey } = await addPasskey(priya)
    const stolen = await addPasskey(await testApp.registerUser('other'))
    const step = await startSecondStep()
    const { options } = (await step.start()).body
    expect((await step.complete(stolen.passkey.sign(options))).body.code).toBe('passkey_rejected')
    const elsewhere = await startSignIn(testApp.client())
    expect((await step.complete(passkey.sign(elsewhere))).body.code).toBe('passkey_rejected')
    expect((await step.complete(passkey.sign(options), 'unknown')).body.code).toBe('sign_in_expired')
  })

  it('ends after ten minutes, and when the password changes', async () => {
    await addPasskey(priya)
    const [late, outdated] = [await startSecondStep(), await startSecondStep()]
    await priya.post('/api/account/password/', {
      current_password: PASSWORD,
      new_password: 'another long secret',
    })
    expect((await outdated.start()).body.code).toBe('sign_in_expired')
    testApp.clock.now = new Date(SUNDAY.getTime() + 10 * MINUTE_MS)
    expect((await late.start()).body.code).toBe('sign_in_expired')
  })

  it('stops after ten wrong attempts for the account', async () => {
    const { passkey } = await addPasskey(priya)
    const step = await startSecondStep()
    const wrong = virtualPasskey().sign({ challenge: 'AAAA' })
    for (let count = 0; count < 10; count += 1) await step.complete(wrong)
    const { options } = (await step.start()).body
    const response = await step.complete(passkey.sign(options))
    expect([response.status, response.body.code]).toEqual([429, 'too_many_attempts'])
  })

  it('needs only the password again once the last passkey is removed', async () => {
    await addPasskey(priya)
    const { passkeys } = (await priya.get('/api/account/security/')).body
    const other = await testApp.registerUser('other')
    const remove = (client: TestClient) =>
      client.post('/api/account/passkeys/remove/', { id: passkeys[0].id })
    expect((await remove(other)).body.code).toBe('passkey_not_found')
    expect((await remove(priya)).body.security.passkeys).toEqual([])
    const client = testApp.client()
    const { body } = await client.post('/api/login/', { username: 'priya', password: PASSWORD })
    expect(body.username).toBe('priya')
  })
})

it('deletes expired challenges and unfinished sign-ins', async () => {
  await addPasskey(priya)
  await startSecondStep()
  await startSignIn(testApp.client())
  testApp.clock.now = new Date(SUNDAY.getTime() + DAY_MS)
  await accountsCleanupJob(testApp.db, () => testApp.clock.now).run(new AbortController().signal)
  expect(await testApp.db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([])
  expect(await testApp.db.selectFrom('sign_in_steps').selectAll().execute()).toEqual([])
})
