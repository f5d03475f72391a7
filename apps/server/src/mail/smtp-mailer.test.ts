import { afterEach, describe, expect, it } from 'vitest'
import { startMailServer, startSilentMailServer } from '../testing/mail-server.ts'
import { MailError } from './mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

const FROM = 'Fieldhouse <desk@league.example>'
const EMAIL = { to: 'ada@league.example', subject: 'Ahoy – ☂', text: 'plain', html: '<p>rich</p>' }
const NEVER_ABORTED = new AbortController().signal

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function startSmtpServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const office = await startMailServer(options)
  open.push(office.close)
  return office
}

function errorOf(promise: Promise<void>): Promise<unknown> {
  return promise.then(
    () => 'sent',
    (error: unknown) => error,
  )
}

describe('a letter by SMTP', () => {
  it('arrives with both parts, and says that nobody wrote it by hand', async () => {
    const office = await startSmtpServer()
    await smtpMailer(office.url, FROM).send(EMAIL, NEVER_ABORTED)
    const { headers, ...letter } = await office.nextEmail()
    expect(letter).toMatchObject({
      subject: 'Ahoy – ☂',
      from: { name: 'Fieldhouse', address: 'desk@league.example' },
      to: [{ address: 'ada@league.example' }],
    })
    expect([letter.text?.trim(), letter.html?.trim()]).toEqual(['plain', '<p>rich</p>'])
    expect(headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  })

  it('goes to one address, whatever stands in it', async () => {
    const office = await startSmtpServer()
    const to = 'ada@league.example, eve@evil.example\r\nBcc: eve@evil.example'
    await errorOf(smtpMailer(office.url, FROM).send({ ...EMAIL, to }, NEVER_ABORTED))
    await smtpMailer(office.url, FROM).send({ ...EMAIL, subject: 'the end' }, NEVER_ABORTED)
    for (
      let letter = await office.nextEmail();
      letter.subject !== 'the end';
      letter = await office.nextEmail()
    ) {
      expect(letter.envelope.to).not.toContain('eve@evil.example')
      expect(letter.envelope.to).toHaveLength(1)
    }
  })

  it('signs in with the name and password of the address', async () => {
    const seen: unknown[] = []
    const office = await startSmtpServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ username, password }, _, done) {
        seen.push([username, password])
        done(password === 'p@ss' ? null : new Error('no'), { user: username })
      },
    })
    const address = (password: string) => office.url.replace('//', `//desk:${encodeURIComponent(password)}@`)
    await smtpMailer(address('p@ss'), FROM).send(EMAIL, NEVER_ABORTED)
    const failure = await errorOf(smtpMailer(address('other'), FROM).send(EMAIL, NEVER_ABORTED))
    expect(failure).toBeInstanceOf(MailError)
    expect((failure as MailError).message).toMatch(/^EAUTH/)
    expect((failure as MailError).message).not.toContain('other')
    expect(seen).toEqual([
      ['desk', 'p@ss'],
      ['desk', 'other'],
    ])
  })

  it('is given up where nobody listens or nobody answers', async () => {
    const silent = await startSilentMailServer()
    open.push(silent.close)
    const times = { stepMs: 100, totalMs: 5000 }
    const nobody = await errorOf(smtpMailer('smtp://127.0.0.1:9', FROM, times).send(EMAIL, NEVER_ABORTED))
    const mute = await errorOf(smtpMailer(silent.url, FROM, times).send(EMAIL, NEVER_ABORTED))
    expect([nobody, mute]).toEqual([expect.any(MailError), expect.any(MailError)])
    expect((mute as MailError).message).toMatch(/^ETIMEDOUT CONN/)
  })

  it('is given up as a whole when the server only ever says a little', async () => {
    const office = await startSmtpServer({ onRcptTo: () => undefined })
    const failure = await errorOf(
      smtpMailer(office.url, FROM, { stepMs: 20_000, totalMs: 200 }).send(EMAIL, NEVER_ABORTED),
    )
    expect(failure).toBeInstanceOf(MailError)
  })

  it('is given up at a stop', async () => {
    const silent = await startSilentMailServer()
    open.push(silent.close)
    const stop = new AbortController()
    const failure = errorOf(smtpMailer(silent.url, FROM).send(EMAIL, stop.signal))
    await silent.connected
    stop.abort()
    expect(await failure).toEqual(new MailError('the server is stopping'))
  })

  it('tells what the server said of a receiver, and nothing of what it said of the letter', async () => {
    const office = await startSmtpServer({
      onRcptTo: ({ address }, _, done) =>
        done(address.startsWith('gone') ? new Error('no such person') : undefined),
      onData: (stream, _, done) => void stream.resume().on('end', () => done(new Error('rich is spam'))),
    })
    const mailer = smtpMailer(office.url, FROM)
    const unknown = await errorOf(mailer.send({ ...EMAIL, to: 'gone@league.example' }, NEVER_ABORTED))
    const refused = await errorOf(mailer.send(EMAIL, NEVER_ABORTED))
    expect((unknown as MailError).message).toContain('no such person')
    expect((refused as MailError).message).toBe('EMESSAGE DATA 450')
    expect((refused as MailError).cause).toBe(undefined)
  })
})
