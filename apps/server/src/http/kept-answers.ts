import type { Operation } from '@fieldhouse/contract/operation'
import { seasonAt } from '@fieldhouse/domain/season'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keptByVersion } from './kept.ts'

/** A success as it was sent. */
type Answer = { body: Buffer; etag: string; contentType: string; until: number | null }

const MOST_BYTES = 32 * 1024 * 1024
/** What an answer weighs beside its body. */
const FRAME_BYTES = 500

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the data when the request came; null where that is not known. */
    dataVersion: number | null
    /** An answer that becomes wrong by itself says when, in milliseconds; null where only data make it wrong. */
    holdsUntil: number | null
  }
}

export type KeptAnswersOptions = {
  /** Calls whose answers depend on nothing but the data, who asks, the season by the calendar, and `holdsUntil`. */
  operations: readonly Operation[]
  now: () => Date
}

/**
 * Sends the answers of some calls again as long as no data have changed, without making them anew: a
 * browser that has them already gets a 304. To be set up after access is decided, which it relies on.
 */
export function keepAnswers(app: FastifyInstance, { operations, now }: KeptAnswersOptions): void {
  app.decorateRequest('holdsUntil', null)
  const isKept = new Set<string>(operations.map(({ url }) => url))
  const kept = keptByVersion<Answer>(MOST_BYTES, ({ body }) => body.length + FRAME_BYTES)
  const keyOf = (request: FastifyRequest) =>
    `${request.caller?.userId ?? ''} ${seasonAt(now())} ${request.url}`
  const concerns = ({ method, routeOptions: { url } }: FastifyRequest) =>
    method === 'GET' && url !== undefined && isKept.has(url)

  app.addHook('onRequest', async (request, reply) => {
    if (!concerns(request)) return
    const answer = kept.get(keyOf(request), request.dataVersion)
    if (answer === undefined || (answer.until !== null && answer.until <= now().getTime())) return
    return reply.header('etag', answer.etag).type(answer.contentType).send(answer.body)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const etag = reply.getHeader('etag')
    const contentType = reply.getHeader('content-type')
    const isWhole = reply.statusCode === 200 && typeof payload === 'string'
    if (!isWhole || typeof etag !== 'string' || typeof contentType !== 'string' || !concerns(request)) return
    const answer = { body: Buffer.from(payload), etag, contentType, until: request.holdsUntil }
    kept.set(keyOf(request), request.dataVersion, answer)
  })
}
