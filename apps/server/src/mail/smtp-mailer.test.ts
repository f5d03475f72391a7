import { afterEach, describe, expect, it } from 'vitest'
import { startMailServer, startSilentMailServer } from '../testing/mail-server.ts'
import { MailError, smtpMailer } from './mail.ts'

const FROM = 'Fieldhouse <desk@league.example>'
const EMAIL = { to: 'ada@league.example', subject: 'Ahoy – ☂', text: 'plain', html: '<p>rich</p>' }
const NEVER_ABORTED = new AbortController().signal

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp()
})

async function startSmtpServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options)
  cleanups.push(server.close)
  return server
}

function errorOf(promise: Promise<void>): Promise<unknown> {
  return promise.then(
    () => 'sent',
    (error: unknown) => error,
  )
}

describe('smtpMailer', () => {
  it('sends text and HTML parts, marked as auto-generated', async () => {
    const server = await startSmtpServer()
    await smtpMailer(server.url, FROM).send(EMAIL, NEVER_ABORTED)
    const { headers, ...email } = await server.nextEmail()
    expect(email).toMatchObject({
      subject: 'Ahoy – ☂',
      from: { name: 'Fieldhouse', address: 'desk@league.example' },
      to: [{ address: 'ada@league.example' }],
    })
    expect([email.text?.trim(), email.html?.trim()]).toEqual(['plain', '<p>rich</p>'])
    expect(headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  })

  it('sends to one address only, whatever the address contains', async () => {
    const server = await startSmtpServer()
    const to = 'ada@league.example, eve@evil.example\r\nBcc: eve@evil.example'
    await errorOf(smtpMailer(server.url, FROM).send({ ...EMAIL, to }, NEVER_ABORTED))
    await smtpMailer(server.url, FROM).send({ ...EMAIL, subject: 'the end' }, NEVER_ABORTED)
    for (
      let email = await server.nextEmail();
      email.subject !== 'the end';
      email = await server.nextEmail()
    ) {
      expect(email.envelope.to).not.toContain('eve@evil.example')
      expect(email.envelope.to).toHaveLength(1)
    }
  })

  it('signs in with the username and password of the URL', async () => {
    const seen: unknown[] = []
    const server = await startSmtpServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ username, password }, _, done) {
        seen.push([username, password])
        done(password === 'p@ss' ? null : new Error('no'), { user: username })
      },
    })
    const urlWithPassword = (password: string) =>
      server.url.replace('//', `//desk:${encodeURIComponent(password)}@`)
    await smtpMailer(urlWithPassword('p@ss'), FROM).send(EMAIL, NEVER_ABORTED)
    const failure = await errorOf(smtpMailer(urlWithPassword('other'), FROM).send(EMAIL, NEVER_ABORTED))
    expect(failure).toBeInstanceOf(MailError)
    expect((failure as MailError).message).toMatch(/^EAUTH/)
    expect((failure as MailError).message).not.toContain('other')
    expect(seen).toEqual([
      ['desk', 'p@ss'],
      ['desk', 'other'],
    ])
  })

  it('fails when the mail server is down or does not respond', async () => {
    const silent = await startSilentMailServer()
    cleanups.push(silent.close)
    const timeouts = { stepMs: 100, totalMs: 5000 }
    const downError = await errorOf(
      smtpMailer('smtp://127.0.0.1:9', FROM, timeouts).send(EMAIL, NEVER_ABORTED),
    )
    const timeoutError = await errorOf(smtpMailer(silent.url, FROM, timeouts).send(EMAIL, NEVER_ABORTED))
    expect([downError, timeoutError]).toEqual([expect.any(MailError), expect.any(MailError)])
    expect((timeoutError as MailError).message).toMatch(/^ETIMEDOUT CONN/)
  })

  it('fails after the total timeout when the server stalls halfway', async () => {
    const server = await startSmtpServer({ onRcptTo: () => undefined })
    const failure = await errorOf(
      smtpMailer(server.url, FROM, { stepMs: 20_000, totalMs: 200 }).send(EMAIL, NEVER_ABORTED),
    )
    expect(failure).toBeInstanceOf(MailError)
  })

  it('fails when it is aborted by a shutdown', async () => {
    const silent = await startSilentMailServer()
    cleanups.push(silent.close)
    const controller = new AbortController()
    const failure = errorOf(smtpMailer(silent.url, FROM).send(EMAIL, controller.signal))
    await silent.connected
    controller.abort()
    expect(await failure).toEqual(new MailError('the server is stopping'))
  })

  it('reports the response to the recipient but not the response to the content', async () => {
    const server = await startSmtpServer({
      onRcptTo: ({ address }, _, done) =>
        done(address.startsWith('gone') ? new Error('no such person') : undefined),
      onData: (stream, _, done) => void stream.resume().on('end', () => done(new Error('rich is spam'))),
    })
    const mailer = smtpMailer(server.url, FROM)
    const unknown = await errorOf(mailer.send({ ...EMAIL, to: 'gone@league.example' }, NEVER_ABORTED))
    const rejected = await errorOf(mailer.send(EMAIL, NEVER_ABORTED))
    expect((unknown as MailError).message).toContain('no such person')
    expect((rejected as MailError).message).toBe('EMESSAGE DATA 450')
    expect((rejected as MailError).cause).toBe(undefined)
  })
})
