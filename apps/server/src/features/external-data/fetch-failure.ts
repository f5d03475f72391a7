import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { ProviderError } from '../../providers/provider-error.ts'
import type { ExternalFetch, ExternalFetchStore } from '../../repositories/nfl/external-fetch-store.ts'

/** Retry delays after a failure. A source that rate-limits us gets the longer one. */
const RETRY_MS = 10 * MINUTE_MS
const BUSY_RETRY_MS = 30 * MINUTE_MS

export type FetchLog = {
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

export type FailedFetch = {
  key: ExternalFetch
  maxAgeMs: number
  /** The least time until the next attempt. Default: by the kind of failure and the maximum age. */
  retryMs?: number
}

/** Logs why a fetch failed, and records it with the time from which it may be tried again. */
export async function recordFailure(
  { fetchStore, log, now }: { fetchStore: ExternalFetchStore; log: FetchLog; now: () => Date },
  { key, maxAgeMs, retryMs = 0 }: FailedFetch,
  error: unknown,
): Promise<void> {
  const isProviderError = error instanceof ProviderError
  log[isProviderError ? 'warn' : 'error']({ err: error, ...key }, 'failed to fetch external data')
  const delayMs = Math.max(retryMs, retryDelayMs(error, maxAgeMs))
  const retryAt = new Date(now().getTime() + delayMs)
  const reason = isProviderError ? error.message : 'unhandled error (see the server log)'
  await fetchStore.recordFailure(key, { error: reason, retryAt }, now())
}

function retryDelayMs(error: unknown, maxAgeMs: number): number {
  if (error instanceof ProviderError && error.failure === 'busy') return BUSY_RETRY_MS
  return maxAgeMs > DAY_MS ? DAY_MS : RETRY_MS
}
