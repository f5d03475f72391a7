import { createHash } from 'node:crypto'
import type { Operation } from '@fieldhouse/contract/operation'
import { seasonAt } from '@fieldhouse/domain/season'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DataVersion } from '../database/data-version.ts'
import { type Encoding, encodingFor, inForm } from './answer-form.ts'
import { keptByVersion } from './kept.ts'
import type { LeagueScope } from './league-access-store.ts'
import { REQUEST_ID } from './request-id.ts'
import { dateOf } from './server-date.ts'
import type { Caller } from './session-store.ts'

/** A success as it is sent, and what is known of its request without looking it up. */
type Answer = {
  caller: Caller
  league: LeagueScope | null
  /** Quoted, of these very bytes. */
  tag: string
  /** Of a 200, then of a 304: names and values in turn, as Node takes them. */
  headers: string[]
  unchangedHeaders: string[]
  body: Buffer | string
  /** Holds from then until then, in milliseconds, and as long as that is answered with yes. */
  from: number
  until: number
  holdsWhile: (() => Promise<boolean>) | null
  weight: number
}

const MOST_BYTES = 32 * 1024 * 1024
/** What an answer weighs beside its body and its key. */
const FRAME_BYTES = 2500
/** Node writes a text of this length together with its headers, in one piece. */
const TEXT_BYTES = 16 * 1024
/** After this an answer is made again, so that its session's use is written down and its end is seen. */
const KEPT_MS = 60_000
const OF_THE_REQUEST = new Set(['content-length', 'date', REQUEST_ID])
/** What a 304 repeats. Source: RFC 9110, 15.4.5; the rest is with the answer that the caller has. */
const OF_A_304 = new Set(['cache-control', 'etag', 'vary'])

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the data when the request came; null where that is not known. */
    dataVersion: DataVersion | null
    /** An answer that becomes wrong by itself says when, in milliseconds; null where only data make it wrong. */
    holdsUntil: number | null
    /** An answer that is made of more than data says whether that is still as it was. */
    holdsWhile: (() => Promise<boolean>) | null
  }
}

export type KeptAnswersOptions = {
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
export function keptAnswers({ operations, dataVersion, now }: KeptAnswersOptions) {
  const isKept = new Set<string>(operations.map(({ url }) => url))
  const kept = keptByVersion<Answer>(MOST_BYTES, ({ weight }) => weight)

  async function sendWhileItHolds(answer: Answer, request: FastifyRequest, reply: FastifyReply, done: Done) {
    const holds = await answer.holdsWhile?.().catch(asError)
    if (holds === true) send(answer, now().getTime(), request, reply)
    else done(holds instanceof Error ? holds : undefined)
  }

  async function answerOnceKnown(
    version: Promise<DataVersion | null>,
    request: FastifyRequest,
    reply: FastifyReply,
    done: Done,
  ) {
    answerAt(await version, request, reply, done)
  }

  function answerAt(version: DataVersion | null, request: FastifyRequest, reply: FastifyReply, done: Done) {
    request.dataVersion = version
    const answer = kept.get(keyOf(request), version)
    const at = now().getTime()
    if (answer === undefined || at < answer.from || at >= answer.until) done()
    else if (answer.holdsWhile === null) send(answer, at, request, reply)
    else void sendWhileItHolds(answer, request, reply, done)
  }

  /** To be set up before whatever costs time, on the server itself. */
  function sendAgain(app: FastifyInstance): void {
    app.decorateRequest('dataVersion', null)
    app.decorateRequest('holdsUntil', null)
    app.decorateRequest('holdsWhile', null)
    let isClosing = false
    app.addHook('preClose', async () => {
      isClosing = true
    })
    app.addHook('onRequest', (request, reply, done) => {
      // Whoever comes then is refused further on.
      if (isClosing || request.method !== 'GET' || !request.url.startsWith('/api/')) return done()
      const version = dataVersion()
      if (version instanceof Promise) void answerOnceKnown(version, request, reply, done)
      else answerAt(version, request, reply, done)
    })
  }

  /** To be set up where the calls are, after all that adds headers. */
  function keep(app: FastifyInstance): void {
    app.addHook('onSend', async (request, reply, payload) => {
      const { caller, method, routeOptions } = request
      const isWhole = reply.statusCode === 200 && (typeof payload === 'string' || Buffer.isBuffer(payload))
      const isAsked = method === 'GET' && routeOptions.url !== undefined && isKept.has(routeOptions.url)
      if (!isWhole || !isAsked || caller === null) return payload
      const whole = typeof payload === 'string' ? Buffer.from(payload) : payload
      const { body, encoding } = await inForm(whole, encodingOf(request))
      const tag = tagOf(reply, whole, encoding)
      reply.headers({ vary: 'accept-encoding', etag: tag })
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      const until = endOf(request)
      if (until !== null && !reply.hasHeader('set-cookie')) {
        kept.set(keyOf(request), request.dataVersion, answerOf(request, reply, { body, tag, caller, until }))
      }
      return body
    })
  }

  /** When an answer is made anew at the latest; null when it must not be kept at all. */
  function endOf({ holdsUntil }: FastifyRequest): number | null {
    const at = now()
    const end = new Date(at.getTime() + KEPT_MS)
    if (seasonAt(at) !== seasonAt(end)) return null
    return Math.min(end.getTime(), holdsUntil ?? end.getTime())
  }

  function answerOf(
    request: FastifyRequest,
    reply: FastifyReply,
    { body, tag, caller, until }: Pick<Answer, 'tag' | 'caller' | 'until'> & { body: Buffer },
  ): Answer {
    const headers = Object.entries(reply.getHeaders())
      .filter(([name]) => !OF_THE_REQUEST.has(name))
      .map(([name, value]) => [name, String(value)] as const)
    return {
      caller,
      league: request.leagueScope,
      tag,
      headers: [...headers.flat(), 'content-length', String(body.length)],
      unchangedHeaders: headers.filter(([name]) => OF_A_304.has(name)).flat(),
      body: body.length > TEXT_BYTES ? body : body.toString('latin1'),
      from: now().getTime(),
      until,
      holdsWhile: request.holdsWhile,
      weight: body.length + keyOf(request).length + FRAME_BYTES,
    }
  }

  return { sendAgain, keep }
}

type Done = (error?: Error) => void

function asError(error: unknown): Error {
  return error instanceof Error
    ? error
    : new Error('what an answer tells of cannot be looked at', { cause: error })
}

function keyOf(request: FastifyRequest): string {
  return `${encodingOf(request)} ${request.url} ${request.headers.cookie ?? ''}`
}

function encodingOf(request: FastifyRequest): Encoding {
  return encodingFor(request.headers['accept-encoding'])
}

function send(answer: Answer, at: number, request: FastifyRequest, reply: FastifyReply): void {
  request.caller = answer.caller
  request.leagueScope = answer.league
  const ownHeaders = [REQUEST_ID, request.id, 'date', dateOf(at)]
  reply.hijack()
  if (request.headers['if-none-match']?.includes(answer.tag) === true) {
    reply.raw.writeHead(304, [...answer.unchangedHeaders, ...ownHeaders]).end()
  } else {
    reply.raw.writeHead(200, [...answer.headers, ...ownHeaders]).end(answer.body, 'latin1')
  }
}

/** Quoted and strong: another for each form. */
function tagOf(reply: FastifyReply, whole: Buffer, encoding: Encoding): string {
  const made = reply.getHeader('etag')
  const tag = typeof made === 'string' ? made : `"${createHash('sha1').update(whole).digest('base64')}"`
  return encoding === 'identity' ? tag : `${tag.slice(0, -1)}-${encoding}"`
}
