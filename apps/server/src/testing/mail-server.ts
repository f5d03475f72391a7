import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail server on a port chosen by the system. */
export type MailServer = {
  url: string
  /** Waits for the next email and returns it parsed. */
  nextEmail: () => Promise<ReceivedEmail>
  close: () => Promise<void>
}

export type ReceivedEmail = Email & { envelope: { from: string; to: string[] } }

/** Starts a real SMTP server that accepts every email, unless the options say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedEmail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = await stream.toArray()
      const email = await PostalMime.parse(Buffer.concat(chunks))
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      received.push({ ...email, envelope: { from, to: envelope.rcptTo.map(({ address }) => address) } })
      server.emit('email')
      done()
    },
    ...options,
  })
  // A client may disconnect in the middle.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://127.0.0.1:${portOf(listening.address())}`,
    async nextEmail() {
      while (received.length === 0) await once(server, 'email')
      return received.shift() as ReceivedEmail
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Starts a server that accepts connections and never sends anything. */
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
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return address.port
}
