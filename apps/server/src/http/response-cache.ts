import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Operation } from '@fieldhouse/contract/operation'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LeagueScope } from '../auth/league-access-store.ts'
import type { CurrentUser } from '../auth/session-store.ts'
import type { DataVersion } from '../database/engine/database.ts'
import { versionedCache } from '../database/engine/versioned-cache.ts'
import { formatHttpDate } from './headers/date-header.ts'
import { REQUEST_ID_HEADER } from './requests/request-id.ts'

/** A successful response in the form in which it is sent, and what authorization found out for its request. */
type CachedResponse = {
  currentUser: CurrentUser
  league: LeagueScope | null
  /** Quoted. Identifies exactly these bytes. */
  etag: string
  /** For a 200 and for a 304: alternating names and values, as Node expects them. */
  headers: string[]
  notModifiedHeaders: string[]
  body: Buffer | string
  /** Valid from `validFrom` to `expiresAt`, in milliseconds, while `revalidate` returns true. */
  validFrom: number
  expiresAt: number
  revalidate: (() => Promise<boolean>) | null
  size: number
}

const MAX_BYTES = 32 * 1024 * 1024
/** The size of an entry, not counting its body and its key. */
const ENTRY_OVERHEAD_BYTES = 2500
/** Node writes a string of up to this length together with the headers, in one chunk. */
const MAX_STRING_BODY_BYTES = 16 * 1024
/** After this a response is computed again, so that the use of its session is recorded and its end takes effect. */
const CACHE_TTL_MS = 60_000
const PER_REQUEST_HEADERS = new Set(['content-length', 'date', REQUEST_ID_HEADER])
/** The headers that a 304 repeats; the client has the others. Source: RFC 9110, 15.4.5. */
const NOT_MODIFIED_HEADERS = new Set(['cache-control', 'etag', 'vary'])

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the data when the request arrived; null if unknown. */
    dataVersion: DataVersion | null
    /** When the response becomes outdated even if no data change, in milliseconds; null if it does not. */
    cacheExpiresAt: number | null
    /** Returns whether the inputs other than the database are unchanged; null if there are none. */
    revalidate: (() => Promise<boolean>) | null
  }
}

export type ResponseCacheOptions = {
  /**
   * Operations whose responses depend only on the data, the user, the season by the calendar,
   * `cacheExpiresAt` and `revalidate`.
   */
  operations: readonly Operation[]
  /** Never rejects. */
  dataVersion: () => DataVersion | null | Promise<DataVersion | null>
  now: () => Date
}

/** The hooks of the cache, each for another instance. */
export interface ResponseCache {
  /** Serves cached responses. Register it on the root instance, before hooks that take time. */
  serveCached(app: FastifyInstance): void
  /** Stores responses. Register it on the instance of the API, after hooks that add headers. */
  store(app: FastifyInstance): void
}

/**
 * Caches responses until the data change, and serves them, or a 304, before any other work is done for a
 * request. Requests with the same cookies are from the same user.
 */
export function responseCache({ operations, dataVersion, now }: ResponseCacheOptions): ResponseCache {
  const cachedUrls = new Set<string>(operations.map(({ url }) => url))
  const responses = versionedCache<CachedResponse>(MAX_BYTES, ({ size }) => size)

  async function revalidateAndServe(
    response: CachedResponse,
    request: FastifyRequest,
    reply: FastifyReply,
    done: Done,
  ) {
    const isValid = await response.revalidate?.().catch(toError)
    if (isValid === true) sendCached(response, now().getTime(), request, reply)
    else done(isValid instanceof Error ? isValid : undefined)
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
    const response = responses.get(cacheKeyOf(request), version)
    const at = now().getTime()
    if (response === undefined || at < response.validFrom || at >= response.expiresAt) done()
    else if (response.revalidate === null) sendCached(response, at, request, reply)
    else void revalidateAndServe(response, request, reply, done)
  }

  function serveCached(app: FastifyInstance): void {
    app.decorateRequest('dataVersion', null)
    app.decorateRequest('cacheExpiresAt', null)
    app.decorateRequest('revalidate', null)
    let isShuttingDown = false
    app.addHook('preClose', async () => {
      isShuttingDown = true
    })
    app.addHook('onRequest', (request, reply, done) => {
      // During shutdown, a later hook rejects the request.
      if (isShuttingDown || request.method !== 'GET' || !request.url.startsWith('/api/')) return done()
      const version = dataVersion()
      if (version instanceof Promise) void serveWhenVersionKnown(version, request, reply, done)
      else serveAtVersion(version, request, reply, done)
    })
  }

  function store(app: FastifyInstance): void {
    app.addHook('onSend', async (request, reply, payload) => {
      const { currentUser, method, routeOptions } = request
      const isCompleteSuccess =
        reply.statusCode === 200 && (typeof payload === 'string' || Buffer.isBuffer(payload))
      const isCacheable =
        method === 'GET' && routeOptions.url !== undefined && cachedUrls.has(routeOptions.url)
      if (!isCompleteSuccess || !isCacheable || currentUser === null) return payload
      const unencoded = typeof payload === 'string' ? Buffer.from(payload) : payload
      const { body, encoding } = await encodeBody(unencoded, encodingOf(request))
      const etag = etagOf(reply, unencoded, encoding)
      reply.headers({ vary: 'accept-encoding', etag })
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      const expiresAt = expiryOf(request)
      if (expiresAt !== null && !reply.hasHeader('set-cookie')) {
        responses.set(
          cacheKeyOf(request),
          request.dataVersion,
          toCachedResponse(request, reply, { body, etag, currentUser, expiresAt }),
        )
      }
      return body
    })
  }

  /** When the response expires; null if it must not be cached, because a season starts within its lifetime. */
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

  return { serveCached, store }
}

type Done = (error?: Error) => void

function toError(error: unknown): Error {
  return error instanceof Error
    ? error
    : new Error('failed to revalidate a cached response', { cause: error })
}

function cacheKeyOf(request: FastifyRequest): string {
  return `${encodingOf(request)} ${request.url} ${request.headers.cookie ?? ''}`
}

function encodingOf(request: FastifyRequest): Encoding {
  return negotiateEncoding(request.headers['accept-encoding'])
}

function sendCached(
  response: CachedResponse,
  at: number,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  request.currentUser = response.currentUser
  request.leagueScope = response.league
  const ownHeaders = [REQUEST_ID_HEADER, request.id, 'date', formatHttpDate(at)]
  reply.hijack()
  if (request.headers['if-none-match']?.includes(response.etag) === true) {
    reply.raw.writeHead(304, [...response.notModifiedHeaders, ...ownHeaders]).end()
  } else {
    reply.raw.writeHead(200, [...response.headers, ...ownHeaders]).end(response.body, 'latin1')
  }
}

/** Quoted, strong, and different for each encoding. */
function etagOf(reply: FastifyReply, unencoded: Buffer, encoding: Encoding): string {
  const header = reply.getHeader('etag')
  const etag =
    typeof header === 'string' ? header : `"${createHash('sha1').update(unencoded).digest('base64')}"`
  return encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`
}

export type Encoding = 'identity' | 'br' | 'gzip'

/** Below this size, compression saves no more than its headers add. */
const MIN_BYTES = 1024

/** A good balance between time and size for responses compressed on demand. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const COMPRESSORS = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI_OPTIONS),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

/** The best encoding that `Accept-Encoding` allows. A client that excludes any encoding gets the body uncompressed. */
export function negotiateEncoding(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string' || /;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(accepted)) return 'identity'
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

const compressedBodies = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/** Encodes the body. The same body is compressed only once, even for concurrent requests. */
export async function encodeBody(
  body: Buffer,
  encoding: Encoding,
): Promise<{ body: Buffer; encoding: Encoding }> {
  if (encoding === 'identity' || body.length < MIN_BYTES) return { body, encoding: 'identity' }
  const variants = compressedBodies.get(body) ?? new Map<Encoding, Promise<Buffer>>()
  compressedBodies.set(body, variants)
  const compressed = variants.get(encoding) ?? COMPRESSORS[encoding](body)
  variants.set(encoding, compressed)
  return { body: await compressed, encoding }
}
