import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

const TIMEOUT_MS = 10_000

/** A mail server that keeps what it is given. */
export type Mailbox = {
  /** For `SMTP_URL`. */
  address: string
  /** The newest letter to that person; waits for one. */
  waitForEmail: (person: string) => Promise<Email>
  close: () => Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const letters: Email[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, _session, done) {
      letters.push(await PostalMime.parse(await buffer(stream)))
      done()
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    const { server: listener } = server
    server.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port))
  })
  return {
    address: `smtp://127.0.0.1:${port}`,
    waitForEmail: (person) => waitForNewestEmail(person, letters),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function waitForNewestEmail(person: string, letters: readonly Email[]): Promise<Email> {
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += 50) {
    const letter = letters.findLast(({ to }) => to?.some(({ address }) => address === person))
    if (letter !== undefined) return letter
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no letter came to ${person}`)
}
