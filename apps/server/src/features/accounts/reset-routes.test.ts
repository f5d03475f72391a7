import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Email } from '../../mail/mailer.ts'
import { smtpMailer } from '../../mail/smtp-mailer.ts'
import { startMailServer, startSilentMailServer } from '../../testing/mail-server.ts'
import { createMemoryLog } from '../../testing/memory-log.ts'
import { SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

/** A busy machine may take its time. */
const SLOW_TEST = { timeout: 10_000 }

const MINUTE_MS = 60_000
const REQUESTED_RESPONSE = { message: 'If that account exists, an email was sent.' }
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

/** Waits for what is done after an answer. */
async function waitForEmail(count = 1): Promise<Email> {
  await expect.poll(() => testApp.emails.length, SLOW_TEST).toBe(count)
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

function createMember(username = 'priya', more: object = {}): Promise<TestClient> {
  return testApp.registerUser(username, { email: `${username}@league.example`, ...more })
}

async function countStoredResets(): Promise<number> {
  return (await testApp.db.selectFrom('password_resets').select('user_id').execute()).length
}

describe('asking for a reset link', () => {
  it.each(['priya', 'PRIYA', 'Priya@League.Example'])('sends one for %j', async (name) => {
    await createMember()
    const answer = await requestReset(name)
    expect([answer.status, answer.body]).toEqual([200, REQUESTED_RESPONSE])
    const letter = await waitForEmail()
    expect(letter.to).toBe('priya@league.example')
    const user = await testApp.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    expect(letter.text).toMatch(new RegExp(`^http://localhost:3000/\\?uid=${user.id}&token=[\\w-]{43}$`, 'm'))
  })

  it('answers the same and sends nothing where there is no account, or no address', async () => {
    await testApp.registerUser('ada')
    for (const name of ['nobody', 'nobody@league.example', 'ada']) {
      const answer = await requestReset(name)
      expect([answer.status, answer.body]).toEqual([200, REQUESTED_RESPONSE])
    }
    await testApp.app.close()
    expect(testApp.emails).toEqual([])
  })

  it('keeps no token as it is', async () => {
    await createMember()
    const { token } = await requestResetCode('priya')
    const row = await testApp.db.selectFrom('password_resets').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('does the same work before its answer whether or not there is an account', async () => {
    const [known, unreachable, unknown] = [
      await recordStatements('priya'),
      await recordStatements('ada'),
      await recordStatements('nobody'),
    ]
    expect(known.before.length).toBeGreaterThan(2)
    expect(unreachable.before).toEqual(known.before)
    expect(unknown.before).toEqual(known.before)
    expect(known.before.join('\n')).not.toMatch(/users|password_resets/)
    expect(known.after.join('\n')).toMatch(/users.*password_resets/s)
  })

  it('sends five letters an hour to an account, whose last link stays good', async () => {
    await createMember()
    for (let asked = 1; asked <= 5; asked += 1) {
      await requestReset(asked % 2 === 0 ? 'priya' : 'priya@league.example')
      await waitForEmail(asked)
    }
    const last = parseResetCode((await waitForEmail(5)).text)
    const answer = await requestReset('priya')
    expect([answer.status, answer.body]).toEqual([200, REQUESTED_RESPONSE])
    testApp.clock.now = new Date(SUNDAY.getTime() + 59 * MINUTE_MS)
    await requestReset('priya')
    expect((await confirmReset(last)).status).toBe(200)
    expect(testApp.emails).toHaveLength(5)
    testApp.clock.now = new Date(SUNDAY.getTime() + 60 * MINUTE_MS)
    await requestReset('priya')
    await waitForEmail(6)
  })

  it('takes fifty requests from one address in a quarter of an hour', async () => {
    const rows = Array.from({ length: 50 }, () => ({
      bucket: 'reset-address:127.0.0.1',
      at: SUNDAY.getTime(),
    }))
    await testApp.db.insertInto('attempts').values(rows).execute()
    await createMember()
    const answer = await requestReset('priya')
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      429,
      'too_many_attempts',
      '900',
    ])
    testApp.clock.now = new Date(SUNDAY.getTime() + 15 * MINUTE_MS)
    expect((await requestReset('priya')).status).toBe(200)
    await waitForEmail(1)
  })

  it.each([[''], [' '], [7], [null], ['x'.repeat(321)]])('refuses %j', async (username_or_email) => {
    const answer = await testApp.client().post('/api/password-reset/request/', { username_or_email })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['username_or_email']])
  })
})

it('is sent also when the server stops right after its answer', async () => {
  await createMember()
  await requestReset('priya')
  await testApp.app.close()
  expect(testApp.emails).toHaveLength(1)
})

describe('development links', () => {
  it('are answered for every account, and only where they are on', async () => {
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
  it('sets a new password, ends every session, and lets a person in again who had tried too often', async () => {
    const phone = await createMember()
    const laptop = testApp.client()
    await laptop.post('/api/login/', { username: 'priya', password: 'priya-has-a-secret' })
    for (let tried = 0; tried < 10; tried += 1) await signIn('priya', 'wrong wrong')
    expect((await signIn('priya', 'priya-has-a-secret')).status).toBe(429)

    const answer = await confirmReset(await requestResetCode('priya'))
    expect([answer.status, answer.body]).toEqual([200, { message: 'Password updated. You can sign in now.' }])
    for (const visitor of [phone, laptop]) {
      expect((await visitor.get('/api/whoami/')).body).toEqual({ username: null })
    }
    expect((await signIn('priya', 'priya-has-a-secret')).status).toBe(401)
    expect((await signIn('priya', NEW_PASSWORD)).status).toBe(200)
    const acts = await testApp.db.selectFrom('audit_log').select(['action', 'actor_name', 'detail']).execute()
    expect(acts).toContainEqual({
      action: 'account.password_reset',
      actor_name: 'priya',
      detail: '{"sessions_ended":2}',
    })
  })

  it('leaves the sessions of others alone', async () => {
    await createMember()
    const ben = await createMember('ben')
    await confirmReset(await requestResetCode('priya'))
    expect((await ben.get('/api/whoami/')).body.username).toBe('ben')
  })

  it('works once, also when it is used twice at the same time', async () => {
    await createMember()
    const code = await requestResetCode('priya')
    const answers = await Promise.all([
      confirmReset(code, 'first of two tries'),
      confirmReset(code, 'second of two tries'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const winner = answers[0]?.status === 200 ? 'first of two tries' : 'second of two tries'
    expect((await signIn('priya', winner)).status).toBe(200)
    const again = await confirmReset(code)
    expect([again.status, again.body]).toEqual([
      400,
      { error: 'This reset link is invalid or has expired.', code: 'invalid_reset_link' },
    ])
  })

  it('is good for an hour', async () => {
    await createMember()
    const code = await requestResetCode('priya')
    testApp.clock.now = new Date(SUNDAY.getTime() + 60 * MINUTE_MS)
    expect((await confirmReset(code)).body.code).toBe('invalid_reset_link')
    testApp.clock.now = new Date(SUNDAY.getTime() + 60 * MINUTE_MS - 1)
    expect((await confirmReset(code)).status).toBe(200)
  })

  it('is ended by a newer one', async () => {
    await createMember()
    const old = await requestResetCode('priya')
    const newer = await requestResetCode('priya', 2)
    expect((await confirmReset(old)).body.code).toBe('invalid_reset_link')
    expect((await confirmReset(newer)).status).toBe(200)
  })

  it('is ended by a password change and by a new email address', async () => {
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

  it('is not spent by a password that is too common', async () => {
    await createMember()
    const code = await requestResetCode('priya')
    const answer = await confirmReset(code, 'baseball')
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect(Object.keys(answer.body.fields)).toEqual(['new_password'])
    expect((await confirmReset({ uid: ` ${code.uid} `, token: `${code.token}\n` })).status).toBe(200)
  })

  it.each([
    ['another user', (code: ResetCode) => ({ ...code, uid: String(Number(code.uid) + 1) })],
    ['no number', (code: ResetCode) => ({ ...code, uid: 'priya' })],
    ['a fraction', (code: ResetCode) => ({ ...code, uid: `${code.uid}.0` })],
    ['an enormous number', (code: ResetCode) => ({ ...code, uid: '9'.repeat(64) })],
    ['another token', (code: ResetCode) => ({ ...code, token: 'x'.repeat(43) })],
    ['the hash of nothing', (code: ResetCode) => ({ ...code, token: ' ' })],
  ])('does not open for %s', async (_, change) => {
    await createMember()
    await createMember('ben')
    const code = await requestResetCode('priya')
    expect((await confirmReset(change(code))).body.code).toBe('invalid_reset_link')
    expect((await signIn('priya', 'priya-has-a-secret')).status).toBe(200)
    expect((await confirmReset(code)).status).toBe(200)
  })

  it('cannot be guessed from one address more than fifty times', async () => {
    await createMember()
    const code = await requestResetCode('priya')
    const rows = Array.from({ length: 49 }, () => ({ bucket: 'address:127.0.0.1', at: SUNDAY.getTime() }))
    await testApp.db.insertInto('attempts').values(rows).execute()
    expect((await confirmReset({ ...code, token: 'guess' })).status).toBe(400)
    expect((await confirmReset(code)).status).toBe(429)
  })
})

type ResetCode = { uid: string; token: string }

describe('a letter through a real mail server', () => {
  it('arrives as text and as HTML, and its link works', async () => {
    const office = await startMailServer()
    cleanups.push(office.close)
    await testApp.close()
    testApp = await startApp(
      { PUBLIC_URL: 'https://league.example' },
      { mailer: smtpMailer(office.url, 'Fieldhouse <desk@league.example>') },
    )
    await createMember('priya', { first_name: '"><img src=x>', last_name: '</a><script>' })
    await requestReset('priya')
    const letter = await office.nextEmail()
    expect(letter.envelope).toEqual({ from: 'desk@league.example', to: ['priya@league.example'] })
    expect(letter.from).toMatchObject({ name: 'Fieldhouse', address: 'desk@league.example' })
    expect(letter.to).toMatchObject([{ address: 'priya@league.example' }])
    expect(letter.subject).toBe('Choose a new password for Fieldhouse')
    expect(letter.html).not.toMatch(/<img|<script/)
    const link = /href="([^"]+)"/.exec(letter.html ?? '')?.[1]?.replaceAll('&amp;', '&')
    expect(link).toMatch(/^https:\/\/league\.example\/\?uid=\d+&token=[\w-]{43}$/)
    expect(letter.text).toContain(link)
    expect((await confirmReset(parseResetCode(letter.text))).status).toBe(200)
    expect((await signIn('priya', NEW_PASSWORD)).status).toBe(200)
  })

  it.each([
    ['is down', async () => ({ url: 'smtp://127.0.0.1:9', close: () => undefined })],
    ['says nothing', startSilentMailServer],
    [
      'repeats what it refuses',
      () =>
        startMailServer({
          async onData(stream, _, done) {
            const text = Buffer.concat(await stream.toArray())
              .toString()
              .replaceAll('=\r\n', '')
            done(new Error(`spam: ${/http\S+/.exec(text)?.[0]}`))
          },
        }),
    ],
  ])('leaves the answer as it is when the server %s, and no token in the log', async (_, office) => {
    const { url, close } = await office()
    cleanups.push(close)
    const { log, lines } = createMemoryLog()
    await testApp.close()
    const spied: string[] = []
    const smtp = smtpMailer(url, 'desk@league.example', { stepMs: 200, totalMs: 400 })
    testApp = await startApp(
      {},
      {
        log,
        mailer: {
          send: (letter, signal) => {
            spied.push(parseResetCode(letter.text).token)
            return smtp.send(letter, signal)
          },
        },
      },
    )
    await createMember()
    const answer = await requestReset('priya')
    expect([answer.status, answer.body]).toEqual([200, REQUESTED_RESPONSE])
    await expect
      .poll(() => lines.filter((line) => line.includes('a letter was not sent')).length, SLOW_TEST)
      .toBe(1)
    expect(spied).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect(lines.join('')).not.toContain(spied[0]?.slice(0, 10))
    expect(lines.join('')).toContain('MailError')
  })
})

/** The statements of a request for a link, until the line in the log that tells of the answer and from then on. */
async function recordStatements(name: string): Promise<{ before: string[]; after: string[] }> {
  const statements: { text: string; lines: number }[] = []
  const { log, lines } = createMemoryLog()
  const note = (text: string) => statements.push({ text, lines: lines.length })
  const watched = await startApp({}, { log, wrapDatabase: (db) => db.withPlugin(statementRecorder(note)) })
  await watched.registerUser('priya', { email: 'priya@league.example' })
  await watched.registerUser('ada')
  const visitor = watched.client()
  await visitor.get('/api/csrf/')
  statements.splice(0)
  const answered = lines.length + 1
  await visitor.post('/api/password-reset/request/', { username_or_email: name })
  await watched.close()
  const texts = (isAfter: boolean) =>
    statements.filter((each) => each.lines >= answered === isAfter).map(({ text }) => text)
  return { before: texts(false), after: texts(true) }
}

/** Tells each statement with its parameters, as it is made. */
function statementRecorder(note: (statement: string) => void): KyselyPlugin {
  return {
    transformQuery({ node }: { node: RootOperationNode }) {
      note(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
