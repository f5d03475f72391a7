import pLimit from 'p-limit'
import { backoffMs } from '../http/backoff.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { attemptSheet, type SheetOutcome } from './sheet-attempt.ts'
import { parseSheetCsv } from './sheet-csv.ts'
import { SheetError, type SheetRequest, type SheetSource } from './sheet-source.ts'

const MAX_ATTEMPTS = 3
const MAX_CONCURRENT_REQUESTS = 2

export type GoogleSheetsOptions = {
  /** Base URL, without a trailing slash. */
  baseUrl: string
  userAgent: string
  fetch?: typeof globalThis.fetch
  now: () => Date
  /** Rejects when the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random: () => number
  /** Per sheet, including retries, delays and redirects. Default: 15 seconds. */
  timeoutMs?: number
  log?: (line: SheetLogLine) => void
}

/** One attempt. */
export type SheetLogLine = { attempt: number; outcome: string; detail: string | null }

/**
 * Reads sheets through their CSV export, without an API key. A sheet must be published or shared with
 * anyone who has the link. After rate limiting, server errors and network errors, a request is retried, up
 * to three attempts in total.
 */
export function googleSheets(options: GoogleSheetsOptions): SheetSource {
  const { timeoutMs = 15_000 } = options
  const limit = pLimit(MAX_CONCURRENT_REQUESTS)
  const configured = new URL(options.baseUrl)

  async function readBody(request: SheetRequest, signal: AbortSignal): Promise<string> {
    const attempt = {
      url: exportUrl(options.baseUrl, request),
      configured,
      userAgent: options.userAgent,
      signal,
      fetch: options.fetch ?? globalThis.fetch,
      now: options.now,
    }
    for (let attemptNumber = 1; ; attemptNumber += 1) {
      const outcome = await attemptSheet(attempt)
      options.log?.(toLogLine(outcome, attemptNumber))
      if (outcome.kind === 'ok') return outcome.body
      if (!outcome.mayRetry || attemptNumber >= MAX_ATTEMPTS) throw toSheetError(outcome)
      const delayMs = Math.max(outcome.retryAfterMs ?? 0, backoffMs(attemptNumber, options.random))
      await options.sleep(delayMs, signal)
    }
  }

  return {
    async readRows(request) {
      return limit(async () => {
        try {
          return parseSheetCsv(
            await withTimeout(timeoutMs, request.signal, (signal) => readBody(request, signal)),
          )
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

function toLogLine(outcome: SheetOutcome, attempt: number): SheetLogLine {
  return outcome.kind === 'ok'
    ? { attempt, outcome: 'ok', detail: null }
    : { attempt, outcome: outcome.failure, detail: outcome.detail }
}

function toSheetError({ failure, detail, cause }: SheetOutcome & { kind: 'failed' }): SheetError {
  return new SheetError(failure, detail, { cause })
}
