import type { Db } from '../../database/database.ts'
import { COUNTED_MS } from '../../http/attempt-limiter.ts'
import type { Job } from '../../jobs/job.ts'

/** Removes what has expired: sessions, reset links, tries that no limit counts any more. */
export function accountsCleanUp(db: Db, now: () => Date): Job {
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
        .where('at', '<=', at - COUNTED_MS)
        .execute()
      await db
        .deleteFrom('attempt_buckets')
        .where('tried_at', '<=', at - COUNTED_MS)
        .execute()
    },
  }
}
