import { DAY_MS } from '@fieldhouse/domain/duration'
import { MAX_WINDOW_MS } from '../../auth/rate-limits.ts'
import type { Db } from '../../database/engine/database.ts'
import type { ScheduledJob } from '../../jobs/job.ts'

/** Until then, an expired API token is listed, and requests with it get the reason. */
const EXPIRED_TOKEN_TTL_MS = 30 * DAY_MS

/** No browser sends a post again after that. */
const POST_KEY_TTL_MS = 30 * DAY_MS

export function accountsCleanupJob(db: Db, now: () => Date): ScheduledJob {
  const before = (ms: number) => now().getTime() - ms
  const deletions = [
    () => db.deleteFrom('sessions').where('expires_at', '<=', before(0)),
    () => db.deleteFrom('password_resets').where('expires_at', '<=', before(0)),
    () => db.deleteFrom('passkey_challenges').where('expires_at', '<=', before(0)),
    () => db.deleteFrom('sign_in_steps').where('expires_at', '<=', before(0)),
    () => db.deleteFrom('api_tokens').where('expires_at', '<=', before(EXPIRED_TOKEN_TTL_MS)),
    () => db.deleteFrom('post_keys').where('created_at', '<=', before(POST_KEY_TTL_MS)),
    () => db.deleteFrom('attempts').where('at', '<=', before(MAX_WINDOW_MS)),
    () => db.deleteFrom('attempt_buckets').where('tried_at', '<=', before(MAX_WINDOW_MS)),
  ]
  return {
    name: 'accounts-clean-up',
    schedule: '17 * * * *',
    async run(signal) {
      for (const [index, deletion] of deletions.entries()) {
        if (index > 0) signal.throwIfAborted()
        await deletion().execute()
      }
    },
  }
}
