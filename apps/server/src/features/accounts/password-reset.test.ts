import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Email, smtpMailer } from '../../mail/mail.ts'
import { IS_NET } from '../../testing/is-net.ts'
import { startMailServer, startSilentMailServer } from '../../testing/mail-server.ts'
import { createMemoryLog } from '../../testing/memory-log.ts'
import { SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { createTestDatabase } from '../../testing/test-database.ts'

const REQUESTED_RESPONSE = {
  message:
    'If the account has a confirmed email address, a link is on its way. If not, ask an admin of this site for a reset link.',
}
const NEW_PASSWORD = 'a tenth life for the cat'

let testApp: TestApp
let cleanups: (() => unknown)[]
beforeEach(async () => {
  cleanups = []
  testApp = await startApp()
})
afterEach(async () => {
  await testApp.close()
  for (const close of cleanups) await close()
})

function requestReset(username_or_email: string, from: TestApp = testApp) {
  return from.client().post('/api/password-reset/request/', { username_or_email })
}

/** Waits until all requests are answered or dropped, which happens after the response. */
async function waitForJobs() {
  const jobs = testApp.db.selectFrom('jobs').select('id').where('kind', '=', 'reset-email')
  await expect.poll(() => jobs.execute()).toEqual([])
}

/** Waits for an email. Emails are sent after the response. */
async function waitForEmail(count = 1): Promise<Email> {
  await expect.poll(() => testApp.emails.length).toBe(count)
  return testApp.emails[count - 1] as Email
}

function parseResetCode(text: string | undefined): { uid: string; token: string } {
  const link = new URL(/^https?:\S+$/m.exec(text ?? '')?.[0] ?? '')
  return { uid: link.searchParams.get('uid') ?? '', token: link.searchParams.get('token') ?? '' }
}

async function requestResetCode(name: string, count = 1) {
  await requestReset(name)
  return parseResetCode((await waitForEmail(count)).text)
}

function confirmReset(code: { uid: string; token: string }, new_password = NEW_PASSWORD) {
  return testApp.client().post('/api/password-reset/confirm/', { ...code, new_password })
}

function signIn(username: string, password: string) {
  return testApp.client().post('/api/login/', { username, password })
}

function createMember(username = 'priya', overrides: object = {}): Promise<TestClient> {
  return testApp.registerUser(username, { email: `${username}@league.example`, ...overrides })
}

async function countStoredResets(): Promise<number> {
  return (await testApp.db.selectFrom('password_resets').select('user_id').execute()).length
}

describe('requesting a reset link', () => {
  it.each(['priya', 'PRIYA', 'Priya@League.Example'])('sends an email for %j', async (name) => {
    await createMember()
    const response = await requestReset(name)
    expect([response.status, response.body]).toEqual([200, REQUESTED_RESPONSE])
    const email = await waitForEmail()
    expect(email.to).toBe('priya@league.example')
    const user = await testApp.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    expect(email.text).toMatch(new RegExp(`^http://localhost:3000/\\?uid=${user.id}&token=[\\w-]{43}$`, 'm'))
  })

  it('returns the same response and sends nothing without an account or an email address', async () => {
    await testApp.registerUser('ada')
    for (const name of ['nobody', 'nobody@league.example', 'ada']) {
      const response = await requestReset(name)
      expect([response.status, response.body]).toEqual([200, REQUESTED_RESPONSE])
    }
    await testApp.app.close()
    expect(testApp.emails).toEqual([])
  })

  it('stores only a hash of the token', async () => {
    await createMember()
    const { token } = await requestResetCode('priya')
    const row = await testApp.db.selectFrom('password_resets').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('runs the same statements before the response whether or not the account exists', async () => {
    const [known, withoutEmail, unknown] = [
      await recordStatements('priya'),
      await recordStatements('ada'),
      await recordStatements('nobody'),
    ]
    expect(known.before.length).toBeGreaterThan(2)
    expect(withoutEmail.before).toEqual(known.before)
    expect(unknown.before).toEqual(known.before)
    expect(known.before.join('\n')).not.toMatch(/users|password_resets/)
    expect(known.after.join('\n')).toMatch(/users.*password_resets/s)
  })

  it('sends at most five emails per hour to an account and keeps the last link valid', async () => {
    await createMember()
    for (let count = 1; count <= 5; count += 1) {
      await requestReset(count % 2 === 0 ? 'priya' : 'priya@league.example')
      await waitForEmail(count)
    }
    const last = parseResetCode((await waitForEmail(5)).text)
    const response = await requestReset('priya')
    expect([response.status, response.body]).toEqual([200, REQUESTED_RESPONSE])
    await waitForJobs()
    testApp.clock.now = new Date(SUNDAY.getTime() + 59 * MINUTE_MS)
    await requestReset('priya')
    await waitForJobs()
    expect((await confirmReset(last)).status).toBe(200)
    expect(testApp.emails).toHaveLength(5)
    testApp.clock.now = new Date(SUNDAY.getTime() + 60 * MINUTE_MS)
    await requestReset('priya')
    await waitForEmail(6)
  })

  it('accepts 50 requests from one IP address in 15 minutes', async () => {
    const rows = Array.from({ length: 50 }, () => ({
      bucket: 'reset-address:127.0.0.1',
      at: SUNDAY.getTime(),
    }))
    await testApp.db.insertInto('attempts').values(rows).execute()
    await createMember()
    const response = await requestReset('priya')
    expect([response.status, response.body.code, response.headers['retry-after']]).toEqual([
      429,
      'too_many_attempts',
      '900',
    ])
    testApp.clock.now = new Date(SUNDAY.getTime() + 15 * MINUTE_MS)
    expect((await requestReset('priya')).status).toBe(200)
    await waitForEmail(1)
  })

  it.each([[''], [' '], [7], [null], ['x'.repeat(321)]])('rejects %j', async (username_or_email) => {
    const response = await testApp.client().post('/api/password-reset/request/', { username_or_email })
    expect([response.status, Object.keys(response.body.fields)]).toEqual([400, ['username_or_email']])
  })
})

it('sends the email even when the server stops right after the response', async () => {
  await createMember()
  await requestReset('priya')
  await testApp.app.close()
  expect(testApp.emails).toHaveLength(1)
})

it.runIf(IS_NET)(
  'sends the email after the process that was sending it has died, and stores no name until then',
  async () => {
    const database = await createTestDatabase()
    cleanups.push(database.drop)
    const readJobs = () =>
      database.db.selectFrom('jobs').selectAll().where('kind', '=', 'reset-email').execute()
    const died = await startApp({}, { database, mailer: { send: () => new Promise(() => undefined) } })
    await died.registerUser('priya', { email: 'priya@league.example' })
    await requestReset('priya', died)
    await expect.poll(readJobs).toMatchObject([{ status: 'running' }])
    expect(JSON.stringify(await readJobs())).not.toContain('priya')
    await database.db.updateTable('jobs').set({ lease_token: 'a dead process', lease_until: 0 }).execute()
    const successor = await startApp({}, { database })
    await successor.app.listen({ port: 0, host: '127.0.0.1' })
    await expect.poll(() => successor.emails.map(({ to }) => to)).toEqual(['priya@league.example'])
    await expect.poll(readJobs).toEqual([])
    cleanups.unshift(successor.close, died.close)
  },
)

describe('DEV_LINKS', () => {
  it('adds the link to the response for every account', async () => {
    await testApp.close()
    testApp = await startApp({ DEV_LINKS: true })
    await createMember()
    await testApp.registerUser('ada')
    const known = await requestReset('priya')
    expect(known.body).toEqual({
      ...REQUESTED_RESPONSE,
      link: expect.stringMatching(/^http:\/\/localhost:3000\/\?uid=\d+&token=/),
    })
    expect((await waitForEmail()).text).toContain(known.body.link)
    expect((await requestReset('ada')).body.link).toContain('uid=')
    expect((await requestReset('nobody')).body).toEqual(REQUESTED_RESPONSE)
    expect((await confirmReset(parseResetCode(known.body.link))).status).toBe(200)
  })
})

describe('a reset link', () => {
  it('sets a new password, ends every session, and clears the failed logins', async () => {
    const phone = await createMember()
    const laptop = testApp.client()
    await laptop.post('/api/login/', { username: 'priya', password: 'priya-has-a-secret' })
    for (let attempt = 0; attempt < 10; attempt += 1) await signIn('priya', 'wrong wrong')
    expect((await signIn('priya', 'priya-has-a-secret')).status).toBe(429)

    const response = await confirmReset(await requestResetCode('priya'))
    expect([response.status, response.body]).toEqual([
      200,
      { message: 'Password updated. You can sign in now.' },
    ])
    for (const client of [phone, laptop]) {
      expect((await client.get('/api/whoami/')).body).toEqual({ username: null })
    }
    expect((await signIn('priya', 'priya-has-a-secret')).status).toBe(401)
    expect((await signIn('priya', NEW_PASSWORD)).status).toBe(200)
    const auditEntries = await testApp.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'detail'])
      .execute()
    expect(auditEntries).toContainEqual({
      action: 'account.password_reset',
      actor_name: 'priya',
      detail: '{"sessions_ended":2,"keeps_tokens":false}',
    })
  })

  it('does not end the sessions of other users', async () => {
    await createMember()
    const ben = await createMember('ben')
    await confirmReset(await requestResetCode('priya'))
    expect((await ben.get('/api/whoami/')).body.username).toBe('ben')
  })

  it('accepts a link only once, even for concurrent requests', async () => {
    await createMember()
    const code = await requestResetCode('priya')
    const responses = await Promise.all([
      confirmReset(code, 'first of two tries'),
      confirmReset(code, 'second of two tries'),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    const winner = responses[0]?.status === 200 ? 'first of two tries' : 'second of two tries'
    expect((await signIn('priya', winner)).status).toBe(200)
    const again = await confirmReset(code)
    expect([again.status, again.body]).toEqual([
      400,
      { error: 'This reset link is invalid or has expired.', code: 'invalid_reset_link' },
    ])
  })

  it('accepts a link for one hour', async () => {
    await createMember()
    const code = await requestResetCode('priya')
    testApp.clock.now = new Date(SUNDAY.getTime() + 60 * MINUTE_MS)
    expect((await confirmReset(code)).body.code).toBe('invalid_reset_link')
    testApp.clock.now = new Date(SUNDAY.getTime() + 60 * MINUTE_MS - 1)
    expect((await confirmReset(code)).status).toBe(200)
  })

  it('invalidates a link when a newer one is created', async () => {
    await createMember()
    const older = await requestResetCode('priya')
    const newer = await requestResetCode('priya', 2)
    expect((await confirmReset(older)).body.code).toBe('invalid_reset_link')
    expect((await confirmReset(newer)).status).toBe(200)
  })

  it('invalidates a link after a password change and after a new email address', async () => {
    const priya = await createMember()
    const code = await requestResetCode('priya')
    await priya.post('/api/account/password/', {
      current_password: 'priya-has-a-secret',
      new_password: 'another secret of hers',
    })
    expect((await confirmReset(code)).body.code).toBe('invalid_reset_link')
    const next = await requestResetCode('priya', 2)
    await priya.post('/api/account/', {
      email: 'new@league.example',
      current_password: 'another secret of hers',
    })
    expect(await countStoredResets()).toBe(0)
    expect((await confirmReset(next)).body.code).toBe('invalid_reset_link')
  })

  it('keeps a link valid after rejecting a common password', async () => {
    await createMember()
    const code = await requestResetCode('priya')
    const response = await confirmReset(code, 'baseball')
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input'])
    expect(Object.keys(response.body.fields)).toEqual(['new_password'])
    expect((await confirmReset({ uid: ` ${code.uid} `, token: `${code.token}\n` })).status).toBe(200)
  })

  it.each([
    ['the id of another user', (code: ResetCode) => ({ ...code, uid: String(Number(code.uid) + 1) })],
    ['a user id that is not a number', (code: ResetCode) => ({ ...code, uid: 'priya' })],
    ['a fractional user id', (code: ResetCode) => ({ ...code, uid: `${code.uid}.0` })],
    ['a very large user id', (code: ResetCode) => ({ ...code, uid: '9'.repeat(64) })],
    ['another token', (code: ResetCode) => ({ ...code, token: 'x'.repeat(43) })],
    ['an empty token', (code: ResetCode) => ({ ...code, token: ' ' })],
  ])('rejects a link with %s', async (_, change) => {
    await createMember()
    await createMember('ben')
    const code = await requestResetCode('priya')
    expect((await confirmReset(change(code))).body.code).toBe('invalid_reset_link')
    expect((await signIn('priya', 'priya-has-a-secret')).status).toBe(200)
    expect((await confirmReset(code)).status).toBe(200)
  })

  it('limits wrong guesses to 50 per IP address', async () => {
    await createMember()
    const code = await requestResetCode('priya')
    const rows = Array.from({ length: 49 }, () => ({ bucket: 'address:127.0.0.1', at: SUNDAY.getTime() }))
    await testApp.db.insertInto('attempts').values(rows).execute()
    expect((await confirmReset({ ...code, token: 'guess' })).status).toBe(400)
    expect((await confirmReset(code)).status).toBe(429)
  })
})

type ResetCode = { uid: string; token: string }

describe('the reset email over SMTP', () => {
  it('sends the email as text and as HTML with a working link', async () => {
    const mailServer = await startMailServer()
    cleanups.push(mailServer.close)
    await testApp.close()
    testApp = await startApp(
      { PUBLIC_URL: 'https://league.example' },
      { mailer: smtpMailer(mailServer.url, 'Fieldhouse <desk@league.example>') },
    )
    await createMember('priya', { first_name: '"><img src=x>', last_name: '</a><script>' })
    await requestReset('priya')
    const email = await mailServer.nextEmail()
    expect(email.envelope).toEqual({ from: 'desk@league.example', to: ['priya@league.example'] })
    expect(email.from).toMatchObject({ name: 'Fieldhouse', address: 'desk@league.example' })
    expect(email.to).toMatchObject([{ address: 'priya@league.example' }])
    expect(email.subject).toBe('Reset your Fieldhouse password')
    expect(email.html).not.toMatch(/<img|<script/)
    const link = /href="([^"]+)"/.exec(email.html ?? '')?.[1]?.replaceAll('&amp;', '&')
    expect(link).toMatch(/^https:\/\/league\.example\/\?uid=\d+&token=[\w-]{43}$/)
    expect(email.text).toContain(link)
    expect((await confirmReset(parseResetCode(email.text))).status).toBe(200)
    expect((await signIn('priya', NEW_PASSWORD)).status).toBe(200)
  })

  it.each([
    ['is down', async () => ({ url: 'smtp://127.0.0.1:9', close: () => undefined })],
    ['does not respond', startSilentMailServer],
    [
      'quotes the rejected email in its error',
      () =>
        startMailServer({
          async onData(stream, _, done) {
            // The mailer waits only briefly, and may have closed the connection.
            const text = Buffer.concat(await stream.toArray().catch(() => []))
              .toString()
              .replaceAll('=\r\n', '')
            done(new Error(`spam: ${/http\S+/.exec(text)?.[0]}`))
          },
        }),
    ],
  ])('returns the usual response and logs no token when the mail server %s', async (_, startServer) => {
    const { url, close } = await startServer()
    cleanups.push(close)
    const { log, lines } = createMemoryLog()
    await testApp.close()
    const sentTokens: string[] = []
    const smtp = smtpMailer(url, 'desk@league.example', { stepMs: 200, totalMs: 400 })
    testApp = await startApp(
      {},
      {
        log,
        mailer: {
          send: (email, signal) => {
            sentTokens.push(parseResetCode(email.text).token)
            return smtp.send(email, signal)
          },
        },
      },
    )
    await createMember()
    const response = await requestReset('priya')
    expect([response.status, response.body]).toEqual([200, REQUESTED_RESPONSE])
    await expect.poll(() => lines.filter((line) => line.includes('failed to send email')).length).toBe(1)
    expect(sentTokens).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect(lines.join('')).not.toContain(sentTokens[0]?.slice(0, 10))
    expect(lines.join('')).toContain('MailError')
  })
})

/** The SQL statements of a reset request, before and after the log line of the response. */
async function recordStatements(login: string): Promise<{ before: string[]; after: string[] }> {
  const statements: { text: string; lines: number }[] = []
  const { log, lines } = createMemoryLog()
  // What was typed is stored encrypted, with a different result each time.
  const record = (text: string) =>
    statements.push({ text: text.replace(/v1(?:\.[\w-]+){3}/g, 'encrypted'), lines: lines.length })
  const recordedApp = await startApp(
    {},
    { log, wrapDatabase: (db) => db.withPlugin(statementRecorder(record)) },
  )
  await recordedApp.registerUser('priya', { email: 'priya@league.example' })
  await recordedApp.registerUser('ada')
  const client = recordedApp.client()
  await client.get('/api/csrf/')
  statements.splice(0)
  const responseLine = lines.length + 1
  await client.post('/api/password-reset/request/', { username_or_email: login })
  await recordedApp.close()
  const texts = (isAfter: boolean) =>
    statements.filter((statement) => statement.lines >= responseLine === isAfter).map(({ text }) => text)
  return { before: texts(false), after: texts(true) }
}

/** A Kysely plugin that reports each statement with its parameters. */
function statementRecorder(record: (statement: string) => void): KyselyPlugin {
  return {
    transformQuery({ node }: { node: RootOperationNode }) {
      record(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
