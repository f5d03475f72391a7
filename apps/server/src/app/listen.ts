import type { FastifyInstance } from 'fastify'

/** The server cannot listen on the configured host and port. The message tells the operator what to do. */
export class ListenError extends Error {
  override name = 'ListenError'
}

/** Starts listening and returns the port, which the system chooses for port 0. Throws a ListenError. */
export async function listen(app: FastifyInstance, port: number, host: string): Promise<number> {
  try {
    await app.listen({ port, host })
  } catch (cause) {
    const message = messageFor(cause, port, host)
    throw message === null ? cause : new ListenError(message, { cause })
  }
  const actualPort = portOf(app)
  if (actualPort === null) throw new Error('the server is not listening on a port')
  return actualPort
}

type UrlSettings = { PUBLIC_URL?: string | undefined; PORT: number }

/** The base URL of the site: PUBLIC_URL, or localhost with the actual port. */
export function publicUrlOf(app: FastifyInstance, settings: UrlSettings): string {
  return settings.PUBLIC_URL ?? `http://localhost:${portOf(app) ?? settings.PORT}`
}

/** Returns the base URL of the site, also while the server shuts down and listens no more. */
export function trackPublicUrl(app: FastifyInstance, settings: UrlSettings): () => string {
  let url = publicUrlOf(app, settings)
  app.server.on('listening', () => {
    url = publicUrlOf(app, settings)
  })
  return () => url
}

function portOf(app: FastifyInstance): number | null {
  const address = app.server.address()
  return address === null || typeof address === 'string' ? null : address.port
}

/** A message for the operator; null for an unexpected error. */
function messageFor(error: unknown, port: number, host: string): string | null {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use. Stop the program that uses it, or set another PORT.`
    case 'EACCES':
      return `No permission to listen on port ${port}. Set PORT to 1024 or higher.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine doesn't have the address ${host}. Set HOST to one it has, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return null
  }
}
