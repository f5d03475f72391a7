import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Letter } from '../../mail/mailer.ts'
import { smtpMailer } from '../../mail/smtp-mailer.ts'
import { keptLog } from '../../testing/kept-log.ts'
import { postOffice, silentPostOffice } from '../../testing/post-office.ts'
import { SUNDAY, startApp, type TestApp, type Visitor } from '../../testing/start-app.ts'

/** A busy machine may take its time. */
const PATIENT = { timeout: 10_000 }

const MINUTE_MS = 60_000
const ASKED = { message: 'If that account exists, an email was sent.' }
const NEW_PASSWORD = 'a tenth life for the cat'

let world: TestApp
let open: (() => unknown)[]
beforeEach(async () => {
  open = []
  world = await startApp()
})
afterEach(async () => {
  await world.close()
  for (const close of open) await close()
})

function ask(username_or_email: string, from: TestApp = world) {
  return from.visitor().post('/api/password-reset/request/', { username_or_email })
}

/** Waits for what is done after an answer. */
async function theLetter(count = 1): Promise<Letter> {
  await expect.poll(() => world.letters.length, PATIENT).toBe(count)
  return world.letters[count - 1] as Letter
}

function codeIn(text: string | undefined): { uid: string; token: string } {
  const link = new URL(/^https?:\S+$/m.exec(text ?? '')?.[0] ?? '')
  return { uid: link.searchParams.get('uid') ?? '', token: link.searchParams.get('token') ?? '' }
}

async function codeFor(name: string, count = 1) {
  await ask(name)
  return codeIn((await theLetter(count)).text)
}

function confirm(code: { uid: string; token: string }, new_password = NEW_PASSWORD) {
  return world.visitor().post('/api/password-reset/confirm/', { ...code, new_password })
}

function signIn(username: string, password: string) {
  return world.visitor().post('/api/login/', { username, password })
}

function aMember(username = 'priya', more: object = {}): Promise<Visitor> {
  return world.member(username, { email: `${username}@league.example`, ...more })
}

async function resetsStored(): Promise<number> {
  return (await world.db.selectFrom('password_resets').select('user_id').execute()).length
}

describe('asking for a reset link', () => {
  it.each(['priya', 'PRIYA', 'Priya@League.Example'])('sends one for %j', async (name) => {
    await aMember()
    const answer = await ask(name)
    expect([answer.status, answer.body]).toEqual([200, ASKED])
    const letter = await theLetter()
    expect(letter.to).toBe('priya@league.example')
    const user = await world.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    expect(letter.text).toMatch(new RegExp(`^http://localhost:3000/\\?uid=${user.id}&token=[\\w-]{43}$`, 'm'))
  })

  it('answers the same and sends nothing where there is no account, or no address', async () => {
    await world.member('ada')
    for (const name of ['nobody', 'nobody@league.example', 'ada']) {
      const answer = await ask(name)
      expect([answer.status, answer.body]).toEqual([200, ASKED])
    }
    await world.app.close()
    expect(world.letters).toEqual([])
  })

  it('keeps no token as it is', async () => {
    await aMember()
    const { token } = await codeFor('priya')
    const row = await world.db.selectFrom('password_resets').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('does the same work before its answer whether or not there is an account', async () => {
    const [known, unreachable, unknown] = [
      await workFor('priya'),
      await workFor('ada'),
      await workFor('nobody'),
    ]
    expect(known.before.length).toBeGreaterThan(2)
    expect(unreachable.before).toEqual(known.before)
    expect(unknown.before).toEqual(known.before)
    expect(known.before.join('\n')).not.toMatch(/users|password_resets/)
    expect(known.after.join('\n')).toMatch(/users.*password_resets/s)
  })

  it('sends five letters an hour to an account, whose last link stays good', async () => {
    await aMember()
    for (let asked = 1; asked <= 5; asked += 1) {
      await ask(asked % 2 === 0 ? 'priya' : 'priya@league.example')
      await theLetter(asked)
    }
    const last = codeIn((await theLetter(5)).text)
    const answer = await ask('priya')
    expect([answer.status, answer.body]).toEqual([200, ASKED])
    world.clock.now = new Date(SUNDAY.getTime() + 59 * MINUTE_MS)
    await ask('priya')
    expect((await confirm(last)).status).toBe(200)
    expect(world.letters).toHaveLength(5)
    world.clock.now = new Date(SUNDAY.getTime() + 60 * MINUTE_MS)
    await ask('priya')
    await theLetter(6)
  })

  it('takes fifty requests from one address in a quarter of an hour', async () => {
    const rows = Array.from({ length: 50 }, () => ({
      bucket: 'reset-address:127.0.0.1',
      at: SUNDAY.getTime(),
    }))
    await world.db.insertInto('attempts').values(rows).execute()
    await aMember()
    const answer = await ask('priya')
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      429,
      'too_many_attempts',
      '900',
    ])
    world.clock.now = new Date(SUNDAY.getTime() + 15 * MINUTE_MS)
    expect((await ask('priya')).status).toBe(200)
    await theLetter(1)
  })

  it.each([[''], [' '], [7], [null], ['x'.repeat(321)]])('refuses %j', async (username_or_email) => {
    const answer = await world.visitor().post('/api/password-reset/request/', { username_or_email })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['username_or_email']])
  })
})

it('is sent also when the server stops right after its answer', async () => {
  await aMember()
  await ask('priya')
  await world.app.close()
  expect(world.letters).toHaveLength(1)
})

describe('development links', () => {
  it('are answered for every account, and only where they are on', async () => {
    await world.close()
    world = await startApp({ DEV_LINKS: true })
    await aMember()
    await world.member('ada')
    const known = await ask('priya')
    expect(known.body).toEqual({
      ...ASKED,
      link: expect.stringMatching(/^http:\/\/localhost:3000\/\?uid=\d+&token=/),
    })
    expect((await theLetter()).text).toContain(known.body.link)
    expect((await ask('ada')).body.link).toContain('uid=')
    expect((await ask('nobody')).body).toEqual(ASKED)
    expect((await confirm(codeIn(known.body.link))).status).toBe(200)
  })
})

describe('a reset link', () => {
  it('sets a new password, ends every session, and lets a person in again who had tried too often', async () => {
    const phone = await aMember()
    const laptop = world.visitor()
    await laptop.post('/api/login/', { username: 'priya', password: 'priya-has-a-secret' })
    for (let tried = 0; tried < 10; tried += 1) await signIn('priya', 'wrong wrong')
    expect((await signIn('priya', 'priya-has-a-secret')).status).toBe(429)

    const answer = await confirm(await codeFor('priya'))
    expect([answer.status, answer.body]).toEqual([200, { message: 'Password updated. You can sign in now.' }])
    for (const visitor of [phone, laptop]) {
      expect((await visitor.get('/api/whoami/')).body).toEqual({ username: null })
    }
    expect((await signIn('priya', 'priya-has-a-secret')).status).toBe(401)
    expect((await signIn('priya', NEW_PASSWORD)).status).toBe(200)
    const acts = await world.db.selectFrom('audit_log').select(['action', 'actor_name', 'detail']).execute()
    expect(acts).toContainEqual({
      action: 'account.password_reset',
      actor_name: 'priya',
      detail: '{"sessions_ended":2}',
    })
  })

  it('leaves the sessions of others alone', async () => {
    await aMember()
    const ben = await aMember('ben')
    await confirm(await codeFor('priya'))
    expect((await ben.get('/api/whoami/')).body.username).toBe('ben')
  })

  it('works once, also when it is used twice at the same time', async () => {
    await aMember()
    const code = await codeFor('priya')
    const answers = await Promise.all([
      confirm(code, 'first of two tries'),
      confirm(code, 'second of two tries'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const winner = answers[0]?.status === 200 ? 'first of two tries' : 'second of two tries'
    expect((await signIn('priya', winner)).status).toBe(200)
    const again = await confirm(code)
    expect([again.status, again.body]).toEqual([
      400,
      { error: 'This reset link is invalid or has expired.', code: 'invalid_reset_link' },
    ])
  })

  it('is good for an hour', async () => {
    await aMember()
    const code = await codeFor('priya')
    world.clock.now = new Date(SUNDAY.getTime() + 60 * MINUTE_MS)
    expect((await confirm(code)).body.code).toBe('invalid_reset_link')
    world.clock.now = new Date(SUNDAY.getTime() + 60 * MINUTE_MS - 1)
    expect((await confirm(code)).status).toBe(200)
  })

  it('is ended by a newer one', async () => {
    await aMember()
    const old = await codeFor('priya')
    const newer = await codeFor('priya', 2)
    expect((await confirm(old)).body.code).toBe('invalid_reset_link')
    expect((await confirm(newer)).status).toBe(200)
  })

  it('is ended by a password change and by a new email address', async () => {
    const priya = await aMember()
    const code = await codeFor('priya')
    await priya.post('/api/account/password/', {
      current_password: 'priya-has-a-secret',
      new_password: 'another secret of hers',
    })
    expect((await confirm(code)).body.code).toBe('invalid_reset_link')
    const next = await codeFor('priya', 2)
    await priya.post('/api/account/', {
      email: 'new@league.example',
      current_password: 'another secret of hers',
    })
    expect(await resetsStored()).toBe(0)
    expect((await confirm(next)).body.code).toBe('invalid_reset_link')
  })

  it('is not spent by a password that is too common', async () => {
    await aMember()
    const code = await codeFor('priya')
    const answer = await confirm(code, 'baseball')
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect(Object.keys(answer.body.fields)).toEqual(['new_password'])
    expect((await confirm({ uid: ` ${code.uid} `, token: `${code.token}\n` })).status).toBe(200)
  })

  it.each([
    ['another user', (code: Code) => ({ ...code, uid: String(Number(code.uid) + 1) })],
    ['no number', (code: Code) => ({ ...code, uid: 'priya' })],
    ['a fraction', (code: Code) => ({ ...code, uid: `${code.uid}.0` })],
    ['an enormous number', (code: Code) => ({ ...code, uid: '9'.repeat(64) })],
    ['another token', (code: Code) => ({ ...code, token: 'x'.repeat(43) })],
    ['the hash of nothing', (code: Code) => ({ ...code, token: ' ' })],
  ])('does not open for %s', async (_, change) => {
    await aMember()
    await aMember('ben')
    const code = await codeFor('priya')
    expect((await confirm(change(code))).body.code).toBe('invalid_reset_link')
    expect((await signIn('priya', 'priya-has-a-secret')).status).toBe(200)
    expect((await confirm(code)).status).toBe(200)
  })

  it('cannot be guessed from one address more than fifty times', async () => {
    await aMember()
    const code = await codeFor('priya')
    const rows = Array.from({ length: 49 }, () => ({ bucket: 'address:127.0.0.1', at: SUNDAY.getTime() }))
    await world.db.insertInto('attempts').values(rows).execute()
    expect((await confirm({ ...code, token: 'guess' })).status).toBe(400)
    expect((await confirm(code)).status).toBe(429)
  })
})

type Code = { uid: string; token: string }

describe('a letter through a real mail server', () => {
  it('arrives as text and as HTML, and its link works', async () => {
    const office = await postOffice()
    open.push(office.close)
    await world.close()
    world = await startApp(
      { PUBLIC_URL: 'https://league.example' },
      { mailer: smtpMailer(office.url, 'Fieldhouse <desk@league.example>') },
    )
    await aMember('priya', { first_name: '"><img src=x>', last_name: '</a><script>' })
    await ask('priya')
    const letter = await office.letter()
    expect(letter.envelope).toEqual({ from: 'desk@league.example', to: ['priya@league.example'] })
    expect(letter.from).toMatchObject({ name: 'Fieldhouse', address: 'desk@league.example' })
    expect(letter.to).toMatchObject([{ address: 'priya@league.example' }])
    expect(letter.subject).toBe('Choose a new password for Fieldhouse')
    expect(letter.html).not.toMatch(/<img|<script/)
    const link = /href="([^"]+)"/.exec(letter.html ?? '')?.[1]?.replaceAll('&amp;', '&')
    expect(link).toMatch(/^https:\/\/league\.example\/\?uid=\d+&token=[\w-]{43}$/)
    expect(letter.text).toContain(link)
    expect((await confirm(codeIn(letter.text))).status).toBe(200)
    expect((await signIn('priya', NEW_PASSWORD)).status).toBe(200)
  })

  it.each([
    ['is down', async () => ({ url: 'smtp://127.0.0.1:9', close: () => undefined })],
    ['says nothing', silentPostOffice],
    [
      'repeats what it refuses',
      () =>
        postOffice({
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
    open.push(close)
    const { log, lines } = keptLog()
    await world.close()
    const spied: string[] = []
    const smtp = smtpMailer(url, 'desk@league.example', { step: 200, whole: 400 })
    world = await startApp(
      {},
      {
        log,
        mailer: {
          send: (letter, signal) => {
            spied.push(codeIn(letter.text).token)
            return smtp.send(letter, signal)
          },
        },
      },
    )
    await aMember()
    const answer = await ask('priya')
    expect([answer.status, answer.body]).toEqual([200, ASKED])
    await expect
      .poll(() => lines.filter((line) => line.includes('a letter was not sent')).length, PATIENT)
      .toBe(1)
    expect(spied).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect(lines.join('')).not.toContain(spied[0]?.slice(0, 10))
    expect(lines.join('')).toContain('MailError')
  })
})

/** The statements of a request for a link, until the line in the log that tells of the answer and from then on. */
async function workFor(name: string): Promise<{ before: string[]; after: string[] }> {
  const statements: { text: string; lines: number }[] = []
  const { log, lines } = keptLog()
  const note = (text: string) => statements.push({ text, lines: lines.length })
  const watched = await startApp({}, { log, watched: (db) => db.withPlugin(noting(note)) })
  await watched.member('priya', { email: 'priya@league.example' })
  await watched.member('ada')
  const visitor = watched.visitor()
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
function noting(note: (statement: string) => void): KyselyPlugin {
  return {
    transformQuery({ node }: { node: RootOperationNode }) {
      note(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
