import { afterEach, describe, expect, it } from 'vitest'
import { postOffice, silentPostOffice } from '../testing/post-office.ts'
import { MailError } from './mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

const FROM = 'Fieldhouse <desk@league.example>'
const LETTER = { to: 'ada@league.example', subject: 'Ahoy – ☂', text: 'plain', html: '<p>rich</p>' }
const NEVER = new AbortController().signal

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function anOffice(options: Parameters<typeof postOffice>[0] = {}) {
  const office = await postOffice(options)
  open.push(office.close)
  return office
}

function failureOf(promise: Promise<void>): Promise<unknown> {
  return promise.then(
    () => 'sent',
    (error: unknown) => error,
  )
}

describe('a letter by SMTP', () => {
  it('arrives with both parts, and says that nobody wrote it by hand', async () => {
    const office = await anOffice()
    await smtpMailer(office.url, FROM).send(LETTER, NEVER)
    const { headers, ...letter } = await office.letter()
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
    const office = await anOffice()
    const to = 'ada@league.example, eve@evil.example\r\nBcc: eve@evil.example'
    await failureOf(smtpMailer(office.url, FROM).send({ ...LETTER, to }, NEVER))
    await smtpMailer(office.url, FROM).send({ ...LETTER, subject: 'the end' }, NEVER)
    for (let letter = await office.letter(); letter.subject !== 'the end'; letter = await office.letter()) {
      expect(letter.envelope.to).not.toContain('eve@evil.example')
      expect(letter.envelope.to).toHaveLength(1)
    }
  })

  it('signs in with the name and password of the address', async () => {
    const seen: unknown[] = []
    const office = await anOffice({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ username, password }, _, done) {
        seen.push([username, password])
        done(password === 'p@ss' ? null : new Error('no'), { user: username })
      },
    })
    const address = (password: string) => office.url.replace('//', `//desk:${encodeURIComponent(password)}@`)
    await smtpMailer(address('p@ss'), FROM).send(LETTER, NEVER)
    const failure = await failureOf(smtpMailer(address('other'), FROM).send(LETTER, NEVER))
    expect(failure).toBeInstanceOf(MailError)
    expect((failure as MailError).message).toMatch(/^EAUTH/)
    expect((failure as MailError).message).not.toContain('other')
    expect(seen).toEqual([
      ['desk', 'p@ss'],
      ['desk', 'other'],
    ])
  })

  it('is given up where nobody listens or nobody answers', async () => {
    const silent = await silentPostOffice()
    open.push(silent.close)
    const times = { step: 100, whole: 5000 }
    const nobody = await failureOf(smtpMailer('smtp://127.0.0.1:9', FROM, times).send(LETTER, NEVER))
    const mute = await failureOf(smtpMailer(silent.url, FROM, times).send(LETTER, NEVER))
    expect([nobody, mute]).toEqual([expect.any(MailError), expect.any(MailError)])
    expect((mute as MailError).message).toMatch(/^ETIMEDOUT CONN/)
  })

  it('is given up as a whole when the server only ever says a little', async () => {
    const office = await anOffice({ onRcptTo: () => undefined })
    const failure = await failureOf(
      smtpMailer(office.url, FROM, { step: 20_000, whole: 200 }).send(LETTER, NEVER),
    )
    expect(failure).toBeInstanceOf(MailError)
  })

  it('is given up at a stop', async () => {
    const silent = await silentPostOffice()
    open.push(silent.close)
    const stop = new AbortController()
    const failure = failureOf(smtpMailer(silent.url, FROM).send(LETTER, stop.signal))
    await silent.visited
    stop.abort()
    expect(await failure).toEqual(new MailError('the server is stopping'))
  })

  it('tells what the server said of a receiver, and nothing of what it said of the letter', async () => {
    const office = await anOffice({
      onRcptTo: ({ address }, _, done) =>
        done(address.startsWith('gone') ? new Error('no such person') : undefined),
      onData: (stream, _, done) => void stream.resume().on('end', () => done(new Error('rich is spam'))),
    })
    const mailer = smtpMailer(office.url, FROM)
    const unknown = await failureOf(mailer.send({ ...LETTER, to: 'gone@league.example' }, NEVER))
    const refused = await failureOf(mailer.send(LETTER, NEVER))
    expect((unknown as MailError).message).toContain('no such person')
    expect((refused as MailError).message).toBe('EMESSAGE DATA 450')
    expect((refused as MailError).cause).toBe(undefined)
  })
})
