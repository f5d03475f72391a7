import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Kysely } from 'kysely'
import type { Db } from '../database/engine/database.ts'
import { inTransaction } from '../database/engine/transaction.ts'
import type { Database } from '../database/schema/schema.ts'
import { ApiError } from '../http/errors/api-error.ts'

/** Attempts older than this never count. */
export const MAX_WINDOW_MS = 60 * MINUTE_MS

/** Attempts that are counted together. At most `limit` are allowed within the window. */
export type Bucket = {
  name: string
  limit: number
  windowMs: number
  /** The start of the error message, before 'Try again in …'. The default is 'Too many attempts.' */
  message?: string
}

export type RateLimiter = ReturnType<typeof rateLimiter>

/** Counts attempts in the database, so that the counts are shared by all processes and survive restarts. */
export function rateLimiter(db: Db) {
  return {
    /**
     * Runs an attempt that may fail. It is counted before it starts, so that concurrent attempts cannot
     * exceed the limit, and it no longer counts if `attempt` succeeds, that is, returns a value other than
     * null. Throws `too_many_attempts` without running `attempt` once the limit is reached.
     */
    async attempt<Result>(
      buckets: readonly Bucket[],
      now: Date,
      attempt: () => Promise<Result | null>,
    ): Promise<Result | null> {
      const counted = await recordAttempts(db, buckets, now)
      if ('waitMs' in counted) throw tooManyAttempts(counted.waitMs)
      const result = await attempt()
      if (result !== null) await db.deleteFrom('attempts').where('id', 'in', counted.ids).execute()
      return result
    },

    /** Counts one attempt. Throws `too_many_attempts` once the limit is reached. */
    async consume(bucket: Bucket, now: Date): Promise<void> {
      const counted = await recordAttempts(db, [bucket], now)
      if ('waitMs' in counted) throw tooManyAttempts(counted.waitMs, bucket.message)
    },

    /** Counts one attempt; false once the limit is reached. */
    async tryConsume(bucket: Bucket, now: Date): Promise<boolean> {
      return 'ids' in (await recordAttempts(db, [bucket], now))
    },
  }
}

/** Records an attempt in every bucket and returns the row IDs; if a bucket is full, returns how long to wait. */
function recordAttempts(
  db: Db,
  buckets: readonly Bucket[],
  now: Date,
): Promise<{ ids: number[] } | { waitMs: number }> {
  return inTransaction(db, async (transaction) => {
    await lockBuckets(transaction, buckets, now)
    const waitMs = await waitTimeMs(transaction, buckets, now)
    if (waitMs > 0) return { waitMs }
    const rows = await transaction
      .insertInto('attempts')
      .values(buckets.map(({ name }) => ({ bucket: name, at: now.getTime() })))
      .returning('id')
      .execute()
    return { ids: rows.map((row) => row.id) }
  })
}

/** Makes concurrent transactions that count in the same buckets wait until this one has ended. */
async function lockBuckets(db: Kysely<Database>, buckets: readonly Bucket[], now: Date): Promise<void> {
  for (const { name } of buckets) {
    await db
      .insertInto('attempt_buckets')
      .values({ bucket: name, tried_at: now.getTime() })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ tried_at: now.getTime() }))
      .execute()
  }
}

/** How long until no bucket is full, in milliseconds; 0 when none is. */
async function waitTimeMs(db: Kysely<Database>, buckets: readonly Bucket[], now: Date): Promise<number> {
  let waitMs = 0
  for (const { name, limit, windowMs } of buckets) {
    const attempts = await db
      .selectFrom('attempts')
      .select('at')
      .where('bucket', '=', name)
      .where('at', '>', now.getTime() - windowMs)
      // Attempts further in the future were recorded before the clock was set back.
      .where('at', '<', now.getTime() + windowMs)
      .orderBy('at', 'desc')
      .limit(limit)
      .execute()
    const oldest = attempts[limit - 1]
    if (oldest !== undefined) waitMs = Math.max(waitMs, oldest.at + windowMs - now.getTime())
  }
  return waitMs
}

function tooManyAttempts(waitMs: number, reason = 'Too many attempts.'): ApiError {
  return new ApiError('too_many_attempts', {
    message: `${reason} Try again in ${Math.ceil(waitMs / MINUTE_MS)} minutes.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}
