import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addPasskey, addTotp, totpCode } from '../../testing/sign-in-fixture.ts'
import { SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { checkCode, createTotpCipher, reencryptTotpSecrets, totpStepOf } from './factor-store.ts'

const PASSWORD = 'priya-has-a-secret'

let testApp: TestApp
let priya: TestClient
beforeEach(async () => {
  testApp = await startApp()
  priya = await testApp.registerUser('priya')
})
afterEach(() => testApp.close())

/** Enters the password, and returns a function that enters a code after it. */
async function enterPassword() {
  const client = testApp.client()
  const { body } = await client.post('/api/login/', { username: 'priya', password: PASSWORD })
  const enter = (code: string) => client.post('/api/login/second-factor/', { token: body.token, code })
  return { client, body, enter }
}

const later = (seconds: number) => new Date(SUNDAY.getTime() + seconds * 1000)

async function listLoginDetails(): Promise<string[]> {
  const rows = await testApp.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'account.login')
    .execute()
  return rows.map(({ detail }) => detail)
}

// Source: RFC 6238, appendix B, with six digits.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('accepts the code of the standard for second %d', (second, code) => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(totpStepOf(secret, code, new Date(second * 1000))).toBe(Math.floor(second / 30))
})

// Six UTF-16 units each, but more bytes than six digits.
it.each(['éééééé', '𐍒𑭴𐀗', '１２３４５６'])('rejects the code %j', async (code) => {
  await priya.post('/api/account/totp/start/')
  const { status, body } = await priya.post('/api/account/totp/', { code })
  expect([status, body.code]).toEqual([400, 'code_rejected'])
})

describe('adding an authenticator app', () => {
  it('takes effect with the first code, and shows ten recovery codes once', async () => {
    const { secret, uri } = (await priya.post('/api/account/totp/start/')).body
    expect(uri).toBe(
      `otpauth://totp/Fieldhouse:priya?issuer=Fieldhouse&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const client = testApp.client()
    const early = await client.post('/api/login/', { username: 'priya', password: PASSWORD })
    expect(early.body.username).toBe('priya')
    const wrong = await priya.post('/api/account/totp/', { code: '000000' })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'code_rejected'])
    const code = totpCode(secret, SUNDAY)
    const added = await priya.post('/api/account/totp/', { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect([added.status, added.body.security.totp]).toEqual([200, { created_at: SUNDAY.toISOString() }])
    expect(new Set(added.body.recovery_codes).size).toBe(10)
    expect(added.body.recovery_codes[0]).toMatch(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
    expect((await enterPassword()).body).toMatchObject({ username: null, has_passkey: false, has_totp: true })
    expect((await addPasskeyResponse()).recovery_codes).toBe(null)
  })

  async function addPasskeyResponse() {
    const { virtualPasskey } = await import('../../testing/virtual-authenticator.ts')
    const { options } = (await priya.post('/api/account/passkeys/start/')).body
    const body = { name: 'Phone', credential: virtualPasskey().create(options) }
    return (await priya.post('/api/account/passkeys/', body)).body
  }

  it('stores the secret encrypted and the recovery codes hashed', async () => {
    const { secret, recoveryCodes } = await addTotp(testApp, priya)
    const stored = JSON.stringify([
      await testApp.db.selectFrom('totp_secrets').selectAll().execute(),
      await testApp.db.selectFrom('recovery_codes').selectAll().execute(),
    ])
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text)
  })

  it('keeps the app in use until a code of the new one is entered', async () => {
    const { secret } = await addTotp(testApp, priya)
    await priya.post('/api/account/totp/start/')
    testApp.clock.now = later(30)
    expect((await (await enterPassword()).enter(totpCode(secret, later(30)))).status).toBe(200)
    const replacement = await addTotp(testApp, priya)
    testApp.clock.now = later(60)
    const { enter } = await enterPassword()
    expect((await enter(totpCode(secret, later(60)))).body.code).toBe('code_rejected')
    expect((await enter(totpCode(replacement.secret, later(60)))).status).toBe(200)
  })
})

describe('signing in with a code', () => {
  it('accepts the codes of the previous, the current and the next period, and each code once', async () => {
    const { secret } = await addTotp(testApp, priya)
    for (const [at, codeAt] of [
      [60, 30],
      [120, 120],
      [150, 180],
    ] as const) {
      testApp.clock.now = later(at)
      expect((await (await enterPassword()).enter(totpCode(secret, later(codeAt)))).status).toBe(200)
    }
    const { enter } = await enterPassword()
    for (const codeAt of [180, 150, 90, 240])
      expect((await enter(totpCode(secret, later(codeAt)))).body.code).toBe('code_rejected')
    expect(await listLoginDetails()).toEqual(Array.from({ length: 3 }, () => '{"with":"totp"}'))
  })

  it('lets one of two concurrent requests with the same code sign in', async () => {
    const { secret } = await addTotp(testApp, priya)
    testApp.clock.now = later(30)
    const steps = [await enterPassword(), await enterPassword()]
    const responses = await Promise.all(steps.map(({ enter }) => enter(totpCode(secret, later(30)))))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('stops after ten wrong codes', async () => {
    const { secret } = await addTotp(testApp, priya)
    testApp.clock.now = later(30)
    const { enter } = await enterPassword()
    for (let count = 0; count < 10; count += 1) await enter('000000')
    expect((await enter(totpCode(secret, later(30)))).body.code).toBe('too_many_attempts')
  })

  it('accepts each recovery code once, however it is written', async () => {
    const { recoveryCodes } = await addTotp(testApp, priya)
    const [first = ''] = recoveryCodes
    const { client, enter } = await enterPassword()
    expect((await enter(` ${first.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200)
    expect((await client.get('/api/account/security/')).body.recovery_codes_left).toBe(9)
    expect((await (await enterPassword()).enter(first)).body.code).toBe('code_rejected')
    expect(await listLoginDetails()).toEqual(['{"with":"recovery_code"}'])
  })

  it("rejects another user's codes", async () => {
    await addTotp(testApp, priya)
    const other = await addTotp(testApp, await testApp.registerUser('other'))
    testApp.clock.now = later(30)
    const { enter } = await enterPassword()
    expect((await enter(totpCode(other.secret, later(30)))).body.code).toBe('code_rejected')
    expect((await enter(other.recoveryCodes[0] ?? '')).body.code).toBe('code_rejected')
  })
})

describe('recovery codes', () => {
  it('are replaced on request, and the old ones stop working', async () => {
    const { recoveryCodes } = await addTotp(testApp, priya)
    const { body } = await priya.post('/api/account/recovery-codes/')
    expect([body.recovery_codes.length, body.security.recovery_codes_left]).toEqual([10, 10])
    const { enter } = await enterPassword()
    expect((await enter(recoveryCodes[0] ?? '')).body.code).toBe('code_rejected')
    expect((await enter(body.recovery_codes[0])).status).toBe(200)
  })

  it('are deleted with the last second factor, and need one', async () => {
    await addTotp(testApp, priya)
    const { id } = await addPasskey(priya)
    expect((await priya.post('/api/account/totp/remove/')).body.security).toMatchObject({
      totp: null,
      recovery_codes_left: 10,
    })
    expect((await priya.post('/api/account/totp/remove/')).body.code).toBe('totp_not_found')
    const removed = await priya.post('/api/account/passkeys/remove/', { id })
    expect(removed.body.security.recovery_codes_left).toBe(0)
    expect((await priya.post('/api/account/recovery-codes/')).body.code).toBe('no_second_factor')
    expect((await enterPassword()).body.username).toBe('priya')
  })
})

it('keeps accepting codes after a change of the secret key', async () => {
  const { secret } = await addTotp(testApp, priya)
  const [oldKey, secretKey] = ['o'.repeat(32), 'n'.repeat(32)]
  const user = await testApp.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const encrypted = createTotpCipher(oldKey).encrypt(secret, `user:${user.id}`)
  await testApp.db.updateTable('totp_secrets').set({ secret: encrypted }).execute()
  const ctx = { db: testApp.db, settings: { secretKey }, now: () => later(60) }
  const code = totpCode(secret, later(60))
  expect(await checkCode(ctx, user.id, code)).toBe(null)
  await reencryptTotpSecrets(testApp.db, secretKey, oldKey)
  expect(await checkCode(ctx, user.id, code)).toMatchObject({ kind: 'totp' })
})
