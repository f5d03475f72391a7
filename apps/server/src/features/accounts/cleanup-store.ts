import { DAY_MS } from '@fieldhouse/domain/duration'
import { MAX_WINDOW_MS } from '../../auth/rate-limiter.ts'
import type { Db } from '../../database/engine/database.ts'

const EXPIRED_TOKEN_TTL_MS = 30 * DAY_MS
const POST_KEY_TTL_MS = 30 * DAY_MS

export interface AccountsCleanupStore {
  deleteExpiredSessions(now: Date): Promise<void>
  deleteExpiredResetLinks(now: Date): Promise<void>
  /** Deletes passkey challenges and sign-ins without a second factor that have expired. */
  deleteExpiredSignInSteps(now: Date): Promise<void>
  /** Deletes API tokens that expired more than 30 days ago: until then, they are listed and requests get the reason. */
  deleteExpiredTokens(now: Date): Promise<void>
  /** Deletes the keys of posts after 30 days. No browser sends a post again after that. */
  deleteOldPostKeys(now: Date): Promise<void>
  /** Deletes attempts that are older than any rate limit window. */
  deleteOldAttempts(now: Date): Promise<void>
}

export function accountsCleanupStore(db: Db): AccountsCleanupStore {
  return {
    async deleteExpiredSessions(now) {
      await db.deleteFrom('sessions').where('expires_at', '<=', now.getTime()).execute()
    },

    async deleteExpiredResetLinks(now) {
      await db.deleteFrom('password_resets').where('expires_at', '<=', now.getTime()).execute()
    },

    async deleteExpiredSignInSteps(now) {
      await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now.getTime()).execute()
      await db.deleteFrom('sign_in_steps').where('expires_at', '<=', now.getTime()).execute()
    },

    async deleteExpiredTokens(now) {
      const before = now.getTime() - EXPIRED_TOKEN_TTL_MS
      await db.deleteFrom('api_tokens').where('expires_at', '<=', before).execute()
    },

    async deleteOldPostKeys(now) {
      const before = now.getTime() - POST_KEY_TTL_MS
      await db.deleteFrom('post_keys').where('created_at', '<=', before).execute()
    },

    async deleteOldAttempts(now) {
      const before = now.getTime() - MAX_WINDOW_MS
      await db.deleteFrom('attempts').where('at', '<=', before).execute()
      await db.deleteFrom('attempt_buckets').where('tried_at', '<=', before).execute()
    },
  }
}
