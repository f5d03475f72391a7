import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/** From the moment when the server begins to stop, whoever comes is told to come again. */
export function rejectDuringShutdown(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw new ApiError('not_ready')
  })
}
