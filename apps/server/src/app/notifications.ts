import type { Context } from '../context.ts'
import { accountNoticeJob } from '../features/accounts/email-jobs.ts'
import { anonymousVoteKeys } from '../features/feed/proposals/proposal-store.ts'
import { mailJob, pushJob } from '../features/notifications/delivery-jobs.ts'
import { notificationJob } from '../features/notifications/notification-job.ts'
import { enqueue } from '../features/notifications/notification-store.ts'
import type { PushContext } from '../features/notifications/push.ts'
import { listPeople } from '../features/notifications/recipients.ts'
import { type JobKind, type JobPool, scheduledKind } from '../jobs/job.ts'

type NotificationOptions = PushContext &
  Pick<Context, 'mailer'> & {
    mailPool: JobPool
  }

export function notificationJobKinds(options: NotificationOptions): JobKind[] {
  const { voterKey } = anonymousVoteKeys(options.settings.secretKey)
  return [
    scheduledKind(notificationJob(options, voterKey)),
    pushJob(options),
    mailJob(options, options.mailPool),
  ]
}

/** The job that tells people about changes of their accounts. They choose whether it is pushed, but not whether they hear of it. */
export function accountNoticeKind(ctx: Parameters<typeof accountNoticeJob>[0]): JobKind {
  const { db, now } = ctx
  return accountNoticeJob(ctx, async (userId, notification) => {
    const person = (await listPeople(db, [userId])).get(userId)
    if (person === undefined) return
    const { kind } = notification
    const choice = { ...person.choices[kind], mail: false, inbox: true }
    const to = { ...person, choices: { ...person.choices, [kind]: choice } }
    await enqueue(db, [{ leagueId: null, to, notification }], now())
  })
}
