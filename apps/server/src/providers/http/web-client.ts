import pLimit from 'p-limit'
import { ProviderError } from '../provider-error.ts'
import { type Attempt, attemptOnce, type Outcome } from './attempt.ts'
import { backoffMs } from './backoff.ts'

const DEFAULT_MAX_ATTEMPTS = 3
const MAX_RETRY_DELAY_MS = 30_000

export type WebClientOptions = {
  /** Request paths are relative to it. */
  baseUrl: string
  /** In the form `Name/1.0 (+https://example.com)`. Some hosts reject other forms. */
  userAgent: string
  fetch?: typeof globalThis.fetch
  now: () => Date
  /** Rejects when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random: () => number
  /** Per attempt, including the body. Default: 10 seconds. */
  timeoutMs?: number
  /** Maximum body size after decompression. Default: 16 MB. */
  maxBytes?: number
  /** Maximum number of concurrent requests. Default: 4. */
  maxConcurrent?: number
  /** Default: 3. */
  maxAttempts?: number
  log?: (line: WebLogLine) => void
}

/** One attempt. Never contains request headers, which may hold cookies. */
export type WebLogLine = {
  request: string
  attempt: number
  /** `ok`, `absent` (404), or the reason for the failure. */
  outcome: string
  /** HTTP status; null without a response. */
  status: number | null
  /** Delay before the next attempt; null after the last one. */
  waitMs: number | null
}

export type WebRequest = {
  /** Relative to the base URL, without a leading slash. */
  path: string
  query: readonly (readonly [name: string, value: string])[]
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

export interface WebClient {
  /** Fetches JSON. Returns null for a 404. Throws a ProviderError, or the signal's reason when aborted. */
  getJson(request: WebRequest): Promise<WebResponse | null>
  /** Like `getJson`, for a body of any other type. */
  getText(request: WebRequest): Promise<WebResponse | null>
}

/**
 * Creates a client for one host with a limit on concurrent requests. Requests are retried after rate
 * limiting, server errors and network errors, honoring `Retry-After`. If the host asks for a delay of more
 * than 30 seconds, the request fails immediately. Throws a TypeError for an invalid base URL.
 */
export function webClient(options: WebClientOptions): WebClient {
  const {
    timeoutMs = 10_000,
    maxBytes = 16 * 1024 * 1024,
    maxConcurrent = 4,
    maxAttempts = DEFAULT_MAX_ATTEMPTS,
  } = options
  const limit = pLimit(maxConcurrent)
  const baseUrl = new URL(options.baseUrl).href.replace(/\/+$/, '')

  async function get(
    { path, query, headers, signal }: WebRequest,
    isJson: boolean,
  ): Promise<WebResponse | null> {
    const request = pathWithQuery(path, query)
    const attempt: Attempt = {
      url: `${baseUrl}/${request}`,
      headers: {
        accept: isJson ? 'application/json' : '*/*',
        'user-agent': options.userAgent,
        ...headers,
      },
      isJson,
      signal,
      timeoutMs,
      maxBytes,
      fetch: options.fetch ?? globalThis.fetch,
      now: options.now,
    }
    for (let attemptNumber = 1; ; attemptNumber += 1) {
      // The delay between attempts does not count toward the concurrency limit.
      const outcome = await limit(() => attemptOnce(attempt))
      const waitMs = retryDelayAfter(outcome, attemptNumber)
      const { kind, status } = outcome
      options.log?.({
        request,
        attempt: attemptNumber,
        outcome: kind === 'failed' ? outcome.failure : kind,
        status,
        waitMs,
      })
      if (kind === 'ok')
        return { request, fetchedAt: outcome.fetchedAt, body: outcome.body, json: outcome.json }
      if (kind === 'absent') return null
      if (waitMs === null) throw toProviderError(outcome, request)
      await options.sleep(waitMs, signal)
      signal?.throwIfAborted()
    }
  }

  function retryDelayAfter(outcome: Outcome, attemptNumber: number): number | null {
    if (outcome.kind !== 'failed' || !outcome.mayRetry || attemptNumber >= maxAttempts) return null
    const requestedMs = outcome.retryAfterMs ?? 0
    if (requestedMs > MAX_RETRY_DELAY_MS) return null
    return Math.max(requestedMs, backoffMs(attemptNumber, options.random))
  }

  return { getJson: (request) => get(request, true), getText: (request) => get(request, false) }
}

function pathWithQuery(path: string, query: WebRequest['query']): string {
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()
  return search === '' ? path : `${path}?${search}`
}

function toProviderError(outcome: Outcome & { kind: 'failed' }, request: string): ProviderError {
  return new ProviderError(outcome.failure, `${request}: ${outcome.detail}`, { cause: outcome.cause })
}
