import type { FastifyInstance } from 'fastify'

/** Every answer tells what time it is by the server’s own clock, which the page goes by. */
export function tellTheTime(app: FastifyInstance, now: () => Date): void {
  app.addHook('onSend', async (_, reply) => {
    reply.header('date', dateOf(now().getTime()))
  })
}

let second = Number.NaN
let text = ''

/** An instant in milliseconds as a `Date` header has it; many answers are sent in the same second. */
export function dateOf(at: number): string {
  if (Math.floor(at / 1000) !== second) {
    second = Math.floor(at / 1000)
    text = new Date(at).toUTCString()
  }
  return text
}
