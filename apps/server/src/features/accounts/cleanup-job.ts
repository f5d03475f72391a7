import { MAX_WINDOW_MS } from '../../auth/rate-limiter.ts'
import type { Db } from '../../database/engine/database.ts'
import type { Job } from '../../jobs/job.ts'

/** Deletes expired sessions, expired reset links, and attempts that are older than any rate limit window. */
export function accountsCleanupJob(db: Db, now: () => Date): Job {
  return {
    name: 'accounts-clean-up',
    schedule: '17 * * * *',
    async run(signal) {
      const nowMs = now().getTime()
      await db.deleteFrom('sessions').where('expires_at', '<=', nowMs).execute()
      signal.throwIfAborted()
      await db.deleteFrom('password_resets').where('expires_at', '<=', nowMs).execute()
      signal.throwIfAborted()
      await db
        .deleteFrom('attempts')
        .where('at', '<=', nowMs - MAX_WINDOW_MS)
        .execute()
      await db
        .deleteFrom('attempt_buckets')
        .where('tried_at', '<=', nowMs - MAX_WINDOW_MS)
        .execute()
    },
  }
}
