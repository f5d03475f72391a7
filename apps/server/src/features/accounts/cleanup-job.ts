import type { ScheduledJob } from '../../jobs/job.ts'
import type { AccountsCleanupStore } from './cleanup-store.ts'

/**
 * Deletes expired sessions, sign-in steps, reset links and API tokens, old keys of posts, and attempts older than any
 * rate limit window.
 */
export function accountsCleanupJob(store: AccountsCleanupStore, now: () => Date): ScheduledJob {
  return {
    name: 'accounts-clean-up',
    schedule: '17 * * * *',
    async run(signal) {
      await store.deleteExpiredSessions(now())
      signal.throwIfAborted()
      await store.deleteExpiredResetLinks(now())
      signal.throwIfAborted()
      await store.deleteExpiredSignInSteps(now())
      signal.throwIfAborted()
      await store.deleteExpiredTokens(now())
      signal.throwIfAborted()
      await store.deleteOldPostKeys(now())
      signal.throwIfAborted()
      await store.deleteOldAttempts(now())
    },
  }
}
