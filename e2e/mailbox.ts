import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

const TIMEOUT_MS = 10_000

/** An SMTP server that collects emails. */
export type Mailbox = {
  /** The value for `SMTP_URL`. */
  smtpUrl: string
  /** Returns the newest email to a recipient; waits up to 10 seconds for one. */
  waitForEmail: (recipient: string) => Promise<Email>
  close: () => Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const emails: Email[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, _session, done) {
      emails.push(await PostalMime.parse(await buffer(stream)))
      done()
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    const { server: listener } = server
    server.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port))
  })
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    waitForEmail: (recipient) => waitForNewestEmail(recipient, emails),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function waitForNewestEmail(recipient: string, emails: readonly Email[]): Promise<Email> {
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += 50) {
    const email = emails.findLast(({ to }) => to?.some(({ address }) => address === recipient))
    if (email !== undefined) return email
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no email to ${recipient} arrived`)
}
