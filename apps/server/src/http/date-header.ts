import type { FastifyInstance } from 'fastify'

/** Every answer tells what time it is by the server’s own clock, which the page goes by. */
export function sendServerDate(app: FastifyInstance, now: () => Date): void {
  app.addHook('onSend', async (_, reply) => {
    reply.header('date', formatHttpDate(now().getTime()))
  })
}

let cachedSecond = Number.NaN
let cachedText = ''

/** An instant in milliseconds as a `Date` header has it; many answers are sent in the same second. */
export function formatHttpDate(at: number): string {
  if (Math.floor(at / 1000) !== cachedSecond) {
    cachedSecond = Math.floor(at / 1000)
    cachedText = new Date(at).toUTCString()
  }
  return cachedText
}
