import type { Db } from '../../database/database.ts'
import { MAX_WINDOW_MS } from '../../http/rate-limiter.ts'
import type { Job } from '../../jobs/job.ts'

/** Removes what has expired: sessions, reset links, tries that no limit counts any more. */
export function accountsCleanupJob(db: Db, now: () => Date): Job {
  return {
    name: 'accounts-clean-up',
    schedule: '17 * * * *',
    async run(signal) {
      const at = now().getTime()
      await db.deleteFrom('sessions').where('expires_at', '<=', at).execute()
      signal.throwIfAborted()
      await db.deleteFrom('password_resets').where('expires_at', '<=', at).execute()
      signal.throwIfAborted()
      await db
        .deleteFrom('attempts')
        .where('at', '<=', at - MAX_WINDOW_MS)
        .execute()
      await db
        .deleteFrom('attempt_buckets')
        .where('tried_at', '<=', at - MAX_WINDOW_MS)
        .execute()
    },
  }
}
