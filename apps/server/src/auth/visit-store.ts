import { HOUR_MS } from '@fieldhouse/domain/duration'
import { sql } from 'kysely'
import type { Db } from '../database/engine/database.ts'

/** A visit ends when the account has not been used for this long. Reloading a page does not begin another one. */
const VISIT_GAP_MS = 4 * HOUR_MS

/** Records the use of an account. After a break it begins a new visit, and the last use becomes the previous visit. */
export async function recordVisit(db: Db, userId: number, now: Date): Promise<void> {
  const seenAt = now.getTime()
  await db
    .insertInto('visits')
    .values({ user_id: userId, seen_at: seenAt })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        previous_at: sql`case when visits.seen_at <= ${seenAt - VISIT_GAP_MS} then visits.seen_at
          else visits.previous_at end`,
        seen_at: seenAt,
      }),
    )
    .execute()
}

/** When the visit before the current one ended; null on the first visit. */
export async function findPreviousVisit(db: Db, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('visits')
    .select('previous_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.previous_at == null ? null : new Date(row.previous_at)
}
