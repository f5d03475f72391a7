import pLimit from 'p-limit'
import { ProviderError } from '../provider-error.ts'
import { type Attempt, attemptOnce, type Outcome } from './attempt.ts'
import { backoffMs } from './backoff.ts'

const DEFAULT_MAX_ATTEMPTS = 3
const MAX_RETRY_DELAY_MS = 30_000

export type WebClientOptions = {
  /** Everything up to the path of a request. */
  baseUrl: string
  /** Of the form `Name/1.0 (+https://address)`: other forms are turned away by some hosts. */
  userAgent: string
  fetch?: typeof globalThis.fetch
  now: () => Date
  /** Rejects when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 up to 1. */
  random: () => number
  /** For each try, the body included. 10 seconds unless told. */
  timeoutMs?: number
  /** Of one body after decompression. 16 MB unless told. */
  maxBytes?: number
  /** Calls under way at once. 4 unless told. */
  maxConcurrent?: number
  /** 3 unless told. */
  maxAttempts?: number
  log?: (line: WebLogLine) => void
}

/** One try. It never carries what was sent as a header. */
export type WebLogLine = {
  request: string
  attempt: number
  /** `ok`, `absent`, or why there was no answer. */
  outcome: string
  /** HTTP status; null when there was no answer. */
  status: number | null
  /** How long the client waits before it tries again; null when it does not. */
  waitMs: number | null
}

export type WebRequest = {
  /** Below the base address, without a slash in front. */
  path: string
  query: readonly (readonly [name: string, value: string])[]
  /** Beside the user agent and the accepted type. */
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
}

export type WebResponse = {
  /** Path and query below the base address. */
  request: string
  fetchedAt: Date
  body: string
  /** The parsed body; null for a text. */
  json: unknown
}

export interface WebClient {
  /** The answer, or null for a 404. Throws a ProviderError, or the signal's reason when aborted. */
  getJson(request: WebRequest): Promise<WebResponse | null>
  /** The same for a body that is no JSON. */
  getText(request: WebRequest): Promise<WebResponse | null>
}

/**
 * Reads from one host, a few requests at a time. Throttling, server errors and network faults are
 * tried again, waiting as long as the host asks; a host that asks for more than 30 seconds is
 * given up at once. Throws a TypeError when the base address is none.
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
    for (let tried = 1; ; tried += 1) {
      // Only the try holds a place among the concurrent calls, the wait after it does not.
      const outcome = await limit(() => attemptOnce(attempt))
      const waitMs = retryDelayAfter(outcome, tried)
      const { kind, status } = outcome
      options.log?.({
        request,
        attempt: tried,
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

  function retryDelayAfter(outcome: Outcome, tried: number): number | null {
    if (outcome.kind !== 'failed' || !outcome.mayRetry || tried >= maxAttempts) return null
    const asked = outcome.retryAfterMs ?? 0
    return asked > MAX_RETRY_DELAY_MS ? null : Math.max(asked, backoffMs(tried, options.random))
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
