import type { FastifyInstance } from 'fastify'

/** The server cannot listen where the settings say; the message is for the person who set them. */
export class ListenError extends Error {
  override name = 'ListenError'
}

/** Listens, and returns the port: PORT 0 lets the system choose. Throws a ListenError. */
export async function listen(app: FastifyInstance, port: number, host: string): Promise<number> {
  try {
    await app.listen({ port, host })
  } catch (cause) {
    const sentence = messageFor(cause, port, host)
    throw sentence === null ? cause : new ListenError(sentence, { cause })
  }
  const listening = portOf(app)
  if (listening === null) throw new Error('the server does not listen on a port')
  return listening
}

/** Where people open the page: as it is set, else on this machine, at the port that the system chose. */
export function publicAddressOf(
  app: FastifyInstance,
  settings: { PUBLIC_URL?: string | undefined; PORT: number },
): string {
  return settings.PUBLIC_URL ?? `http://localhost:${portOf(app) ?? settings.PORT}`
}

function portOf(app: FastifyInstance): number | null {
  const address = app.server.address()
  return address === null || typeof address === 'string' ? null : address.port
}

/** What a person can do about it; null for what nobody expected. */
function messageFor(error: unknown, port: number, host: string): string | null {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program. Stop that, or choose another PORT.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose a PORT from 1024 up.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${host}. Set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return null
  }
}
