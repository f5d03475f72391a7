import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail server on a port that the system chose. */
export type MailServer = {
  url: string
  /** The next letter that arrives, as a mail program reads it. */
  nextEmail: () => Promise<ReceivedEmail>
  close: () => Promise<void>
}

export type ReceivedEmail = Email & { envelope: { from: string; to: string[] } }

/** A real SMTP server that takes every letter, unless the options say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const arrived: ReceivedEmail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = await stream.toArray()
      const email = await PostalMime.parse(Buffer.concat(chunks))
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      arrived.push({ ...email, envelope: { from, to: envelope.rcptTo.map(({ address }) => address) } })
      server.emit('arrived')
      done()
    },
    ...options,
  })
  // A client that gives up in the middle.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://127.0.0.1:${portOf(listening.address())}`,
    async nextEmail() {
      while (arrived.length === 0) await once(server, 'arrived')
      return arrived.shift() as ReceivedEmail
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Takes connections and never says a word. */
export async function startSilentMailServer(): Promise<{
  url: string
  connected: Promise<unknown>
  close: () => void
}> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${portOf(server.address())}`,
    connected: once(server, 'connection'),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('the post office has no port')
  return address.port
}
