import { type ProviderCookies, ProviderError, type ProviderFailure } from '../league-provider.ts'
import { retryAfterMs } from './back-off.ts'
import { cookieHeader } from './cookie-header.ts'
import { readLimited } from './limited-body.ts'
import { withTimeLimit } from './time-limit.ts'

export type Attempt = {
  url: string
  userAgent: string
  cookies: ProviderCookies | null
  /** JSON; null for none. */
  filter: string | null
  signal: AbortSignal | undefined
  timeoutMs: number
  maxBytes: number
  fetch: typeof globalThis.fetch
  now: () => Date
}

export type Outcome =
  | { kind: 'ok'; status: number; fetchedAt: Date; body: string; json: unknown }
  | { kind: 'absent'; status: number }
  | {
      kind: 'failed'
      status: number | null
      failure: ProviderFailure
      /** For the log: what happened, without anything that was sent. */
      detail: string
      mayRetry: boolean
      retryAfterMs: number | null
      cause?: unknown
    }

/** Asks once. Rejects only when the caller's own signal aborts. */
export async function attemptOnce(attempt: Attempt): Promise<Outcome> {
  attempt.signal?.throwIfAborted()
  const headers = headersOf(attempt)
  try {
    return await withTimeLimit(attempt.timeoutMs, attempt.signal, async (signal) => {
      // A redirect is not followed: the cookies are for this host alone.
      const response = await attempt.fetch(attempt.url, { headers, signal, redirect: 'manual' })
      return response.ok ? await readSuccess(response, attempt) : await readFailure(response, attempt)
    })
  } catch (error) {
    attempt.signal?.throwIfAborted()
    if (error instanceof ProviderError) return given(null, error.failure, error.message)
    return { ...given(null, 'unavailable', faultOf(error)), mayRetry: true, cause: error }
  }
}

function headersOf({ userAgent, cookies, filter }: Attempt): Headers {
  const headers = new Headers({ accept: 'application/json', 'user-agent': userAgent })
  if (cookies !== null) headers.set('cookie', cookieHeader(cookies))
  if (filter !== null) headers.set('x-fantasy-filter', filter)
  return headers
}

async function readSuccess(response: Response, { maxBytes, now }: Attempt): Promise<Outcome> {
  const body = await readLimited(response, maxBytes)
  try {
    const json: unknown = JSON.parse(body)
    return { kind: 'ok', status: response.status, fetchedAt: now(), body, json }
  } catch {
    // The parser's message quotes the body, which is not for the log.
    const type = response.headers.get('content-type') ?? 'no content type'
    return given(response.status, 'not_json', `${response.status} with ${type} is not JSON`)
  }
}

async function readFailure(response: Response, { now }: Attempt): Promise<Outcome> {
  await response.body?.cancel()
  const { status } = response
  const detail = `answered ${status}`
  if (status === 404) return { kind: 'absent', status }
  if (status === 401) return given(status, 'not_visible', detail)
  if (status !== 429 && status < 500) return given(status, 'refused', detail)
  const wait = retryAfterMs(response.headers.get('retry-after'), now())
  const failure = status === 429 ? 'busy' : 'unavailable'
  return { ...given(status, failure, detail), mayRetry: true, retryAfterMs: wait }
}

function given(
  status: number | null,
  failure: ProviderFailure,
  detail: string,
): Outcome & { kind: 'failed' } {
  return { kind: 'failed', status, failure, detail, mayRetry: false, retryAfterMs: null }
}

/** The name of a network fault, such as `ECONNREFUSED` or `TimeoutError`. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed'
  const cause: unknown = error.cause
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string')
    return `no answer (${cause.code})`
  return `no answer (${error.name})`
}
