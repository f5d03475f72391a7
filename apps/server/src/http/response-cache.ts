import { createHash } from 'node:crypto'
import type { CacheRule } from '@fieldhouse/contract/operation'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AuthorizationCache } from '../auth/access.ts'
import type { LeagueVersions, ReadLeagueVersions } from '../database/engine/league-memory.ts'
import { startInTurn } from '../threads/work-queues.ts'
import { REQUEST_ID_HEADER } from './request-origin.ts'
import { type Encoding, encodeBody, formatHttpDate, negotiateEncoding } from './response-headers.ts'

type CachedResponse = {
  version: string
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
const ENTRY_OVERHEAD_BYTES = 1200
/** Node writes a string of up to this length together with the headers, in one chunk. */
const MAX_STRING_BODY_BYTES = 16 * 1024
const CACHE_TTL_MS = 60_000
const PER_REQUEST_HEADERS = new Set(['content-length', 'date', REQUEST_ID_HEADER])
/** The headers that a 304 repeats; the client has the others. Source: RFC 9110, 15.4.5. */
const NOT_MODIFIED_HEADERS = new Set(['cache-control', 'etag', 'vary'])

declare module 'fastify' {
  interface FastifyRequest {
    versionsAtStart: LeagueVersions | null
    /** When the response becomes outdated even if no data change, in milliseconds; null if it does not. */
    cacheExpiresAt: number | null
    /** Returns whether the inputs other than the database are unchanged; null if there are none. */
    revalidate: (() => Promise<boolean>) | null
    endComputation: (() => void) | null
  }
}

export type ResponseCacheOptions = {
  readVersions: ReadLeagueVersions
  authorizations: AuthorizationCache
  now: () => Date
}

/**
 * Caches the responses of operations with a cache rule until the data that they read change, and serves them, or a
 * 304, to everyone who gets the same response. Requests that arrive while it is being computed wait for it. Nobody
 * gets one without being authorized at the current data. Each hook is for another instance.
 */
export function responseCache({ readVersions, authorizations, now }: ResponseCacheOptions) {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size }) => size,
  })
  const computations = new Map<string, Promise<void>>()

  /**
   * Serves cached responses to requests whose authorization is cached. Register it on the root instance, before
   * hooks that take time.
   */
  function serveCached(app: FastifyInstance): void {
    app.decorateRequest('versionsAtArrival', null)
    app.decorateRequest('versionsAtStart', null)
    app.decorateRequest('cacheExpiresAt', null)
    app.decorateRequest('revalidate', null)
    app.decorateRequest('endComputation', null)
    let isShuttingDown = false
    app.addHook('preClose', async () => {
      isShuttingDown = true
    })
    app.addHook('onRequest', (request, reply, done) => {
      // During shutdown, a later hook rejects the request.
      if (isShuttingDown || !request.url.startsWith('/api/')) return done()
      const versions = readVersions(authorizations.lastLeagueId(request) ?? null)
      const proceed = (atArrival: LeagueVersions | null) => {
        request.versionsAtArrival = atArrival
        const authorization = authorizations.get(request, atArrival, now())
        if (request.method !== 'GET' || authorization === undefined) return done()
        request.currentUser = authorization.currentUser
        request.leagueScope = authorization.league
        serveAt(atArrival, request, reply, done)
      }
      if (versions instanceof Promise) void versions.then(proceed)
      else proceed(versions)
    })
  }

  /** Serves cached responses to all other authorized requests. Register it after authorization. */
  function serveAuthorized(app: FastifyInstance): void {
    app.addHook('preHandler', (request, reply, done) => {
      const rule = cacheRuleOf(request)
      if (rule === undefined && request.method === 'GET') return startInTurn(done)
      if (rule === undefined || request.currentUser === null) return done()
      const versions = readVersions(request.leagueScope?.id ?? null)
      const proceed = (atStart: LeagueVersions | null) => {
        request.versionsAtStart = atStart
        // A cached response would not set the cookie.
        if (reply.hasHeader('set-cookie')) return done()
        serveAt(atStart, request, reply, (error) =>
          error === undefined ? computeOnce(atStart, request, reply, done) : done(error),
        )
      }
      if (versions instanceof Promise) void versions.then(proceed)
      else proceed(versions)
    })
  }

  function serveAt(
    versions: LeagueVersions | null,
    request: FastifyRequest,
    reply: FastifyReply,
    done: Done,
  ) {
    const rule = cacheRuleOf(request)
    if (rule === undefined || versions === null) return done()
    const response = responses.get(cacheKeyOf(request, rule))
    const at = now().getTime()
    if (
      response === undefined ||
      response.version !== versions.of(rule.reads) ||
      at < response.validFrom ||
      at >= response.expiresAt
    )
      done()
    else if (response.revalidate === null) sendCached(response, at, request, reply)
    else void revalidateAndServe(response, request, reply, done)
  }

  /**
   * Lets the first of several simultaneous requests for the same response compute it. If it could not be cached, the
   * others compute it, too.
   */
  function computeOnce(
    versions: LeagueVersions | null,
    request: FastifyRequest,
    reply: FastifyReply,
    done: Done,
  ) {
    const rule = cacheRuleOf(request)
    if (rule === undefined || versions === null) return done()
    const key = `${versions.of(rule.reads)} ${cacheKeyOf(request, rule)}`
    const computation = computations.get(key)
    if (computation !== undefined) {
      void computation.then(() => serveAt(versions, request, reply, done))
      return
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    computations.set(key, promise)
    request.endComputation = () => {
      computations.delete(key)
      request.endComputation = null
      resolve()
    }
    // Ends the computation of a client that has disconnected.
    reply.raw.once('close', () => request.endComputation?.())
    startUnlessCheap(rule, done)
  }

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

  /** Stores responses. Register it on the instance of the API, after hooks that add headers. */
  function store(app: FastifyInstance): void {
    app.addHook('onSend', async (request, reply, payload) => {
      try {
        return await encodeAndStore(request, reply, payload)
      } finally {
        request.endComputation?.()
      }
    })
  }

  async function encodeAndStore(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    const rule = cacheRuleOf(request)
    const isCompleteSuccess =
      reply.statusCode === 200 && (typeof payload === 'string' || Buffer.isBuffer(payload))
    if (!isCompleteSuccess || rule === undefined || request.currentUser === null) return payload
    const unencoded = typeof payload === 'string' ? Buffer.from(payload) : payload
    const { body, encoding } = await encodeBody(unencoded, encodingOf(request))
    const etag = etagOf(reply, unencoded, encoding)
    reply.headers({ vary: 'accept-encoding', etag })
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    const expiresAt = expiryOf(request)
    const { versionsAtStart } = request
    if (expiresAt !== null && versionsAtStart !== null && !reply.hasHeader('set-cookie')) {
      const version = versionsAtStart.of(rule.reads)
      const key = cacheKeyOf(request, rule)
      responses.set(key, toCachedResponse(request, reply, { version, body, etag, expiresAt, key }))
    }
    return body
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
    computed: Pick<CachedResponse, 'version' | 'etag' | 'expiresAt'> & { body: Buffer; key: string },
  ): CachedResponse {
    const { body, key, ...entry } = computed
    const headers = Object.entries(reply.getHeaders())
      .filter(([name]) => !PER_REQUEST_HEADERS.has(name))
      .map(([name, value]) => [name, String(value)] as const)
    return {
      ...entry,
      headers: [...headers.flat(), 'content-length', String(body.length)],
      notModifiedHeaders: headers.filter(([name]) => NOT_MODIFIED_HEADERS.has(name)).flat(),
      body: body.length > MAX_STRING_BODY_BYTES ? body : body.toString('latin1'),
      validFrom: now().getTime(),
      revalidate: request.revalidate,
      size: body.length + key.length + ENTRY_OVERHEAD_BYTES,
    }
  }

  return { serveCached, serveAuthorized, store }
}

type Done = (error?: Error) => void

/** Figures of whole seasons, which take long in a large league, are computed one after the other. */
function startUnlessCheap({ reads }: CacheRule, start: () => void): void {
  if (reads.includes('season')) startInTurn(start)
  else start()
}

function toError(error: unknown): Error {
  return error instanceof Error
    ? error
    : new Error('failed to revalidate a cached response', { cause: error })
}

function cacheRuleOf(request: FastifyRequest): CacheRule | undefined {
  return request.method === 'GET' ? request.routeOptions.config.cache : undefined
}

/**
 * The URL contains everything that was asked for. Names that differ in case have entries of their own. A league may take
 * the name of another one, and their versions may be equal, so the key contains its ID.
 */
function cacheKeyOf(request: FastifyRequest, { view }: CacheRule): string {
  const user = view === 'user' ? request.currentUser : null
  // An API token has fewer rights than its owner.
  const viewer = user === null ? '' : `${user.userId}${user.apiToken === null ? '' : ' token'}`
  return `${encodingOf(request)} ${viewer} ${request.leagueScope?.id ?? ''} ${request.url}`
}

function encodingOf(request: FastifyRequest): Encoding {
  return negotiateEncoding(request.headers['accept-encoding'])
}

function sendCached(response: CachedResponse, at: number, request: FastifyRequest, reply: FastifyReply) {
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
