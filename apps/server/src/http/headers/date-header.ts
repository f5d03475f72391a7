import type { FastifyInstance } from 'fastify'

/** Sends the server clock's time with every response. The page uses it as its own clock. */
export function sendServerDate(app: FastifyInstance, now: () => Date): void {
  app.addHook('onSend', async (_, reply) => {
    reply.header('date', formatHttpDate(now().getTime()))
  })
}

let cachedSecond = Number.NaN
let cachedText = ''

/** Formats a time in milliseconds for the `Date` header. Cached, because many responses share a second. */
export function formatHttpDate(at: number): string {
  if (Math.floor(at / 1000) !== cachedSecond) {
    cachedSecond = Math.floor(at / 1000)
    cachedText = new Date(at).toUTCString()
  }
  return cachedText
}
