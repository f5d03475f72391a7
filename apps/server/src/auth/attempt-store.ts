import type { Kysely } from 'kysely'
import type { Db } from '../database/engine/database.ts'
import { inTransaction } from '../database/engine/transaction.ts'
import type { Database } from '../database/schema/schema.ts'

/** Attempts that are counted together. At most `limit` are allowed within the window. */
export type AttemptLimit = { name: string; limit: number; windowMs: number }

/** Counts attempts in the database, so that the counts are shared by all processes and survive restarts. */
export interface AttemptStore {
  /** Records an attempt under every limit and returns the row IDs; if a limit is reached, how long to wait. */
  record(limits: readonly AttemptLimit[], now: Date): Promise<{ ids: number[] } | { waitMs: number }>
  /** Deletes recorded attempts, so that they no longer count. */
  delete(ids: readonly number[]): Promise<void>
}

export function attemptStore(db: Db): AttemptStore {
  return {
    record(limits, now) {
      return inTransaction(db, async (transaction) => {
        await lockBuckets(transaction, limits, now)
        const waitMs = await waitTimeMs(transaction, limits, now)
        if (waitMs > 0) return { waitMs }
        const rows = await transaction
          .insertInto('attempts')
          .values(limits.map(({ name }) => ({ bucket: name, at: now.getTime() })))
          .returning('id')
          .execute()
        return { ids: rows.map((row) => row.id) }
      })
    },

    async delete(ids) {
      await db.deleteFrom('attempts').where('id', 'in', ids).execute()
    },
  }
}

/** Makes concurrent transactions that count under the same limits wait until this one has ended. */
async function lockBuckets(db: Kysely<Database>, limits: readonly AttemptLimit[], now: Date): Promise<void> {
  for (const { name } of limits) {
    await db
      .insertInto('attempt_buckets')
      .values({ bucket: name, tried_at: now.getTime() })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ tried_at: now.getTime() }))
      .execute()
  }
}

/** How long until no limit is reached, in milliseconds; 0 when none is. */
async function waitTimeMs(db: Kysely<Database>, limits: readonly AttemptLimit[], now: Date): Promise<number> {
  let waitMs = 0
  for (const { name, limit, windowMs } of limits) {
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
