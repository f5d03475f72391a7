import {
  type AccountChange,
  accountNotification,
  describeAccountChange,
  isAccountChange,
} from '@fieldhouse/domain/notifications/account-notifications'
import type { Notification } from '@fieldhouse/domain/notifications/notification'
import { z } from 'zod'
import type { RateLimiter } from '../../auth/rate-limiter.ts'
import type { JobKind } from '../../jobs/job.ts'
import { withoutAutoLinks } from '../../mail/escape-html.ts'
import type { Email, Mailer } from '../../mail/mailer.ts'
import { createNotice } from '../../mail/notice.ts'
import { ACCOUNT_NOTICE_JOB } from '../../repositories/accounts/account-changes.ts'
import { type EmailJobOptions, emailJob } from './email-job.ts'
import { accountNoticesToAccount } from './rate-limits.ts'
import type { AccountStore } from './store.ts'

const Payload = z.object({
  userId: z.int(),
  action: z.string().refine(isAccountChange),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  by: z.string().nullable(),
  at: z.int(),
  email: z.string().nullable(),
})

export type AccountNoticeJobOptions = EmailJobOptions & {
  accounts: Pick<AccountStore, 'findById'>
  limiter: RateLimiter
  mailer: Mailer
  /** Whether the site sends email. */
  sendsMail: boolean
  /** Leaves an item in the inbox of a user, whatever they chose. */
  leaveInInbox: (userId: number, notification: Notification) => Promise<void>
  now: () => Date
}

/** Tells the owner of an account about a change of how they sign in: by email, or in the inbox if that is not possible. */
export function accountNoticeJob(options: AccountNoticeJobOptions): JobKind {
  const { accounts, limiter, mailer, sendsMail, leaveInInbox, now } = options
  return emailJob(ACCOUNT_NOTICE_JOB, options, async ({ payload, attempt, signal }) => {
    const { userId, email, at, ...rest } = Payload.parse(payload)
    const change: AccountChange = { ...rest, at: new Date(at) }
    const account = await accounts.findById(userId)
    if (account === null || account.isDisabled) return undefined
    const canMail =
      sendsMail &&
      email !== null &&
      (attempt > 1 || (await limiter.tryConsume(accountNoticesToAccount(userId), now())))
    if (canMail) await mailer.send(createAccountNotice(account.username, email, change), signal)
    else await leaveInInbox(userId, accountNotification(change))
    return undefined
  })
}

function createAccountNotice(username: string, email: string, change: AccountChange): Email {
  const { title, body } = describeAccountChange(change)
  return createNotice(email, `Fieldhouse: ${title}`, [
    `This is about your Fieldhouse account ${withoutAutoLinks(username)}.`,
    `${title}. ${withoutAutoLinks(body)}`,
    "If you didn't expect it, change your password and tell a site admin.",
  ])
}
