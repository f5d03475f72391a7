import type { FastifyInstance } from 'fastify'

/** Every answer tells what time it is by the server’s own clock, which the page goes by. */
export function tellTheTime(app: FastifyInstance, now: () => Date): void {
  app.addHook('onSend', async (_, reply) => {
    reply.header('date', now().toUTCString())
  })
}
