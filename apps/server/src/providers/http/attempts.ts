import { setTimeout as sleepFor } from 'node:timers/promises'
import { otherSportMessage } from '@fieldhouse/domain/league/provider-input'

const BASE_DELAY_MS = 500

export type Clock = {
  now: () => Date
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random: () => number
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (ms, signal) => sleepFor(ms, undefined, signal === undefined ? {} : { signal }),
  random: Math.random,
}

export type FailedAttempt<Failure> = {
  kind: 'failed'
  failure: Failure
  /** What happened, for the log. Never contains request headers or one-time URLs. */
  detail: string
  /** The delay that the host requested before a retry, or 0. null when a retry would not help. */
  retryAfterMs: number | null
  cause?: unknown
}

type RetryOptions<Outcome> = Pick<Clock, 'sleep' | 'random'> & {
  maxAttempts: number
  /** There is no retry if the host requests a longer delay. Default: no limit. */
  maxDelayMs?: number
  signal: AbortSignal | undefined
  /** Called after each attempt, counted from 1, with the delay before the next one; null after the last. */
  onAttempt: (outcome: Outcome, attempt: number, waitMs: number | null) => void
}

/**
 * Repeats an attempt that failed while a retry may help, and returns the last outcome. The delay doubles each time,
 * and half of it is jitter, unless the host requested a longer one.
 */
export async function withRetries<Outcome extends { kind: 'ok' | 'absent' } | FailedAttempt<unknown>>(
  attempt: () => Promise<Outcome>,
  { maxAttempts, maxDelayMs = Infinity, signal, onAttempt, sleep, random }: RetryOptions<Outcome>,
): Promise<Outcome> {
  for (let number = 1; ; number += 1) {
    const outcome = await attempt()
    const requestedMs = outcome.kind === 'failed' && number < maxAttempts ? outcome.retryAfterMs : null
    const backoffMs = Math.round(BASE_DELAY_MS * 2 ** (number - 1) * (0.5 + random() / 2))
    const waitMs = requestedMs === null || requestedMs > maxDelayMs ? null : Math.max(requestedMs, backoffMs)
    onAttempt(outcome, number, waitMs)
    if (waitMs === null) return outcome
    await sleep(waitMs, signal)
    signal?.throwIfAborted()
  }
}

/**
 * Parses a `Retry-After` header (seconds or an HTTP date) as milliseconds from `now`. Returns null when the
 * header is missing or invalid, and 0 for a date in the past.
 */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}

/** A signal that aborts after `timeoutMs`, or with the parent. It covers reading the body of a response, too. */
export function timeoutSignal(timeoutMs: number, parent: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return parent === undefined ? timeout : AbortSignal.any([parent, timeout])
}

/** Reads a body as UTF-8. Throws `too_large` and stops reading once the body exceeds `maxBytes`. */
export async function readLimitedBody(response: Response, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readLimitedBytes(response, maxBytes))
}

export async function readLimitedBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const bytes = await readStart(response, maxBytes + 1)
  if (bytes.length > maxBytes) throw new ProviderError('too_large', `response body exceeds ${maxBytes} bytes`)
  return bytes
}

export async function readStart({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk.subarray(0, maxBytes - size))
    size += chunk.byteLength
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks)
}

export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed'
  return `no response (${codeOf(error.cause) ?? codeOf(error) ?? error.name})`
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * Why a provider could not be read:
 * - `not_visible`: the league is private, and the cookies are missing, wrong or expired
 * - `refused`: the provider denied access (403) or rejected the request (400)
 * - `busy`: the provider was still rate limiting us after the last retry
 * - `unavailable`: a 5xx status, a timeout, no connection, or a truncated body
 * - `not_json`: a successful response that is not JSON, such as a web page
 * - `too_large`: the body exceeds the size limit
 * - `unexpected_shape`: valid JSON in an unknown format
 * - `wrong_league`: the body belongs to a different league, season or week
 */
export type ProviderFailure =
  | 'not_visible'
  | 'refused'
  | 'busy'
  | 'unavailable'
  | 'not_json'
  | 'too_large'
  | 'unexpected_shape'
  | 'wrong_league'

export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly failure: ProviderFailure

  /** `message` is for the log. User-facing texts are derived from `failure`. */
  constructor(failure: ProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

export class OtherSportError extends ProviderError {
  override name = 'OtherSportError'
  /** For users: which league and sport it is. */
  readonly reason: string

  constructor(league: string, sport: string | null) {
    super('wrong_league', `${league} is a league of ${sport ?? 'another sport'}`)
    this.reason = otherSportMessage(league, sport)
  }
}

const TIMEOUT_MS = 5000
const MAX_BYTES = 256 * 1024

export type LimitedFetchOptions = {
  userAgent: string
  fetch?: typeof globalThis.fetch | undefined
  /** For the response and its body. Default: 5 seconds. */
  timeoutMs?: number
}

type LimitedRequest = {
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | URLSearchParams | null | undefined
  signal?: AbortSignal | undefined
}

/** For libraries that send requests to a host that the operator has configured. It follows no redirects. */
export function limitedFetch({
  userAgent,
  fetch = globalThis.fetch,
  timeoutMs = TIMEOUT_MS,
}: LimitedFetchOptions) {
  return async (url: string, { body = null, ...request }: LimitedRequest): Promise<Response> => {
    const headers = { ...request.headers, 'user-agent': userAgent }
    const signal = timeoutSignal(timeoutMs, request.signal)
    const response = await fetch(url, { ...request, headers, body, signal, redirect: 'manual' })
    const received = await readLimitedBody(response, MAX_BYTES)
    const { status, headers: receivedHeaders } = response
    return new Response(received === '' ? null : received, { status, headers: receivedHeaders })
  }
}
