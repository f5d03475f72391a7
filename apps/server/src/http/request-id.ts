import { randomUUID } from 'node:crypto'
import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify'
import type { IsTrustedProxy } from './trusted-proxies.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** What proxies make: hexadecimal, UUIDs, base64, `Root=1-…`. */
const VALID_REQUEST_ID = /^[\w.+/=:-]{8,128}$/

/**
 * Names a request: by the `X-Request-Id` of a proxy that is trusted, else by a random name, which
 * differs between processes too.
 */
export function requestIdGenerator(
  isTrusted: IsTrustedProxy,
): (request: RawRequestDefaultExpression) => string {
  return ({ headers, socket }) => {
    const sent = headers[REQUEST_ID_HEADER]
    const isOfProxy =
      typeof sent === 'string' && VALID_REQUEST_ID.test(sent) && isTrusted(socket.remoteAddress)
    return isOfProxy ? sent : randomUUID()
  }
}

/** Every answer carries the name of its request, under which its lines in the log are found. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
}
