import { createHash } from 'node:crypto'
import type { Operation } from '@fieldhouse/contract/operation'
import { seasonAt } from '@fieldhouse/domain/season'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DataVersion } from '../database/data-version.ts'
import { type Encoding, encodeBody, negotiateEncoding } from './content-encoding.ts'
import { formatHttpDate } from './date-header.ts'
import type { LeagueScope } from './league-access-store.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'
import type { CurrentUser } from './session-store.ts'
import { versionedCache } from './versioned-cache.ts'

/** A success as it is sent, and what is known of its request without looking it up. */
type CachedResponse = {
  currentUser: CurrentUser
  league: LeagueScope | null
  /** Quoted, of these very bytes. */
  etag: string
  /** Of a 200, then of a 304: names and values in turn, as Node takes them. */
  headers: string[]
  notModifiedHeaders: string[]
  body: Buffer | string
  /** Holds from then until then, in milliseconds, and as long as that is answered with yes. */
  validFrom: number
  expiresAt: number
  revalidate: (() => Promise<boolean>) | null
  size: number
}

const MAX_BYTES = 32 * 1024 * 1024
/** What an answer weighs beside its body and its key. */
const ENTRY_OVERHEAD_BYTES = 2500
/** Node writes a text of this length together with its headers, in one piece. */
const MAX_STRING_BODY_BYTES = 16 * 1024
/** After this an answer is made again, so that its session's use is written down and its end is seen. */
const CACHE_TTL_MS = 60_000
const PER_REQUEST_HEADERS = new Set(['content-length', 'date', REQUEST_ID_HEADER])
/** What a 304 repeats. Source: RFC 9110, 15.4.5; the rest is with the answer that the caller has. */
const NOT_MODIFIED_HEADERS = new Set(['cache-control', 'etag', 'vary'])

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the data when the request came; null where that is not known. */
    dataVersion: DataVersion | null
    /** An answer that becomes wrong by itself says when, in milliseconds; null where only data make it wrong. */
    cacheExpiresAt: number | null
    /** An answer that is made of more than data says whether that is still as it was. */
    revalidate: (() => Promise<boolean>) | null
  }
}

export type ResponseCacheOptions = {
  /** Calls whose answers depend on nothing but the data, who asks, the season by the calendar, and `holds…`. */
  operations: readonly Operation[]
  /** Never rejects. */
  dataVersion: () => DataVersion | null | Promise<DataVersion | null>
  now: () => Date
}

/**
 * Sends the bytes of some answers again as long as no data have changed, or a 304, before anything
 * else of the request is looked at. Two that carry the same cookies are the same reader.
 */
export function responseCache({ operations, dataVersion, now }: ResponseCacheOptions) {
  const isKept = new Set<string>(operations.map(({ url }) => url))
  const kept = versionedCache<CachedResponse>(MAX_BYTES, ({ size }) => size)

  async function revalidateAndServe(
    answer: CachedResponse,
    request: FastifyRequest,
    reply: FastifyReply,
    done: Done,
  ) {
    const holds = await answer.revalidate?.().catch(toError)
    if (holds === true) sendCached(answer, now().getTime(), request, reply)
    else done(holds instanceof Error ? holds : undefined)
  }

  async function serveWhenVersionKnown(
    version: Promise<DataVersion | null>,
    request: FastifyRequest,
    reply: FastifyReply,
    done: Done,
  ) {
    serveAtVersion(await version, request, reply, done)
  }

  function serveAtVersion(
    version: DataVersion | null,
    request: FastifyRequest,
    reply: FastifyReply,
    done: Done,
  ) {
    request.dataVersion = version
    const answer = kept.get(cacheKeyOf(request), version)
    const at = now().getTime()
    if (answer === undefined || at < answer.validFrom || at >= answer.expiresAt) done()
    else if (answer.revalidate === null) sendCached(answer, at, request, reply)
    else void revalidateAndServe(answer, request, reply, done)
  }

  /** To be set up before whatever costs time, on the server itself. */
  function serveCached(app: FastifyInstance): void {
    app.decorateRequest('dataVersion', null)
    app.decorateRequest('cacheExpiresAt', null)
    app.decorateRequest('revalidate', null)
    let isClosing = false
    app.addHook('preClose', async () => {
      isClosing = true
    })
    app.addHook('onRequest', (request, reply, done) => {
      // Whoever comes then is refused further on.
      if (isClosing || request.method !== 'GET' || !request.url.startsWith('/api/')) return done()
      const version = dataVersion()
      if (version instanceof Promise) void serveWhenVersionKnown(version, request, reply, done)
      else serveAtVersion(version, request, reply, done)
    })
  }

  /** To be set up where the calls are, after all that adds headers. */
  function store(app: FastifyInstance): void {
    app.addHook('onSend', async (request, reply, payload) => {
      const { currentUser, method, routeOptions } = request
      const isWhole = reply.statusCode === 200 && (typeof payload === 'string' || Buffer.isBuffer(payload))
      const isAsked = method === 'GET' && routeOptions.url !== undefined && isKept.has(routeOptions.url)
      if (!isWhole || !isAsked || currentUser === null) return payload
      const whole = typeof payload === 'string' ? Buffer.from(payload) : payload
      const { body, encoding } = await encodeBody(whole, encodingOf(request))
      const tag = etagOf(reply, whole, encoding)
      reply.headers({ vary: 'accept-encoding', etag: tag })
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      const until = expiryOf(request)
      if (until !== null && !reply.hasHeader('set-cookie')) {
        kept.set(
          cacheKeyOf(request),
          request.dataVersion,
          toCachedResponse(request, reply, { body, etag: tag, currentUser, expiresAt: until }),
        )
      }
      return body
    })
  }

  /** When an answer is made anew at the latest; null when it must not be kept at all. */
  function expiryOf({ cacheExpiresAt }: FastifyRequest): number | null {
    const at = now()
    const end = new Date(at.getTime() + CACHE_TTL_MS)
    if (seasonAt(at) !== seasonAt(end)) return null
    return Math.min(end.getTime(), cacheExpiresAt ?? end.getTime())
  }

  function toCachedResponse(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      body,
      etag,
      currentUser,
      expiresAt,
    }: Pick<CachedResponse, 'etag' | 'currentUser' | 'expiresAt'> & { body: Buffer },
  ): CachedResponse {
    const headers = Object.entries(reply.getHeaders())
      .filter(([name]) => !PER_REQUEST_HEADERS.has(name))
      .map(([name, value]) => [name, String(value)] as const)
    return {
      currentUser,
      league: request.leagueScope,
      etag,
      headers: [...headers.flat(), 'content-length', String(body.length)],
      notModifiedHeaders: headers.filter(([name]) => NOT_MODIFIED_HEADERS.has(name)).flat(),
      body: body.length > MAX_STRING_BODY_BYTES ? body : body.toString('latin1'),
      validFrom: now().getTime(),
      expiresAt,
      revalidate: request.revalidate,
      size: body.length + cacheKeyOf(request).length + ENTRY_OVERHEAD_BYTES,
    }
  }

  return { sendAgain: serveCached, keep: store }
}

type Done = (error?: Error) => void

function toError(error: unknown): Error {
  return error instanceof Error
    ? error
    : new Error('what an answer tells of cannot be looked at', { cause: error })
}

function cacheKeyOf(request: FastifyRequest): string {
  return `${encodingOf(request)} ${request.url} ${request.headers.cookie ?? ''}`
}

function encodingOf(request: FastifyRequest): Encoding {
  return negotiateEncoding(request.headers['accept-encoding'])
}

function sendCached(answer: CachedResponse, at: number, request: FastifyRequest, reply: FastifyReply): void {
  request.currentUser = answer.currentUser
  request.leagueScope = answer.league
  const ownHeaders = [REQUEST_ID_HEADER, request.id, 'date', formatHttpDate(at)]
  reply.hijack()
  if (request.headers['if-none-match']?.includes(answer.etag) === true) {
    reply.raw.writeHead(304, [...answer.notModifiedHeaders, ...ownHeaders]).end()
  } else {
    reply.raw.writeHead(200, [...answer.headers, ...ownHeaders]).end(answer.body, 'latin1')
  }
}

/** Quoted and strong: another for each form. */
function etagOf(reply: FastifyReply, whole: Buffer, encoding: Encoding): string {
  const made = reply.getHeader('etag')
  const tag = typeof made === 'string' ? made : `"${createHash('sha1').update(whole).digest('base64')}"`
  return encoding === 'identity' ? tag : `${tag.slice(0, -1)}-${encoding}"`
}
