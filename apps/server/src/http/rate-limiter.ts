import type { Kysely } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Database } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { ApiError } from './api-error.ts'

const MINUTE_MS = 60_000

/** Nothing is counted for longer. */
export const MAX_WINDOW_MS = 60 * MINUTE_MS

/** What is counted together, and how much of it the limit takes within the window. */
export type Bucket = {
  name: string
  limit: number
  windowMs: number
  /** What a person over the limit is told first; 'Too many attempts.' without it. */
  message?: string
}

export type RateLimiter = ReturnType<typeof rateLimiter>

/** Counts in the database, so that several processes and a restart share the count. */
export function rateLimiter(db: Db) {
  return {
    /**
     * Makes a try that may fail. It counts from the moment it begins, so that many at once
     * cannot outrun the limit, and is taken back when `attempt` answers something else than null.
     * Throws `too_many_attempts` without trying once the limit is reached.
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

    /** Counts one more, or throws `too_many_attempts` once the limit is reached. */
    async consume(bucket: Bucket, now: Date): Promise<void> {
      const counted = await recordAttempts(db, [bucket], now)
      if ('waitMs' in counted) throw tooManyAttempts(counted.waitMs, bucket.message)
    },

    /** Counts one more; false once the limit is reached. */
    async tryConsume(bucket: Bucket, now: Date): Promise<boolean> {
      return 'ids' in (await recordAttempts(db, [bucket], now))
    },
  }
}

/** The numbers of the rows that count, or how long until there is room again. */
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

/** Makes others who count in the same buckets wait until this transaction has ended. */
async function lockBuckets(db: Kysely<Database>, buckets: readonly Bucket[], now: Date): Promise<void> {
  for (const { name } of buckets) {
    await db
      .insertInto('attempt_buckets')
      .values({ bucket: name, tried_at: now.getTime() })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ tried_at: now.getTime() }))
      .execute()
  }
}

/** How long until none of the buckets is full; 0 when none is. */
async function waitTimeMs(db: Kysely<Database>, buckets: readonly Bucket[], now: Date): Promise<number> {
  let waitMs = 0
  for (const { name, limit, windowMs } of buckets) {
    const tries = await db
      .selectFrom('attempts')
      .select('at')
      .where('bucket', '=', name)
      .where('at', '>', now.getTime() - windowMs)
      // What lies further ahead was counted by a clock that has been set back since.
      .where('at', '<', now.getTime() + windowMs)
      .orderBy('at', 'desc')
      .limit(limit)
      .execute()
    const oldest = tries[limit - 1]
    if (oldest !== undefined) waitMs = Math.max(waitMs, oldest.at + windowMs - now.getTime())
  }
  return waitMs
}

function tooManyAttempts(waitMs: number, refusal = 'Too many attempts.'): ApiError {
  return new ApiError('too_many_attempts', {
    message: `${refusal} Try again in ${Math.ceil(waitMs / MINUTE_MS)} minutes.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}
