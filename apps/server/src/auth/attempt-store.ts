import type { Db } from '../database/engine/database.ts'
import { inTransaction } from '../database/engine/transaction.ts'

export type AttemptLimit = { name: string; limit: number; windowMs: number }

export type RecordResult =
  | {
      kind: 'recorded'
      /** Whether a limit is reached now that was not before. */
      hasReachedLimit: boolean
    }
  | ({ kind: 'rejected' } & ReachedLimit)

/** A limit that is reached, and how long until it allows another attempt. Of several, the one that takes longest. */
export type ReachedLimit = { limit: AttemptLimit; waitMs: number }

export type AttemptStore = ReturnType<typeof attemptStore>

/** Counts attempts in the database, so that the counts are shared by all processes and survive restarts. */
export function attemptStore(db: Db) {
  return {
    /** Records an attempt under every limit, unless one of them is reached. */
    async record(limits: readonly AttemptLimit[], now: Date): Promise<RecordResult> {
      // Rejected first without a transaction, which would make a flood of requests above a limit costly.
      const known = reachedLimit(await countAttempts(db, limits, now))
      if (known !== null) return { kind: 'rejected', ...known }
      return inTransaction(db, async (transaction) => {
        await lockBuckets(transaction, limits, now)
        const counts = await countAttempts(transaction, limits, now)
        const reached = reachedLimit(counts)
        if (reached !== null) return { kind: 'rejected', ...reached }
        await transaction
          .insertInto('attempts')
          .values(limits.map(({ name }) => ({ bucket: name, at: now.getTime() })))
          .execute()
        return { kind: 'recorded', hasReachedLimit: counts.some(({ remaining }) => remaining === 1) }
      })
    },

    findReached: async (limits: readonly AttemptLimit[], now: Date) =>
      reachedLimit(await countAttempts(db, limits, now)),

    async countUsed({ name, windowMs }: AttemptLimit, now: Date) {
      const { count } = await currentAttempts(db, name, windowMs, now)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

/** Makes concurrent transactions that count under the same limits wait until this one has ended. */
async function lockBuckets(db: Db, limits: readonly AttemptLimit[], now: Date): Promise<void> {
  for (const { name } of limits)
    await db
      .insertInto('attempt_buckets')
      .values({ bucket: name, tried_at: now.getTime() })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ tried_at: now.getTime() }))
      .execute()
}

type AttemptCount = ReachedLimit & { remaining: number }

function reachedLimit(counts: readonly AttemptCount[]): ReachedLimit | null {
  const [longest] = counts.toSorted((a, b) => b.waitMs - a.waitMs)
  return longest === undefined || longest.waitMs === 0 ? null : longest
}

async function countAttempts(db: Db, limits: readonly AttemptLimit[], now: Date) {
  const counts: AttemptCount[] = []
  for (const each of limits) {
    const { name, limit, windowMs } = each
    const attempts = await currentAttempts(db, name, windowMs, now)
      .select('at')
      .orderBy('at', 'desc')
      .limit(limit)
      .execute()
    const oldest = attempts[limit - 1]
    const waitMs = oldest === undefined ? 0 : oldest.at + windowMs - now.getTime()
    counts.push({ limit: each, remaining: limit - attempts.length, waitMs })
  }
  return counts
}

function currentAttempts(db: Db, name: string, windowMs: number, now: Date) {
  return (
    db
      .selectFrom('attempts')
      .where('bucket', '=', name)
      .where('at', '>', now.getTime() - windowMs)
      // Attempts further in the future were recorded before the clock was set back.
      .where('at', '<', now.getTime() + windowMs)
  )
}
