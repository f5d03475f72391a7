import { MINUTE_MS } from '@fieldhouse/domain/duration'
import pLimit from 'p-limit'
import { DOCUMENT_BUDGET, type JsonBudget, JsonBudgetError, parseJson } from '../../files/json.ts'
import {
  type Clock,
  describeNetworkError,
  type FailedAttempt,
  ProviderError,
  type ProviderFailure,
  readLimitedBytes,
  retryAfterMs,
  systemClock,
  timeoutSignal,
  withRetries,
} from './attempts.ts'

const MAX_RETRY_DELAY_MS = 30_000

export type WebClientOptions = Partial<Clock> & {
  baseUrl: string
  /** In the form `Name/1.0 (+https://example.com)`. Some hosts reject other forms. */
  userAgent: string
  fetch?: typeof globalThis.fetch
  /** Per attempt, including the body. Default: 10 seconds. */
  timeoutMs?: number
  /** Maximum body size after decompression. Default: 16 MB. */
  maxBytes?: number
  /** Maximum number of concurrent requests. Default: 4. */
  maxConcurrent?: number
  /** Maximum number of requests that wait for their turn; more fail as `busy`. Default: 200. */
  maxWaiting?: number
  /** Maximum number of requests in any 60 seconds; more wait. Default: no limit. */
  maxPerMinute?: number
  /** Counts a request for all processes and returns 0, or how long to wait before another try. Default: no limit. */
  claimTurn?: () => Promise<number>
  /** How long all requests pause after a 429 that doesn't say it. Default: only the request itself is retried. */
  rateLimitedMs?: number
  /** The depth and size of JSON. Default: the budget of a document. */
  jsonBudget?: JsonBudget
  /** Default: 3. */
  maxAttempts?: number
  log?: ((line: WebLogLine) => void) | undefined
}

/** One attempt. Never contains request headers, which may hold cookies. */
export type WebLogLine = {
  request: string
  attempt: number
  /** `ok`, `absent` (404), or the reason for the failure. */
  outcome: string
  status: number | null
  /** Delay before the next attempt; null after the last one. */
  waitMs: number | null
}

/** Pairs if a name is repeated. */
type WebQuery = readonly (readonly [name: string, value: string])[] | Readonly<Record<string, string>>

type WebRequest = {
  /** Relative to the base URL, without a leading slash. */
  path: string
  query?: WebQuery
  /** Sent in addition to `User-Agent` and `Accept`. */
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
}

export type WebResponse = {
  /** Path and query, relative to the base URL. */
  request: string
  fetchedAt: Date
  body: string
  /** The parsed body; null for text. */
  json: unknown
}

type BodyFormat = 'json' | 'text' | 'bytes'

type Failed = FailedAttempt<ProviderFailure> & { status: number | null }

type Outcome =
  /** `body` is empty when bytes were requested, and `json` is null unless JSON was. */
  | { kind: 'ok'; status: number; fetchedAt: Date; bytes: Buffer; body: string; json: unknown }
  | { kind: 'absent'; status: number }
  | Failed

export type WebClient = ReturnType<typeof webClient>

/**
 * Creates a client for one host with a limit on concurrent requests. Requests are retried after rate
 * limiting, server errors and network errors, honoring `Retry-After`. If the host asks for a delay of more
 * than 30 seconds, the request fails immediately. Throws a TypeError for an invalid base URL.
 */
export function webClient(options: WebClientOptions) {
  const {
    timeoutMs = 10_000,
    maxBytes = 16 * 1024 * 1024,
    maxConcurrent = 4,
    maxWaiting = 200,
    maxAttempts = 3,
    maxPerMinute = Infinity,
    rateLimitedMs = 0,
    jsonBudget = DOCUMENT_BUDGET,
    claimTurn,
  } = options
  const clock = { ...systemClock, ...options }
  const { now } = clock
  const pace = requestPace(maxPerMinute, clock, claimTurn)
  const limit = pLimit(maxConcurrent)
  const baseUrl = new URL(options.baseUrl).href.replace(/\/+$/, '')

  async function get({ path, query = {}, headers, signal }: WebRequest, format: BodyFormat) {
    const search = new URLSearchParams(query as string[][] | Record<string, string>).toString()
    const request = search === '' ? path : `${path}?${search}`
    const accept = format === 'json' ? 'application/json' : '*/*'
    const init = { headers: { accept, 'user-agent': options.userAgent, ...headers } }
    // The delay between attempts does not count toward the concurrency limit.
    const outcome = await withRetries(() => inTurn(`${baseUrl}/${request}`, init, format, signal), {
      ...clock,
      maxAttempts,
      maxDelayMs: MAX_RETRY_DELAY_MS,
      signal,
      onAttempt: (each, attempt, waitMs) =>
        options.log?.({
          request,
          attempt,
          outcome: each.kind === 'failed' ? each.failure : each.kind,
          status: each.status,
          waitMs,
        }),
    })
    if (outcome.kind === 'absent') return null
    if (outcome.kind === 'failed')
      throw new ProviderError(outcome.failure, `${request}: ${outcome.detail}`, { cause: outcome.cause })
    const { fetchedAt, bytes, body, json } = outcome
    return { request, fetchedAt, bytes, body, json }
  }

  async function inTurn(url: string, init: RequestInit, format: BodyFormat, signal: AbortSignal | undefined) {
    if (limit.pendingCount >= maxWaiting) return failedOutcome(null, 'busy', 'too many requests are waiting')
    return limit(async () => {
      if (!(await pace.take(MAX_RETRY_DELAY_MS, signal)))
        return failedOutcome(null, 'busy', 'the host has asked for a pause')
      const outcome = await attemptOnce(url, init, format, signal)
      if (rateLimitedMs > 0 && outcome.kind === 'failed' && outcome.failure === 'busy')
        pace.pause(outcome.retryAfterMs ?? rateLimitedMs)
      return outcome
    })
  }

  /** Sends the request once, without retries. Rejects only when the signal aborts. */
  async function attemptOnce(
    url: string,
    init: RequestInit,
    format: BodyFormat,
    parentSignal: AbortSignal | undefined,
  ): Promise<Outcome> {
    parentSignal?.throwIfAborted()
    try {
      const signal = timeoutSignal(timeoutMs, parentSignal)
      const { fetch = globalThis.fetch } = options
      // Redirects are not followed, because the headers may hold cookies for this host only.
      const response = await fetch(url, { ...init, signal, redirect: 'manual' })
      return response.ok ? await readSuccess(response, format) : await readFailure(response)
    } catch (error) {
      parentSignal?.throwIfAborted()
      if (error instanceof ProviderError) return failedOutcome(null, error.failure, error.message)
      return { ...failedOutcome(null, 'unavailable', describeNetworkError(error), 0), cause: error }
    }
  }

  async function readSuccess(response: Response, format: BodyFormat): Promise<Outcome> {
    const { status } = response
    const bytes = await readLimitedBytes(response, maxBytes)
    const body = format === 'bytes' ? '' : new TextDecoder().decode(bytes)
    try {
      const json: unknown = format === 'json' ? parseJson(body, jsonBudget) : null
      return { kind: 'ok', status, fetchedAt: now(), bytes, body, json }
    } catch (error) {
      if (error instanceof JsonBudgetError) return failedOutcome(status, 'too_large', error.message)
      // The parser's message quotes the body, which must not be logged.
      const type = response.headers.get('content-type') ?? 'no content type'
      return failedOutcome(status, 'not_json', `HTTP ${status} with ${type} is not JSON`)
    }
  }

  async function readFailure(response: Response): Promise<Outcome> {
    await response.body?.cancel()
    const { status } = response
    const detail = `HTTP ${status}`
    if (status === 404) return { kind: 'absent', status }
    if (status === 401) return failedOutcome(status, 'not_visible', detail)
    if (status !== 429 && status < 500) return failedOutcome(status, 'refused', detail)
    const requestedMs = retryAfterMs(response.headers.get('retry-after'), now())
    return status === 429
      ? failedOutcome(status, 'busy', detail, requestedMs ?? rateLimitedMs)
      : failedOutcome(status, 'unavailable', detail, requestedMs ?? 0)
  }

  return {
    /** Fetches JSON. Returns null for a 404. Throws a ProviderError, or the signal's reason when aborted. */
    getJson: (request: WebRequest): Promise<WebResponse | null> => get(request, 'json'),
    getText: (request: WebRequest): Promise<WebResponse | null> => get(request, 'text'),
    getBytes: async (request: WebRequest) => (await get(request, 'bytes'))?.bytes ?? null,
  }
}

function failedOutcome(
  status: number | null,
  failure: ProviderFailure,
  detail: string,
  delayMs: number | null = null,
): Failed {
  return { kind: 'failed', status, failure, detail, retryAfterMs: delayMs }
}

/**
 * Limits the requests to a host in any 60 seconds. A burst is sent at once. Waiting rejects when the signal aborts.
 * `claimTurn` adds a limit that several processes share.
 */
export function requestPace(
  maxPerMinute: number,
  { now, sleep }: Pick<Clock, 'now' | 'sleep'>,
  claimTurn: WebClientOptions['claimTurn'] = async () => 0,
) {
  /** When the latest requests are sent, the oldest first; some may still be waiting. */
  const turns: number[] = []
  let pausedUntil = 0

  /** Waits for the end of a pause, at most `maxWaitMs`. Returns false if that is too short. */
  async function waitOutPause(maxWaitMs: number, signal: AbortSignal | undefined): Promise<boolean> {
    for (;;) {
      const remainingMs = pausedUntil - now().getTime()
      if (remainingMs <= 0) return true
      if (remainingMs > maxWaitMs) return false
      await sleep(remainingMs, signal)
    }
  }

  return {
    /**
     * Waits for the turn of the next request, at most `maxWaitMs`. Returns false, without a turn, if that is too short
     * while the host wants no requests.
     */
    async take(maxWaitMs: number, signal: AbortSignal | undefined): Promise<boolean> {
      const at = now().getTime()
      if (pausedUntil - at > maxWaitMs) return false
      const oldest = turns.length < maxPerMinute ? undefined : turns[turns.length - maxPerMinute]
      const turn = Math.max(at, pausedUntil, oldest === undefined ? 0 : oldest + MINUTE_MS)
      if (maxPerMinute < Infinity) turns.push(turn)
      if (turns.length > maxPerMinute) turns.shift()
      if (turn > at) await sleep(turn - at, signal)
      while (await waitOutPause(maxWaitMs, signal)) {
        const waitMs = await claimTurn()
        if (waitMs === 0) return waitOutPause(maxWaitMs, signal)
        await sleep(waitMs, signal)
      }
      return false
    },
    pause(ms: number): void {
      pausedUntil = Math.max(pausedUntil, now().getTime() + ms)
    },
  }
}
