import type { AccountChangeAction } from '@fieldhouse/domain/notifications/account-notifications'
import type { Db } from '../database/engine/database.ts'
import { insertJobs } from '../jobs/job-store.ts'
import {
  type AuditEntry,
  type AuditedChange,
  type AuditedRequest,
  changeWithAudit,
  recordAuditEntry,
} from '../repositories/audit.ts'

export const ACCOUNT_NOTICE_JOB = 'account-notice'

/**
 * Records a change of how a user signs in, or of what opens their account, and queues a notice to them. It goes to the
 * address that the account has so far: call this before the address changes. `db` should be the transaction of the change.
 */
export async function recordAccountChange(
  db: Db,
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

type AccountChange = AuditedChange & {
  /** Like `recordAccountChange`, by default of the account of who makes the change. */
  record: (action: AccountChangeAction, detail?: AuditEntry['detail'], userId?: number) => Promise<void>
}

/** Runs a change of an account in a transaction. An error undoes it. */
export function changeAccount<Result>(
  call: AuditedRequest,
  change: (change: AccountChange) => Promise<Result>,
): Promise<Result> {
  const { user: actor } = call
  return changeWithAudit(call, (each) =>
    change({
      ...each,
      record: (action, detail = {}, userId = actor.userId) =>
        recordAccountChange(each.transaction, userId, { at: each.now, actor, action, detail }),
    }),
  )
}
