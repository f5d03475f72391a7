import type { Db } from '../database/engine/database.ts'
import { accountNoticeJob } from '../features/accounts/email-jobs.ts'
import { anonymousVoteKeys } from '../features/feed/proposals/vote-keys.ts'
import { accessActivityStore } from '../features/notifications/access-activity-store.ts'
import { activityStore } from '../features/notifications/activity-store.ts'
import { adminActivityStore } from '../features/notifications/admin-activity-store.ts'
import { mailJob, pushJob } from '../features/notifications/delivery-jobs.ts'
import { leagueActivityStore } from '../features/notifications/league-activity-store.ts'
import { lineupStore } from '../features/notifications/lineup-store.ts'
import { mentionActivityStore } from '../features/notifications/mention-activity-store.ts'
import { notificationJob } from '../features/notifications/notification-job.ts'
import { notificationStore } from '../features/notifications/notification-store.ts'
import { createPushKeyCipher, getOrCreatePushKeys } from '../features/notifications/push-key-store.ts'
import { pushSender } from '../features/notifications/push-sender.ts'
import { recipientStore } from '../features/notifications/recipient-store.ts'
import { reportActivityStore } from '../features/notifications/report-activity-store.ts'
import { transactionActivityStore } from '../features/notifications/transaction-activity-store.ts'
import { type JobKind, type JobPool, scheduledKind } from '../jobs/job.ts'
import type { Mailer } from '../mail/mailer.ts'
import { nflReader } from '../repositories/nfl/nfl-reader.ts'
import { findRecapOfPost } from '../repositories/recaps/stored-recap.ts'
import type { Settings } from '../settings.ts'

export type NotificationSettings = Pick<Settings, 'secretKey' | 'PUSH_ANYWHERE'>

type NotificationOptions = {
  db: Db
  settings: NotificationSettings
  mailer: Mailer
  /** The slots that all emails share. */
  mailPool: JobPool
  publicUrl: () => string
  now: () => Date
}

/** The jobs that find out which notifications are due, and those that send them. */
export function notificationJobKinds(options: NotificationOptions): JobKind[] {
  const { db, settings, mailer, mailPool, publicUrl, now } = options
  const cipher = createPushKeyCipher(settings.secretKey)
  const store = notificationStore(db)
  const push = pushSender({
    keys: () => getOrCreatePushKeys(db, cipher),
    subject: () => vapidSubject(publicUrl()),
    allowsPrivateHosts: settings.PUSH_ANYWHERE,
    now,
  })
  return [
    scheduledKind(
      notificationJob({
        store,
        leagues: recipientStore(db),
        activity: activityStore(db, anonymousVoteKeys(settings.secretKey).voterKey),
        leagueActivity: leagueActivityStore(db),
        transactionActivity: transactionActivityStore(db),
        mentionActivity: mentionActivityStore(db),
        accessActivity: accessActivityStore(db),
        adminActivity: adminActivityStore(db),
        reportActivity: reportActivityStore(db),
        lineups: lineupStore(db),
        nfl: nflReader(db),
        push,
        now,
      }),
    ),
    pushJob({ store, push, now }),
    mailJob({
      store,
      mailer,
      pool: mailPool,
      findRecap: (postId) => findRecapOfPost(db, postId),
      publicUrl,
      now,
    }),
  ]
}

/** The job that tells people about changes of their accounts. They choose whether it is pushed, but not whether they hear of it. */
export function accountNoticeKind(ctx: Parameters<typeof accountNoticeJob>[0]): JobKind {
  const { db, now } = ctx
  return accountNoticeJob(ctx, async (userId, notification) => {
    const person = (await recipientStore(db).listPeople([userId])).get(userId)
    if (person === undefined) return
    const { kind } = notification
    const choice = { ...person.choices[kind], mail: false, inbox: true }
    const to = { ...person, choices: { ...person.choices, [kind]: choice } }
    await notificationStore(db).enqueue([{ leagueId: null, to, notification }], now())
  })
}

/** Push services require a contact: an https URL or an email address, which does not have to be read. */
function vapidSubject(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? publicUrl : 'mailto:nobody@fieldhouse.invalid'
}
