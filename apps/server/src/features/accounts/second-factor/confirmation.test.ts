import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPasskey, addTotp, totpCode } from '../../../testing/sign-in-fixture.ts'
import { SUNDAY, startApp, type TestApp, type TestClient } from '../../../testing/start-app.ts'
import { createTwoLeagues, type TwoLeagues } from '../../../testing/two-leagues.ts'
import { buildValidRequest, sendAs } from '../../../testing/valid-requests.ts'
import { type WatchedRows, watchRows } from '../../../testing/watched-rows.ts'

const PASSWORD = 'priya-has-a-secret'
const SENSITIVE = (Object.entries(operations) as [keyof Operations, Operation][]).filter(
  ([, { config }]) => config.stepUp === true,
)

it('is needed for deleting, exporting, importing, staff flags, cookies, sessions, second factors, reset links, tokens and the own account', () => {
  expect(SENSITIVE.map(([name]) => name).toSorted()).toEqual([
    'checkIdentity',
    'createApiToken',
    'createRecoveryCodes',
    'createResetLink',
    'deleteAccount',
    'deleteLeague',
    'endSessions',
    'exportLeague',
    'importLeague',
    'removePasskey',
    'removeSecondFactors',
    'removeTotp',
    'saveEspnCredentials',
    'setDisabled',
    'setStaff',
    'startPasskey',
    'startTotp',
  ])
})

describe('ten minutes after signing in', () => {
  let fixture: TwoLeagues
  let rows: WatchedRows
  beforeAll(async () => {
    fixture = await createTwoLeagues()
    rows = await watchRows(fixture.testApp.db)
  })
  afterAll(() => fixture.testApp.close())

  it.each(SENSITIVE)('%s is refused without changes', async (name, operation) => {
    const send = async () => {
      const request = await buildValidRequest(fixture, name, 'boss', 'Harbour')
      return sendAs(fixture, 'boss', operation, request)
    }
    fixture.testApp.clock.now = new Date(SUNDAY.getTime() + 10 * MINUTE_MS - 1)
    expect((await send()).status).toBe(200)
    await rows.restore()
    fixture.testApp.clock.now = new Date(SUNDAY.getTime() + 10 * MINUTE_MS)
    const response = await send()
    expect([response.status, JSON.parse(response.body.toString()).code]).toEqual([
      403,
      'identity_unconfirmed',
    ])
    expect(await rows.restore()).toEqual([])
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
    expect((await priya.post('/api/account/confirm/start/')).body).toEqual({ has_totp: true, options: null })
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

  it('is limited to a few wrong passwords', async () => {
    wait(10)
    const confirm = (password: string) => priya.post('/api/account/confirm/', { password })
    for (let count = 0; count < 10; count += 1) await confirm('wrong')
    expect((await confirm(PASSWORD)).status).toBe(429)
  })
})
