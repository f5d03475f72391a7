import { HOUR_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { attemptStore, rateLimiter } from '../auth/rate-limits.ts'
import type { Email } from '../mail/mail.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { runQueuedJobs } from '../testing/run-jobs.ts'
import { addPasskey } from '../testing/sign-in-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'
import { accountNoticeKind } from './jobs.ts'

const PASSWORD = 'priya-has-a-secret'
const ADDRESS = 'priya@league.example'

let testApp: TestApp
let priya: TestClient
beforeEach(async () => {
  testApp = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
  priya = await testApp.registerUser('priya', { email: ADDRESS })
})
afterEach(() => testApp.close())

/** Runs the queued notices, as the runner does within seconds. Returns all emails. */
async function sendNotices({ sendsMail } = { sendsMail: true }): Promise<Email[]> {
  const { db, clock } = testApp
  const emails = testApp.emails as Email[]
  const now = () => clock.now
  const kind = accountNoticeKind({
    db,
    limiter: rateLimiter(attemptStore(db)),
    mailer: { send: async (email) => void emails.push(email) },
    sendsMail,
    pool: { slots: 1 },
    log: createMemoryLog().log,
    now,
  })
  await runQueuedJobs(db, [kind], now)
  return emails
}

const inboxOf = async (client: TestClient) => (await client.get('/api/inbox/')).body.items

const addToken = (client: TestClient, name = 'Bot') =>
  client.post('/api/account/tokens/', { name, scopes: ['read'], leagues: null, days: 30 })

const changeEmail = (email: string) => priya.post('/api/account/', { email, current_password: PASSWORD })

describe('a change of how somebody signs in', () => {
  it('sends an email', async () => {
    await addPasskey(priya, 'Phone of evil.example')
    const [email, ...others] = await sendNotices()
    expect(email).toMatchObject({ to: ADDRESS, subject: 'Fieldhouse: A passkey was added' })
    expect(email?.text).toBe(
      [
        'This is about your Fieldhouse account priya.',
        'A passkey was added. You can sign in with the passkey Phone of evil\u200b.example now.',
        "If you didn't expect it, change your password and tell a site admin.",
        '',
      ].join('\n\n'),
    )
    expect([others, await inboxOf(priya)]).toEqual([[], []])
  })

  it('says who made it, if it was an admin', async () => {
    const boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    await boss.post('/api/users/set-staff/', { username: 'priya', is_staff: true })
    expect((await sendNotices()).map(({ text }) => text)).toEqual([
      expect.stringContaining('boss made you site staff.'),
    ])
  })

  it('sends emails to the address from before, even if the account has another one by now', async () => {
    await addToken(priya)
    await changeEmail('somebody@else.example')
    await expect
      .poll(async () => (await sendNotices()).map(({ to, subject }) => [to, subject]).toSorted())
      .toEqual([
        [ADDRESS, 'Fieldhouse: An API token was created'],
        [ADDRESS, 'Fieldhouse: Your email address was changed'],
        ['somebody@else.example', 'Verify your email for Fieldhouse'],
      ])
  })

  it.each([
    ['whose address is not verified', true, () => changeEmail('priya@new.example')],
    ['on a site without email', false, async () => undefined],
  ])('leaves an item in the inbox of somebody %s, whatever they chose', async (_, sendsMail, prepare) => {
    await prepare()
    await sendNotices()
    await priya.post('/api/notifications/', {
      kinds: [{ kind: 'access', push: false, mail: false, inbox: false }],
    })
    const before = testApp.emails.length
    await addToken(priya)
    await sendNotices({ sendsMail })
    await sendNotices({ sendsMail })
    expect(await inboxOf(priya)).toMatchObject([
      {
        kind: 'access',
        league: null,
        title: 'An API token was created',
        body: 'Scripts can use the API with the token Bot (read). Unexpected? Change your password.',
        target: { tab: 'account' },
        is_read: false,
      },
    ])
    expect(testApp.emails.slice(before).filter(({ subject }) => subject.includes('token'))).toEqual([])
  })

  it('sends 20 emails an hour at most, and leaves the rest in the inbox', async () => {
    for (let count = 0; count < 20; count += 1)
      await priya.post('/api/account/subscriptions/', { kind: 'calendar' })
    await sendNotices()
    await addToken(priya)
    expect(await sendNotices()).toHaveLength(20)
    expect((await inboxOf(priya)).map(({ title }: { title: string }) => title)).toEqual([
      'An API token was created',
    ])
    testApp.clock.now = new Date(testApp.clock.now.getTime() + HOUR_MS)
    await priya.post('/api/account/confirm/', { password: PASSWORD })
    await addToken(priya, 'Another')
    expect(await sendNotices()).toHaveLength(21)
  })

  it('sends nothing to somebody who has deleted the account since', async () => {
    await addToken(priya)
    await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    expect((await priya.post('/api/account/delete/', { username: 'priya' })).status).toBe(200)
    expect(await sendNotices()).toEqual([])
  })
})
