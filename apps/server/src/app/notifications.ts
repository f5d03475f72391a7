import type { Db } from '../database/database.ts'
import { nflReader } from '../database/nfl-reader.ts'
import { notificationJob } from '../features/notifications/notification-job.ts'
import { notificationQueries } from '../features/notifications/notification-queries.ts'
import { notificationRecipients } from '../features/notifications/notification-recipients.ts'
import { notificationStore } from '../features/notifications/notification-store.ts'
import { createPushKeyCipher, getOrCreatePushKeys } from '../features/notifications/push-keys.ts'
import { pushSender } from '../features/notifications/push-sender.ts'
import type { Job } from '../jobs/job.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Settings } from '../settings.ts'

export type NotificationSettings = Pick<Settings, 'secretKey' | 'PUSH_ANYWHERE'>

type NotificationOptions = {
  db: Db
  settings: NotificationSettings
  mailer: Mailer
  publicAddress: () => string
  now: () => Date
}

/** Tells people what they chose to be told. */
export function createNotificationJob({
  db,
  settings,
  mailer,
  publicAddress,
  now,
}: NotificationOptions): Job {
  const seal = createPushKeyCipher(settings.secretKey)
  return notificationJob({
    store: notificationStore(db),
    leagues: notificationRecipients(db),
    queries: notificationQueries(db),
    nfl: nflReader(db),
    push: pushSender({
      keys: () => getOrCreatePushKeys(db, seal),
      subject: () => vapidSubject(publicAddress()),
      allowsPrivateHosts: settings.PUSH_ANYWHERE,
      now,
    }),
    mailer,
    publicAddress,
    now,
  })
}

/** Push services want to know whom to ask: an https address, or one of letters, which nobody has to read. */
function vapidSubject(publicAddress: string): string {
  return publicAddress.startsWith('https://') ? publicAddress : 'mailto:nobody@fieldhouse.invalid'
}
