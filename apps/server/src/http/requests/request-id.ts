import { randomUUID } from 'node:crypto'
import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify'
import type { IsTrustedProxy } from '../headers/trusted-proxies.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** The formats that proxies generate: hexadecimal, UUIDs, base64, `Root=1-…`. */
const VALID_REQUEST_ID = /^[\w.+/=:-]{8,128}$/

/** The `X-Request-Id` of a trusted proxy, otherwise a random UUID, which is unique across processes. */
export function requestIdGenerator(
  isTrusted: IsTrustedProxy,
): (request: RawRequestDefaultExpression) => string {
  return ({ headers, socket }) => {
    const sent = headers[REQUEST_ID_HEADER]
    const isFromProxy =
      typeof sent === 'string' && VALID_REQUEST_ID.test(sent) && isTrusted(socket.remoteAddress)
    return isFromProxy ? sent : randomUUID()
  }
}

export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
}
