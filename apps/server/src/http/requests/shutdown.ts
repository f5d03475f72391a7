import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors/api-error.ts'

/** Rejects new requests with `not_ready`, a 503 with Retry-After, once the server starts to shut down. */
export function rejectDuringShutdown(app: FastifyInstance): void {
  let isShuttingDown = false
  app.addHook('preClose', async () => {
    isShuttingDown = true
  })
  app.addHook('onRequest', async () => {
    if (isShuttingDown) throw new ApiError('not_ready')
  })
}
