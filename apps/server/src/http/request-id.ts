import { randomUUID } from 'node:crypto'
import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify'
import type { IsTrusted } from './trusted-proxies.ts'

export const REQUEST_ID = 'x-request-id'

/** What proxies make: hexadecimal, UUIDs, base64, `Root=1-…`. */
const WELL_FORMED = /^[\w.+/=:-]{8,128}$/

/**
 * Names a request: by the `X-Request-Id` of a proxy that is trusted, else by a random name, which
 * differs between processes too.
 */
export function requestIds(isTrusted: IsTrusted): (request: RawRequestDefaultExpression) => string {
  return ({ headers, socket }) => {
    const sent = headers[REQUEST_ID]
    const isOfProxy = typeof sent === 'string' && WELL_FORMED.test(sent) && isTrusted(socket.remoteAddress)
    return isOfProxy ? sent : randomUUID()
  }
}

/** Every answer carries the name of its request, under which its lines in the log are found. */
export function answerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID, request.id)
  })
}
