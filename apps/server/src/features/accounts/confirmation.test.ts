import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NO_PASSWORD } from '../../auth/passwords.ts'
import type { BadRequest } from '../../testing/bad-requests.ts'
import { addPasskey, addTotp, totpCode } from '../../testing/sign-in-fixture.ts'
import { SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { createTwoLeagues, type TwoLeagues } from '../../testing/two-leagues.ts'
import { buildValidRequest, sendAs } from '../../testing/valid-requests.ts'
import { type WatchedRows, watchRows } from '../../testing/watched-rows.ts'

const PASSWORD = 'priya-has-a-secret'
const SENSITIVE = (Object.entries(operations) as [keyof Operations, Operation][]).filter(
  ([, { config }]) => config.stepUp !== undefined,
)

it('is also needed to read out a league, and to begin with a new way to sign in', () => {
  const began = ['startPasskey', 'startProviderSignIn', 'startTotp'] as const
  const names = SENSITIVE.map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['checkIdentity', 'exportLeague', 'importLeague', ...began]))
})

describe('ten minutes after the last proof', () => {
  let fixture: TwoLeagues
  let rows: WatchedRows
  beforeAll(async () => {
    fixture = await createTwoLeagues()
    rows = await watchRows(fixture.testApp.db)
  })
  afterAll(() => fixture.testApp.close())

  const proveAt = (time: number) =>
    fixture.testApp.db.updateTable('sessions').set({ verified_at: time }).execute()

  async function send(name: keyof Operations, changes: Partial<BadRequest> = {}) {
    const request = await buildValidRequest(fixture, name, 'boss', 'Harbour')
    return sendAs(fixture, 'boss', operations[name], { ...request, ...changes })
  }

  it.each(SENSITIVE)('%s is refused without changes', async (name) => {
    await proveAt(SUNDAY.getTime() - 10 * MINUTE_MS + 1)
    expect((await send(name)).status).toBe(200)
    await rows.restore()
    await proveAt(SUNDAY.getTime() - 10 * MINUTE_MS)
    const response = await send(name)
    expect([response.status, JSON.parse(response.body.toString()).code]).toEqual([
      403,
      'identity_unconfirmed',
    ])
    expect(await rows.restore()).toEqual(['sessions'])
  })

  it.each(['player', 'viewer'])('people are still made a %s of a league', async (role) => {
    await proveAt(SUNDAY.getTime() - 10 * MINUTE_MS)
    const body = JSON.stringify({ username: 'stranger', league: 'Harbour', role })
    expect((await send('assignUser', { body: Buffer.from(body) })).status).toBe(200)
    await rows.restore()
  })

  it('somebody who is signed out still starts a sign-in with a provider', async () => {
    const request = await buildValidRequest(fixture, 'startProviderSignIn', 'anonymous', 'Harbour')
    const response = await sendAs(fixture, 'anonymous', operations.startProviderSignIn, request)
    expect(response.status).toBe(200)
  })
})

describe('confirming who you are', () => {
  let testApp: TestApp
  let priya: TestClient
  beforeEach(async () => {
    testApp = await startApp()
    priya = await testApp.registerUser('priya')
  })
  afterEach(() => testApp.close())

  const isConfirmed = async (client = priya) => (await client.get('/api/account/confirm/')).status === 200
  const wait = (minutes: number) => {
    testApp.clock.now = new Date(testApp.clock.now.getTime() + minutes * MINUTE_MS)
  }

  it('works with the password, for ten minutes, in this session only', async () => {
    const other = testApp.client()
    await other.post('/api/login/', { username: 'priya', password: PASSWORD })
    wait(10)
    expect([await isConfirmed(), await isConfirmed(other)]).toEqual([false, false])
    const wrong = await priya.post('/api/account/confirm/', { password: 'wrong' })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'password_incorrect'])
    expect((await priya.post('/api/account/confirm/', { password: PASSWORD })).status).toBe(200)
    expect([await isConfirmed(), await isConfirmed(other)]).toEqual([true, false])
    wait(10)
    expect(await isConfirmed()).toBe(false)
  })

  it('works with a passkey that signs a challenge for this purpose, once', async () => {
    const { passkey } = await addPasskey(priya)
    wait(10)
    const { options } = (await priya.post('/api/account/confirm/start/')).body
    const credential = passkey.sign(options)
    expect((await priya.post('/api/account/confirm/', { credential })).status).toBe(200)
    wait(10)
    expect((await priya.post('/api/account/confirm/', { credential })).body.code).toBe('passkey_rejected')
    const elsewhere = (await testApp.client().post('/api/login/passkey/start/')).body.options
    const foreign = await priya.post('/api/account/confirm/', { credential: passkey.sign(elsewhere) })
    expect([foreign.body.code, await isConfirmed()]).toEqual(['passkey_rejected', false])
  })

  it('works with a code of the authenticator app, once', async () => {
    const { secret } = await addTotp(testApp, priya)
    wait(10)
    const ways = (await priya.post('/api/account/confirm/start/')).body
    expect(ways).toEqual({ has_password: true, has_totp: true, options: null })
    const code = totpCode(secret, testApp.clock.now)
    expect((await priya.post('/api/account/confirm/', { code })).status).toBe(200)
    expect((await priya.post('/api/account/confirm/', { code })).body.code).toBe('code_rejected')
  })

  it('counts the sign-in of a session that an earlier release has started', async () => {
    await testApp.db.updateTable('sessions').set({ verified_at: null }).execute()
    expect(await isConfirmed()).toBe(true)
    wait(10)
    expect(await isConfirmed()).toBe(false)
  })

  it('is not possible in the session of somebody who only signs in with a provider', async () => {
    await testApp.db.updateTable('users').set({ password_hash: NO_PASSWORD }).execute()
    const ways = (await priya.post('/api/account/confirm/start/')).body
    expect(ways).toEqual({ has_password: false, has_totp: false, options: null })
  })

  it('is limited to a few wrong passwords', async () => {
    wait(10)
    const confirm = (password: string) => priya.post('/api/account/confirm/', { password })
    for (let count = 0; count < 10; count += 1) await confirm('wrong')
    expect((await confirm(PASSWORD)).status).toBe(429)
  })
})
