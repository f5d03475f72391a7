import { type FailedAttempt, readLimitedBody, retryAfterMs } from '../http/attempts.ts'
import { ProviderError } from '../provider-error.ts'
import { classifyRedirect } from './sheet-redirect.ts'
import type { SheetFailure } from './sheet-source.ts'

const MAX_REDIRECTS = 5
const MAX_BYTES = 1024 * 1024

export type SheetAttempt = {
  url: URL
  /** The configured base URL. Redirects must stay on its host or on Google's content hosts. */
  configured: URL
  userAgent: string
  signal: AbortSignal
  fetch: typeof globalThis.fetch
  now: () => Date
}

export type SheetOutcome = { kind: 'ok'; body: string } | FailedAttempt<SheetFailure>

/** Sends the request once and follows redirects. Rejects only when the signal aborts. */
export async function attemptSheet(attempt: SheetAttempt): Promise<SheetOutcome> {
  try {
    const response = await followRedirects(attempt)
    return response instanceof Response ? await readResponse(response, attempt) : response
  } catch (cause) {
    attempt.signal.throwIfAborted()
    if (cause instanceof ProviderError) return failedOutcome('too_large', cause.message)
    return { ...failedOutcome('unavailable', 'no response', 0), cause }
  }
}

async function followRedirects({ url, configured, userAgent, signal, fetch }: SheetAttempt) {
  const headers = { accept: 'text/csv', 'user-agent': userAgent }
  let next = url
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await fetch(next, { headers, signal, redirect: 'manual' })
    if (response.status < 300 || response.status > 399) return response
    await response.body?.cancel()
    const hop = classifyRedirect(response.headers.get('location'), next, configured)
    if (hop === 'private') return failedOutcome('private', 'redirected to sign-in')
    if (hop === 'elsewhere')
      return failedOutcome('elsewhere', `HTTP ${response.status} to a host that is not allowed`)
    next = hop
  }
  return failedOutcome('elsewhere', `more than ${MAX_REDIRECTS} redirects`)
}

async function readResponse(response: Response, { now }: SheetAttempt): Promise<SheetOutcome> {
  if (response.ok) {
    const body = await readLimitedBody(response, MAX_BYTES)
    const isPage = response.headers.get('content-type')?.includes('text/html') === true
    // A sign-in page may have any content type. No header row of a pick sheet starts with '<'.
    return isPage || /^\s*</.test(body)
      ? failedOutcome('private', 'web page instead of CSV')
      : { kind: 'ok', body }
  }
  await response.body?.cancel()
  const { status } = response
  const detail = `HTTP ${status}`
  if (status === 429 || status >= 500) {
    return failedOutcome('unavailable', detail, retryAfterMs(response.headers.get('retry-after'), now()) ?? 0)
  }
  return failedOutcome(failureFor(status), detail)
}

function failureFor(status: number): SheetFailure {
  switch (status) {
    case 400:
      return 'no_tab'
    case 401:
    case 403:
    case 410:
      return 'private'
    case 404:
      return 'missing'
    default:
      return 'unreadable'
  }
}

function failedOutcome(
  failure: SheetFailure,
  detail: string,
  delayMs: number | null = null,
): FailedAttempt<SheetFailure> {
  return { kind: 'failed', failure, detail, retryAfterMs: delayMs }
}
