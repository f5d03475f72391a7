import pLimit from 'p-limit'
import { type ProviderCookies, ProviderError } from '../league-provider.ts'
import { type Attempt, attemptOnce, type Outcome } from './attempt.ts'
import { backOffMs } from './back-off.ts'

/** Where the calls of fantasy football lie below the provider's address. */
export const FANTASY_PATH = '/apis/v3/games/ffl'

const TRIES = 3
const LONGEST_WAIT_MS = 30_000

export type EspnClientOptions = {
  /** Everything up to the path of a request: the provider's address and `FANTASY_PATH`. */
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
  log?: (line: EspnLogLine) => void
}

/** One try. It never carries cookies. */
export type EspnLogLine = {
  request: string
  attempt: number
  /** `ok`, `absent`, or why there was no answer. */
  outcome: string
  /** HTTP status; null when there was no answer. */
  status: number | null
  /** How long the client waits before it tries again; null when it does not. */
  waitMs: number | null
}

export type EspnRequest = {
  /** Below the base address, without a slash in front. */
  path: string
  query: readonly (readonly [name: string, value: string])[]
  cookies: ProviderCookies | null
  /** Narrows the lists of the answer, where the provider heeds it. */
  filter?: FantasyFilter | undefined
  signal?: AbortSignal | undefined
}

/** What the header `X-Fantasy-Filter` says, as far as we use it. */
export type FantasyFilter = { schedule: { filterMatchupPeriodIds: { value: readonly number[] } } }

export type EspnAnswer = {
  /** Path and query below the base address. */
  request: string
  fetchedAt: Date
  body: string
  json: unknown
}

export interface EspnClient {
  /** The answer, or null for a 404. Throws a ProviderError, or the signal's reason when aborted. */
  get(request: EspnRequest): Promise<EspnAnswer | null>
}

/**
 * Reads from one host, a few requests at a time. Throttling, server errors and network faults are
 * tried three times in all, waiting as long as the host asks; a host that asks for more than 30 seconds is
 * given up at once. Throws a TypeError when the base address is none.
 */
export function espnClient(options: EspnClientOptions): EspnClient {
  const { timeoutMs = 10_000, maxBytes = 16 * 1024 * 1024, maxConcurrent = 4 } = options
  const limit = pLimit(maxConcurrent)
  const baseUrl = new URL(options.baseUrl).href.replace(/\/+$/, '')

  async function get({ path, query, cookies, filter, signal }: EspnRequest): Promise<EspnAnswer | null> {
    const request = requestLine(path, query)
    const attempt: Attempt = {
      url: `${baseUrl}/${request}`,
      userAgent: options.userAgent,
      cookies,
      filter: filter === undefined ? null : JSON.stringify(filter),
      signal,
      timeoutMs,
      maxBytes,
      fetch: options.fetch ?? globalThis.fetch,
      now: options.now,
    }
    for (let tries = 1; ; tries += 1) {
      // Only the try holds a place among the concurrent calls, the wait after it does not.
      const outcome = await limit(() => attemptOnce(attempt))
      const waitMs = waitAfter(outcome, tries)
      const { kind, status } = outcome
      options.log?.({
        request,
        attempt: tries,
        outcome: kind === 'failed' ? outcome.failure : kind,
        status,
        waitMs,
      })
      if (kind === 'ok')
        return { request, fetchedAt: outcome.fetchedAt, body: outcome.body, json: outcome.json }
      if (kind === 'absent') return null
      if (waitMs === null) throw failureOf(outcome, request)
      await options.sleep(waitMs, signal)
      signal?.throwIfAborted()
    }
  }

  function waitAfter(outcome: Outcome, tries: number): number | null {
    if (outcome.kind !== 'failed' || !outcome.mayRetry || tries >= TRIES) return null
    const asked = outcome.retryAfterMs ?? 0
    return asked > LONGEST_WAIT_MS ? null : Math.max(asked, backOffMs(tries, options.random))
  }

  return { get }
}

function requestLine(path: string, query: EspnRequest['query']): string {
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()
  return search === '' ? path : `${path}?${search}`
}

function failureOf(outcome: Outcome & { kind: 'failed' }, request: string): ProviderError {
  return new ProviderError(outcome.failure, `${request}: ${outcome.detail}`, { cause: outcome.cause })
}
