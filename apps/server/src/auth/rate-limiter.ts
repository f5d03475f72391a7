import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { ApiError } from '../http/errors/api-error.ts'
import type { AttemptLimit, AttemptStore, ReachedLimit } from './attempt-store.ts'

/** Attempts older than this never count. */
export const MAX_WINDOW_MS = 60 * MINUTE_MS

/** `message` is the start of the error message, before 'Try again in …'. The default is 'Too many attempts.' */
export type Bucket = AttemptLimit & { message?: string }

export type RateLimiter = ReturnType<typeof rateLimiter>

export function rateLimiter(store: AttemptStore) {
  return {
    /**
     * Runs an attempt that may fail, and counts it if it does, that is, returns null. Throws `too_many_attempts`
     * without running `attempt` once the limit is reached, and also if it was reached in the meantime, so that
     * concurrent attempts reveal no more results than the limit. `onLimitReached` is called by the failure that
     * reaches it.
     */
    async attempt<Result>(
      buckets: readonly Bucket[],
      now: Date,
      attempt: () => Promise<Result | null>,
      onLimitReached?: () => Promise<void>,
    ): Promise<Result | null> {
      await rejectIfReached(buckets, now)
      const result = await attempt()
      if (result !== null) {
        await rejectIfReached(buckets, now)
        return result
      }
      const counted = await store.record(buckets, now)
      if (counted.kind === 'rejected') throw tooManyAttempts(counted)
      if (counted.hasReachedLimit) await onLimitReached?.()
      return null
    },

    /** Counts one attempt. Throws `too_many_attempts` once the limit is reached. */
    async consume(bucket: Bucket, now: Date): Promise<void> {
      const counted = await store.record([bucket], now)
      if (counted.kind === 'rejected') throw tooManyAttempts(counted, bucket.message)
    },

    async tryConsume(bucket: Bucket, now: Date): Promise<boolean> {
      return (await store.record([bucket], now)).kind === 'recorded'
    },
  }

  async function rejectIfReached(buckets: readonly Bucket[], now: Date): Promise<void> {
    const reached = await store.findReached(buckets, now)
    if (reached !== null) throw tooManyAttempts(reached)
  }
}

function tooManyAttempts({ limit, waitMs }: ReachedLimit, reason = 'Too many attempts.'): ApiError {
  return new ApiError('too_many_attempts', {
    message: `${reason} Try again in ${Math.ceil(waitMs / MINUTE_MS)} minutes.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    rateLimit: { policy: 'attempts', requests: limit.limit, windowSeconds: limit.windowMs / 1000 },
  })
}
