import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { ApiError } from '../http/errors/api-error.ts'
import type { AttemptLimit, AttemptStore } from './attempt-store.ts'

/** Attempts older than this never count. */
export const MAX_WINDOW_MS = 60 * MINUTE_MS

/** `message` is the start of the error message, before 'Try again in …'. The default is 'Too many attempts.' */
export type Bucket = AttemptLimit & { message?: string }

export interface RateLimiter {
  /**
   * Runs an attempt that may fail. It is counted before it starts, so that concurrent attempts cannot
   * exceed the limit, and it no longer counts if `attempt` succeeds, that is, returns a value other than
   * null. Throws `too_many_attempts` without running `attempt` once the limit is reached.
   */
  attempt<Result>(
    buckets: readonly Bucket[],
    now: Date,
    attempt: () => Promise<Result | null>,
  ): Promise<Result | null>
  /** Counts one attempt. Throws `too_many_attempts` once the limit is reached. */
  consume(bucket: Bucket, now: Date): Promise<void>
  /** Counts one attempt; false once the limit is reached. */
  tryConsume(bucket: Bucket, now: Date): Promise<boolean>
}

export function rateLimiter(store: AttemptStore): RateLimiter {
  return {
    async attempt(buckets, now, attempt) {
      const counted = await store.record(buckets, now)
      if ('waitMs' in counted) throw tooManyAttempts(counted.waitMs)
      const result = await attempt()
      if (result !== null) await store.delete(counted.ids)
      return result
    },

    async consume(bucket, now) {
      const counted = await store.record([bucket], now)
      if ('waitMs' in counted) throw tooManyAttempts(counted.waitMs, bucket.message)
    },

    async tryConsume(bucket, now) {
      return 'ids' in (await store.record([bucket], now))
    },
  }
}

function tooManyAttempts(waitMs: number, reason = 'Too many attempts.'): ApiError {
  return new ApiError('too_many_attempts', {
    message: `${reason} Try again in ${Math.ceil(waitMs / MINUTE_MS)} minutes.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}
