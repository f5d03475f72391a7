import { isLoopbackHost } from '@fieldhouse/domain/hosts'
import { CsvError, parse } from 'csv-parse/sync'
import pLimit from 'p-limit'
import {
  type Clock,
  type FailedAttempt,
  ProviderError,
  readLimitedBody,
  retryAfterMs,
  systemClock,
  timeoutSignal,
  withRetries,
} from './http/attempts.ts'

const MAX_ATTEMPTS = 3
const MAX_REDIRECTS = 5
const MAX_BYTES = 1024 * 1024
const MAX_CONCURRENT_REQUESTS = 2
const MAX_ROWS = 5000

export type SheetSourceOptions = Partial<Clock> & {
  /** Base URL, without a trailing slash. */
  baseUrl: string
  userAgent: string
  fetch?: typeof globalThis.fetch
  /** Per sheet, including retries, delays and redirects. Default: 15 seconds. */
  timeoutMs?: number
  log?: ((line: SheetLogLine) => void) | undefined
}

type SheetLogLine = { attempt: number; outcome: string; detail: string | null }

type Outcome = { kind: 'ok'; body: string } | FailedAttempt<SheetFailure>

/**
 * Reads sheets through their CSV export, without an API key. A sheet must be published or shared with
 * anyone who has the link. After rate limiting, server errors and network errors, a request is retried, up
 * to three attempts in total.
 */
export function createSheetSource(options: SheetSourceOptions): SheetSource {
  const { timeoutMs = 15_000 } = options
  const clock = { ...systemClock, ...options }
  const limit = pLimit(MAX_CONCURRENT_REQUESTS)
  const configured = new URL(options.baseUrl)

  async function readBody(request: SheetRequest, signal: AbortSignal): Promise<string> {
    const url = exportUrl(options.baseUrl, request)
    const outcome = await withRetries(() => attemptOnce(url, signal), {
      ...clock,
      maxAttempts: MAX_ATTEMPTS,
      signal,
      onAttempt: (each, attempt) =>
        options.log?.(
          each.kind === 'ok'
            ? { attempt, outcome: 'ok', detail: null }
            : { attempt, outcome: each.failure, detail: each.detail },
        ),
    })
    if (outcome.kind === 'ok') return outcome.body
    throw new SheetError(outcome.failure, outcome.detail, { cause: outcome.cause })
  }

  /** Sends the request once and follows redirects. Rejects only when the signal aborts. */
  async function attemptOnce(url: URL, signal: AbortSignal): Promise<Outcome> {
    try {
      const response = await followRedirects(url, signal)
      return response instanceof Response ? await readResponse(response) : response
    } catch (cause) {
      signal.throwIfAborted()
      if (cause instanceof ProviderError) return failedOutcome('too_large', cause.message)
      return { ...failedOutcome('unavailable', 'no response', 0), cause }
    }
  }

  /** Redirects must stay on the configured host or on Google's content hosts. */
  async function followRedirects(url: URL, signal: AbortSignal) {
    const headers = { accept: 'text/csv', 'user-agent': options.userAgent }
    let next = url
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const response = await (options.fetch ?? globalThis.fetch)(next, {
        headers,
        signal,
        redirect: 'manual',
      })
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

  async function readResponse(response: Response): Promise<Outcome> {
    const { status, headers } = response
    if (response.ok) {
      const body = await readLimitedBody(response, MAX_BYTES)
      // A sign-in page may have any content type. No header row of a pick sheet starts with '<'.
      const isPage = headers.get('content-type')?.includes('text/html') === true || /^\s*</.test(body)
      return isPage ? failedOutcome('private', 'web page instead of CSV') : { kind: 'ok', body }
    }
    await response.body?.cancel()
    return status === 429 || status >= 500
      ? failedOutcome(
          'unavailable',
          `HTTP ${status}`,
          retryAfterMs(headers.get('retry-after'), clock.now()) ?? 0,
        )
      : failedOutcome(FAILURES[status] ?? 'unreadable', `HTTP ${status}`)
  }

  return {
    async readRows(request) {
      return limit(async () => {
        try {
          return parseSheetCsv(await readBody(request, timeoutSignal(timeoutMs, request.signal)))
        } catch (error) {
          request.signal?.throwIfAborted()
          if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error
          throw new SheetError('unavailable', error.message, { cause: error })
        }
      })
    },
  }
}

/** Throws a SheetError for an invalid sheet ID, which could otherwise point to another path of the host. */
function exportUrl(address: string, { sheetId, gid }: SheetRequest): URL {
  if (!/^(?:e\/)?[\w-]+$/.test(sheetId)) throw new SheetError('missing', 'invalid sheet ID')
  const isPublished = sheetId.startsWith('e/')
  const url = new URL(`${address}/spreadsheets/d/${sheetId}/${isPublished ? 'pub' : 'export'}`)
  url.searchParams.set(isPublished ? 'output' : 'format', 'csv')
  if (gid !== null) {
    url.searchParams.set('gid', gid)
    if (isPublished) url.searchParams.set('single', 'true')
  }
  return url
}

const FAILURES: Readonly<Record<number, SheetFailure>> = {
  400: 'no_tab',
  401: 'private',
  403: 'private',
  404: 'missing',
  410: 'private',
}

function failedOutcome(
  failure: SheetFailure,
  detail: string,
  delayMs: number | null = null,
): FailedAttempt<SheetFailure> {
  return { kind: 'failed', failure, detail, retryAfterMs: delayMs }
}

/** Parses a sheet's CSV into rows of cells, in the order of the sheet. Throws a SheetError. */
export function parseSheetCsv(text: string): string[][] {
  const format = { bom: true, record_delimiter: ['\r\n', '\n'], relax_column_count: true }
  try {
    const rows = parse(text, { ...format, to: MAX_ROWS + 1 })
    if (rows.length > MAX_ROWS) throw new SheetError('too_large', `more than ${MAX_ROWS} rows`)
    return rows
  } catch (cause) {
    if (cause instanceof CsvError) throw new SheetError('unreadable', 'the body is not valid CSV', { cause })
    throw cause
  }
}

/** A URL to follow, `private` for Google's sign-in page, or `elsewhere` for any other host. */
type SheetRedirect = URL | 'private' | 'elsewhere'

/**
 * Classifies a redirect. Redirects to the configured host and to *.googleusercontent.com are followed. If
 * the configured host is a loopback address, so are redirects to any loopback port. Source: decisions, 7.
 */
export function classifyRedirect(location: string | null, from: URL, configured: URL): SheetRedirect {
  if (location === null || !URL.canParse(location, from.href)) return 'elsewhere'
  const target = new URL(location, from)
  if (target.username !== '' || target.password !== '') return 'elsewhere'
  if (target.hostname === 'accounts.google.com') return 'private'
  return isConfiguredHost(target, configured) || isGoogleContent(target) ? target : 'elsewhere'
}

function isConfiguredHost(target: URL, configured: URL): boolean {
  if (target.protocol !== configured.protocol) return false
  return (
    target.host === configured.host ||
    (isLoopbackHost(target.hostname) && isLoopbackHost(configured.hostname))
  )
}

function isGoogleContent({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && port === '' && hostname.endsWith('.googleusercontent.com')
}

export interface SheetSource {
  /** Returns every row of a tab, with the cells as displayed. Throws a SheetError. */
  readRows(request: SheetRequest): Promise<string[][]>
}

export type SheetRequest = {
  /** The ID in the sheet's URL, with the prefix `e/` for a published sheet. */
  sheetId: string
  /** The tab's number in the URL; null for the first tab. */
  gid: string | null
  signal?: AbortSignal
}

/**
 * Why a sheet could not be read:
 * - `private`: the sheet is not shared with anyone who has the link
 * - `missing`: the sheet does not exist
 * - `no_tab`: the sheet has no tab with this number
 * - `unavailable`: no response, a server error, or rate limiting after the last retry
 * - `elsewhere`: the sheet redirects to an unexpected host
 * - `too_large`: the sheet exceeds the limit of bytes or rows
 * - `unreadable`: the response is not CSV
 */
export type SheetFailure =
  | 'private'
  | 'missing'
  | 'no_tab'
  | 'unavailable'
  | 'elsewhere'
  | 'too_large'
  | 'unreadable'

export class SheetError extends Error {
  override name = 'SheetError'
  readonly failure: SheetFailure

  /** `message` is for the log. User-facing texts are derived from `failure`. */
  constructor(failure: SheetFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}
