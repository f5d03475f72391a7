import { CsvError, parse } from 'csv-parse/sync'
import pLimit from 'p-limit'
import { type Clock, systemClock, withRetries, withTimeout } from '../http/attempts.ts'
import { attemptSheet, type SheetOutcome } from './sheet-attempt.ts'
import { SheetError, type SheetRequest, type SheetSource } from './sheet-source.ts'

const MAX_ATTEMPTS = 3
const MAX_CONCURRENT_REQUESTS = 2
const MAX_ROWS = 5000

export type GoogleSheetsOptions = Clock & {
  /** Base URL, without a trailing slash. */
  baseUrl: string
  userAgent: string
  fetch?: typeof globalThis.fetch
  /** Per sheet, including retries, delays and redirects. Default: 15 seconds. */
  timeoutMs?: number
  log?: ((line: SheetLogLine) => void) | undefined
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
    const outcome = await withRetries(() => attemptSheet(attempt), {
      ...options,
      maxAttempts: MAX_ATTEMPTS,
      signal,
      onAttempt: (each, attemptNumber) => options.log?.(toLogLine(each, attemptNumber)),
    })
    if (outcome.kind === 'ok') return outcome.body
    throw new SheetError(outcome.failure, outcome.detail, { cause: outcome.cause })
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

/** Creates a Google Sheets source with the system clock. */
export function createSheetSource(
  options: Pick<GoogleSheetsOptions, 'baseUrl' | 'userAgent' | 'log'>,
): SheetSource {
  return googleSheets({ ...options, ...systemClock })
}

/** Parses a sheet's CSV into rows of cells, in the order of the sheet. Throws a SheetError. */
export function parseSheetCsv(text: string): string[][] {
  const rows = parseCsv(text)
  if (rows.length > MAX_ROWS) throw new SheetError('too_large', `more than ${MAX_ROWS} rows`)
  return rows
}

function parseCsv(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      to: MAX_ROWS + 1,
    })
  } catch (cause) {
    if (cause instanceof CsvError) throw new SheetError('unreadable', 'the body is not valid CSV', { cause })
    throw cause
  }
}
