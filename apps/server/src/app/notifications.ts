import type { Db } from '../database/engine/database.ts'
import { notificationJob } from '../features/notifications/notification-job.ts'
import { notificationQueries } from '../features/notifications/notification-queries.ts'
import { notificationRecipients } from '../features/notifications/notification-recipients.ts'
import { notificationStore } from '../features/notifications/notification-store.ts'
import { createPushKeyCipher, getOrCreatePushKeys } from '../features/notifications/push-keys.ts'
import { pushSender } from '../features/notifications/push-sender.ts'
import type { Job } from '../jobs/job.ts'
import type { Mailer } from '../mail/mailer.ts'
import { nflReader } from '../repositories/nfl/nfl-reader.ts'
import type { Settings } from '../settings.ts'

export type NotificationSettings = Pick<Settings, 'secretKey' | 'PUSH_ANYWHERE'>

type NotificationOptions = {
  db: Db
  settings: NotificationSettings
  mailer: Mailer
  publicUrl: () => string
  now: () => Date
}

/** Creates the job that sends users the notifications they chose. */
export function createNotificationJob({ db, settings, mailer, publicUrl, now }: NotificationOptions): Job {
  const cipher = createPushKeyCipher(settings.secretKey)
  return notificationJob({
    store: notificationStore(db),
    leagues: notificationRecipients(db),
    queries: notificationQueries(db),
    nfl: nflReader(db),
    push: pushSender({
      keys: () => getOrCreatePushKeys(db, cipher),
      subject: () => vapidSubject(publicUrl()),
      allowsPrivateHosts: settings.PUSH_ANYWHERE,
      now,
    }),
    mailer,
    publicUrl,
    now,
  })
}

/** Push services require a contact: an https URL or an email address, which does not have to be read. */
function vapidSubject(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? publicUrl : 'mailto:nobody@fieldhouse.invalid'
}
