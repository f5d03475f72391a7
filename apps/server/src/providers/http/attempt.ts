import { ProviderError, type ProviderFailure } from '../provider-error.ts'
import { retryAfterMs } from './backoff.ts'
import { readLimitedBody } from './read-limited-body.ts'
import { withTimeout } from './with-timeout.ts'

export type Attempt = {
  url: string
  headers: Readonly<Record<string, string>>
  /** Whether to parse the body as JSON. Otherwise it is read as text. */
  isJson: boolean
  signal: AbortSignal | undefined
  timeoutMs: number
  maxBytes: number
  fetch: typeof globalThis.fetch
  now: () => Date
}

export type Outcome =
  /** `json` is null when the body was requested as text. */
  | { kind: 'ok'; status: number; fetchedAt: Date; body: string; json: unknown }
  | { kind: 'absent'; status: number }
  | {
      kind: 'failed'
      status: number | null
      failure: ProviderFailure
      /** What happened, for the log. Never contains request headers. */
      detail: string
      mayRetry: boolean
      retryAfterMs: number | null
      cause?: unknown
    }

/** Sends the request once, without retries. Rejects only when `attempt.signal` aborts. */
export async function attemptOnce(attempt: Attempt): Promise<Outcome> {
  attempt.signal?.throwIfAborted()
  try {
    return await withTimeout(attempt.timeoutMs, attempt.signal, async (signal) => {
      // Redirects are not followed, because the headers may hold cookies for this host only.
      const response = await attempt.fetch(attempt.url, {
        headers: attempt.headers,
        signal,
        redirect: 'manual',
      })
      return response.ok ? await readSuccess(response, attempt) : await readFailure(response, attempt)
    })
  } catch (error) {
    attempt.signal?.throwIfAborted()
    if (error instanceof ProviderError) return failedOutcome(null, error.failure, error.message)
    return {
      ...failedOutcome(null, 'unavailable', describeNetworkError(error)),
      mayRetry: true,
      cause: error,
    }
  }
}

async function readSuccess(response: Response, { maxBytes, isJson, now }: Attempt): Promise<Outcome> {
  const body = await readLimitedBody(response, maxBytes)
  try {
    const json: unknown = isJson ? JSON.parse(body) : null
    return { kind: 'ok', status: response.status, fetchedAt: now(), body, json }
  } catch {
    // The parser's message quotes the body, which must not be logged.
    const type = response.headers.get('content-type') ?? 'no content type'
    return failedOutcome(response.status, 'not_json', `HTTP ${response.status} with ${type} is not JSON`)
  }
}

async function readFailure(response: Response, { now }: Attempt): Promise<Outcome> {
  await response.body?.cancel()
  const { status } = response
  const detail = `HTTP ${status}`
  if (status === 404) return { kind: 'absent', status }
  if (status === 401) return failedOutcome(status, 'not_visible', detail)
  if (status !== 429 && status < 500) return failedOutcome(status, 'refused', detail)
  const delayMs = retryAfterMs(response.headers.get('retry-after'), now())
  const failure = status === 429 ? 'busy' : 'unavailable'
  return { ...failedOutcome(status, failure, detail), mayRetry: true, retryAfterMs: delayMs }
}

function failedOutcome(
  status: number | null,
  failure: ProviderFailure,
  detail: string,
): Outcome & { kind: 'failed' } {
  return { kind: 'failed', status, failure, detail, mayRetry: false, retryAfterMs: null }
}

/** Names a network error by its code or class, such as `ECONNREFUSED` or `TimeoutError`. */
function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed'
  const cause: unknown = error.cause
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string')
    return `no response (${cause.code})`
  return `no response (${error.name})`
}
