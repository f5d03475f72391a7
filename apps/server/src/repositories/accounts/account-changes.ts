import type { AccountChangeAction } from '@fieldhouse/domain/notifications/account-notifications'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { insertJobs } from '../../jobs/job-queue-store.ts'
import { type Actor, type AuditEntry, recordAuditEntry } from '../audit/audit.ts'

export const ACCOUNT_NOTICE_JOB = 'account-notice'

/**
 * Records a change of how a user signs in, or of what opens their account, and queues a notice to them. It goes to the
 * address that the account has so far: call this before the address changes. `db` should be the transaction of the change.
 */
export async function recordAccountChange(
  db: Kysely<Database>,
  userId: number,
  entry: AuditEntry & { action: AccountChangeAction },
): Promise<void> {
  await recordAuditEntry(db, entry)
  const { at, actor, action, detail = {} } = entry
  const { email, email_verified_at } = await db
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const notice = {
    userId,
    action,
    detail,
    by: actor?.username ?? null,
    at: at.getTime(),
    // The verified address that the account had before; null without one.
    email: email_verified_at === null || email === '' ? null : email,
  }
  await insertJobs(db, [{ kind: ACCOUNT_NOTICE_JOB, payload: notice }], at)
}

export function recordOwnChange(
  db: Kysely<Database>,
  user: Actor,
  at: Date,
  action: AccountChangeAction,
  detail: AuditEntry['detail'] = {},
): Promise<void> {
  return recordAccountChange(db, user.userId, { at, actor: user, action, detail })
}
