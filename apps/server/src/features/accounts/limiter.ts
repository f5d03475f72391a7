import type { Db } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../http/api-error.ts'

const MINUTE_MS = 60_000
const WINDOW_MS = 15 * MINUTE_MS

/** Failures within 15 minutes after which no more tries are taken. */
const LIMITS = { account: 10, address: 50 } as const

/** What is counted: the account that is tried, and the address the tries come from. */
export type Tried = { account: string; address: string }

export type Limiter = ReturnType<typeof attemptLimiter>

/** Counts in the database, so that several processes and a restart share the count. */
export function attemptLimiter(db: Db) {
  return {
    /**
     * Makes a try that may fail. It counts from the moment it begins, so that many at once
     * cannot outrun the limit, and is taken back when `attempt` answers something else than null.
     * Throws `too_many_attempts` without trying once the limit is reached.
     */
    async attempt<Result>(
      tried: Tried,
      now: Date,
      attempt: () => Promise<Result | null>,
    ): Promise<Result | null> {
      const buckets = [
        { bucket: `account:${tried.account}`, limit: LIMITS.account },
        { bucket: `address:${tried.address}`, limit: LIMITS.address },
      ]
      await sweep(db, now)
      const ids = await inTransaction(db, async (transaction) => {
        await takeTurn(transaction, buckets, now)
        await refuseOverLimit(transaction, buckets, now)
        const rows = await transaction
          .insertInto('attempts')
          .values(buckets.map(({ bucket }) => ({ bucket, at: now.getTime() })))
          .returning('id')
          .execute()
        return rows.map((row) => row.id)
      })
      const result = await attempt()
      if (result !== null) await db.deleteFrom('attempts').where('id', 'in', ids).execute()
      return result
    },

    /** Forgets the failures of an account, because its owner has shown that they know the password. */
    async forgive(account: string): Promise<void> {
      await db.deleteFrom('attempts').where('bucket', '=', `account:${account}`).execute()
    },
  }
}

/** Removes what no limit counts any more. */
async function sweep(db: Db, now: Date): Promise<void> {
  const end = now.getTime() - WINDOW_MS
  await db.deleteFrom('attempts').where('at', '<=', end).execute()
  await db.deleteFrom('attempt_buckets').where('tried_at', '<=', end).execute()
}

/** Makes others who count in the same buckets wait until this transaction has ended. */
async function takeTurn(
  db: Pick<Db, 'insertInto'>,
  buckets: readonly { bucket: string }[],
  now: Date,
): Promise<void> {
  for (const { bucket } of buckets) {
    await db
      .insertInto('attempt_buckets')
      .values({ bucket, tried_at: now.getTime() })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ tried_at: now.getTime() }))
      .execute()
  }
}

async function refuseOverLimit(
  db: Pick<Db, 'selectFrom'>,
  buckets: readonly { bucket: string; limit: number }[],
  now: Date,
): Promise<void> {
  for (const { bucket, limit } of buckets) {
    const tries = await db
      .selectFrom('attempts')
      .select('at')
      .where('bucket', '=', bucket)
      .where('at', '>', now.getTime() - WINDOW_MS)
      .orderBy('at', 'desc')
      .limit(limit)
      .execute()
    const oldest = tries[limit - 1]
    if (oldest === undefined) continue
    const waitMs = Math.max(1, oldest.at + WINDOW_MS - now.getTime())
    throw new ApiError('too_many_attempts', {
      sentence: `Too many attempts. Try again in ${Math.ceil(waitMs / MINUTE_MS)} minutes.`,
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    })
  }
}
