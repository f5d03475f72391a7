import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smtpMailer } from '../../mail/mail.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const ADDRESS = 'priya@league.example'
const PASSWORD = 'nine lives of a cat'
const MALLORYS_PASSWORD = 'ten lives of a crow'

let mailServer: MailServer
let testApp: TestApp
beforeEach(async () => {
  mailServer = await startMailServer()
  testApp = await startApp(
    { SMTP_URL: mailServer.url },
    { mailer: smtpMailer(mailServer.url, 'desk@league.example') },
  )
})
afterEach(async () => {
  await testApp.close()
  await mailServer.close()
})

async function register(username: string, email: string, password = PASSWORD): Promise<TestClient> {
  const client = testApp.client()
  const response = await client.post('/api/register/', { username, email, password })
  expect(response.status).toBe(200)
  return client
}

const signIn = (username: string, password = PASSWORD) =>
  testApp.client().post('/api/login/', { username, password })

const requestReset = (username_or_email: string) =>
  testApp.client().post('/api/password-reset/request/', { username_or_email })

const statusOf = async (client: TestClient) => (await client.get('/api/account/email/')).body.status

async function nextToken(): Promise<string> {
  const { text = '' } = await mailServer.nextEmail()
  const link = new URL(/^https?:\S+$/m.exec(text)?.[0] ?? '')
  return link.searchParams.get('verify_email') ?? ''
}

const verify = (token: string, client = testApp.client()) =>
  client.post('/api/account/email/verify/', { token })

/** Turns an account into one that release 0.1.0 stored, which verified no address and allowed an @ in usernames. */
async function storeAsEarlierRelease(username: string, as: { username?: string; email?: string }) {
  await testApp.db
    .updateTable('users')
    .set({
      ...(as.username === undefined ? {} : { username: as.username, username_key: as.username }),
      ...(as.email === undefined ? {} : { email: as.email, email_key: as.email }),
      email_verified_at: null,
      email_claim_key: null,
    })
    .where('username', '=', username)
    .execute()
}

describe('an email address that nobody has verified', () => {
  it('gets the verification link only, and identifies nobody', async () => {
    const priya = await register('priya', ADDRESS)
    const email = await mailServer.nextEmail()
    expect(email.subject).toBe('Verify your email for Fieldhouse')
    expect(email.envelope.to).toEqual([ADDRESS])
    expect(await statusOf(priya)).toBe('unverified')
    expect((await signIn(ADDRESS)).status).toBe(401)
    expect((await signIn('priya')).status).toBe(200)
    await requestReset(ADDRESS)
    await requestReset('priya')
    const second = await mailServer.nextEmail()
    expect(second.subject).toBe('Verify your email for Fieldhouse')
    const whatNext = 'A reset link is sent only to a verified address: verify it, then choose'
    expect([email, second].map(({ text = '' }) => text.includes(whatNext))).toEqual([false, true])
    await testApp.app.close()
    expect(await testApp.db.selectFrom('jobs').selectAll().where('kind', 'like', '%email').execute()).toEqual(
      [],
    )
  })

  it('can be entered by somebody else after a day, and belongs to the account that verifies it first', async () => {
    const first = await register('first', ADDRESS)
    const firstToken = await nextToken()
    const taken = await testApp.client().post('/api/register/', {
      username: 'early',
      email: ADDRESS.toUpperCase(),
      password: PASSWORD,
    })
    expect([taken.status, taken.body.code]).toEqual([409, 'email_taken'])
    testApp.clock.now = new Date(SUNDAY.getTime() + DAY_MS)
    const second = await register('second', ADDRESS)
    const secondToken = await nextToken()
    expect((await verify(secondToken)).status).toBe(200)
    const late = await verify(firstToken)
    expect([late.status, late.body.error]).toEqual([409, 'That email is already in use.'])
    expect([await statusOf(first), await statusOf(second)]).toEqual(['unverified', 'verified'])
    expect((await signIn(ADDRESS)).body.username).toBe('second')
  })

  it('sends at most five links an hour to an address', async () => {
    await testApp.close()
    testApp = await startApp({ SMTP_URL: mailServer.url })
    const priya = await register('priya', ADDRESS)
    for (let count = 2; count <= 6; count += 1) {
      const response = await priya.post('/api/account/email/send/')
      expect([response.status, response.body]).toEqual([
        200,
        { message: 'Email sent. Open the link in it within three days.' },
      ])
    }
    const refused = await priya.post('/api/account/email/send/')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
    const listJobs = () => testApp.db.selectFrom('jobs').select('kind').execute()
    await expect.poll(listJobs).toEqual([])
    expect(testApp.emails.map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => ADDRESS))
    testApp.clock.now = new Date(SUNDAY.getTime() + 60 * MINUTE_MS)
    await priya.post('/api/account/email/send/')
    await expect.poll(() => testApp.emails.length).toBe(6)
  })
})

describe('a verification link', () => {
  it('verifies the address on a device that is signed out, also when it is opened again', async () => {
    const priya = await register('priya', ADDRESS)
    const token = await nextToken()
    const response = await verify(token)
    expect([response.status, response.body]).toEqual([200, { message: 'Your email is verified.' }])
    expect((await verify(` ${token}\n`, priya)).body).toEqual({ message: 'Your email was verified before.' })
    expect(await statusOf(priya)).toBe('verified')
    expect((await signIn(ADDRESS.toUpperCase())).body.username).toBe('priya')
    expect((await priya.post('/api/account/email/send/')).body).toEqual({
      message: 'Your email is already verified.',
    })
    const actions = await testApp.db.selectFrom('audit_log').select('action').execute()
    expect(actions.filter(({ action }) => action === 'account.verify_email')).toHaveLength(1)
  })

  it('stays valid for three days, and the older of two works as well', async () => {
    const priya = await register('priya', ADDRESS)
    const older = await nextToken()
    await priya.post('/api/account/email/send/')
    await nextToken()
    testApp.clock.now = new Date(SUNDAY.getTime() + 3 * DAY_MS)
    const expired = await verify(older)
    expect([expired.status, expired.body]).toEqual([
      400,
      { error: 'This verification link is invalid or has expired.', code: 'invalid_verification_link' },
    ])
    testApp.clock.now = new Date(SUNDAY.getTime() + 3 * DAY_MS - 1)
    expect((await verify(older)).status).toBe(200)
  })

  it('does not verify an address that was entered after it was sent', async () => {
    const priya = await register('priya', ADDRESS)
    const token = await nextToken()
    await priya.post('/api/account/', { email: 'other@league.example', current_password: PASSWORD })
    expect((await verify(token)).body.code).toBe('invalid_verification_link')
    expect((await verify(await nextToken())).status).toBe(200)
    expect((await signIn('other@league.example')).status).toBe(200)
    expect((await signIn(ADDRESS)).status).toBe(401)
  })

  it.each([
    ['another user', (token: string) => token.replace(/^\d+/, (id) => String(Number(id) + 1))],
    ['a later end', (token: string) => token.replace(/\.\d+\./, '.9999999999999.')],
    ['another signature', (token: string) => token.replace(/[\w-]{43}$/, 'x'.repeat(43))],
    ['no structure', () => 'x'],
  ])('is rejected with %s', async (_, change) => {
    await register('priya', ADDRESS)
    await register('ben', 'ben@league.example')
    const tokens = [await nextToken(), await nextToken()]
    for (const token of tokens)
      expect((await verify(change(token))).body.code).toBe('invalid_verification_link')
  })
})

it('says so when the site sends no email', async () => {
  await testApp.close()
  testApp = await startApp()
  const priya = await register('priya', ADDRESS)
  const ben = await register('ben', '')
  expect([await statusOf(priya), await statusOf(ben)]).toEqual(['unverifiable', 'none'])
  expect((await priya.post('/api/account/email/send/')).body.message).toContain("doesn't send email")
  expect((await ben.post('/api/account/email/send/')).body.message).toBe('Add an email address first.')
})

describe('a username of an earlier release that is the email address of somebody else', () => {
  beforeEach(async () => {
    await register('mallory', 'mallory@evil.example', MALLORYS_PASSWORD)
    await nextToken()
    await storeAsEarlierRelease('mallory', { username: ADDRESS, email: 'mallory@evil.example' })
  })

  it.each(['verified', 'legacy'])(
    'takes neither the logins nor the resets of a %s address',
    async (state) => {
      await register('priya', ADDRESS)
      const token = await nextToken()
      if (state === 'verified') await verify(token)
      else await storeAsEarlierRelease('priya', { email: ADDRESS })
      expect((await signIn(ADDRESS)).status).toBe(200)
      await requestReset(ADDRESS)
      const email = await mailServer.nextEmail()
      expect([email.envelope.to, email.subject]).toEqual([[ADDRESS], 'Reset your Fieldhouse password'])
      expect(email.text).toContain('the Fieldhouse account priya.')
    },
  )

  it('still signs in with its own password, and resets it while nobody has the address', async () => {
    expect((await signIn(ADDRESS, MALLORYS_PASSWORD)).body.username).toBe(ADDRESS)
    await requestReset(ADDRESS)
    expect((await mailServer.nextEmail()).envelope.to).toEqual(['mallory@evil.example'])
  })
})
