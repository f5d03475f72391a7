import pLimit from 'p-limit'
import { backoffMs } from '../http/backoff.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { attemptSheet, type SheetOutcome } from './sheet-attempt.ts'
import { parseSheetCsv } from './sheet-csv.ts'
import { SheetError, type SheetRequest, type SheetSource } from './sheet-source.ts'

const MAX_ATTEMPTS = 3
const MAX_CONCURRENT_REQUESTS = 2

export type GoogleSheetsOptions = {
  /** Everything up to the path of a request. */
  address: string
  userAgent: string
  fetch?: typeof globalThis.fetch
  now: () => Date
  /** Rejects when the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 up to 1. */
  random: () => number
  /** For a sheet, all tries, waits and redirects included. 15 seconds unless told. */
  timeoutMs?: number
  log?: (line: SheetLogLine) => void
}

/** One try. */
export type SheetLogLine = { attempt: number; outcome: string; detail: string | null }

/**
 * Reads sheets by their CSV export, without a key: they must be shared with anyone who has the
 * link, or published. Throttling, server errors and network faults are tried three times in all.
 */
export function googleSheets(options: GoogleSheetsOptions): SheetSource {
  const { timeoutMs = 15_000 } = options
  const limit = pLimit(MAX_CONCURRENT_REQUESTS)
  const configured = new URL(options.address)

  async function readBody(request: SheetRequest, signal: AbortSignal): Promise<string> {
    const attempt = {
      url: exportUrl(options.address, request),
      configured,
      userAgent: options.userAgent,
      signal,
      fetch: options.fetch ?? globalThis.fetch,
      now: options.now,
    }
    for (let tries = 1; ; tries += 1) {
      const outcome = await attemptSheet(attempt)
      options.log?.(toLogLine(outcome, tries))
      if (outcome.kind === 'ok') return outcome.body
      if (!outcome.mayRetry || tries >= MAX_ATTEMPTS) throw toSheetError(outcome)
      await options.sleep(Math.max(outcome.retryAfterMs ?? 0, backoffMs(tries, options.random)), signal)
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

/** Throws a SheetError for an id that is none: it would lead elsewhere below the host. */
function exportUrl(address: string, { sheetId, gid }: SheetRequest): URL {
  if (!/^(?:e\/)?[\w-]+$/.test(sheetId)) throw new SheetError('missing', 'the id is no id of a sheet')
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
