import type { Db } from '../database/database.ts'
import { nflReader } from '../database/nfl-reader.ts'
import { happenings } from '../features/notifications/happenings.ts'
import { notificationJob } from '../features/notifications/notification-job.ts'
import { notificationStore } from '../features/notifications/notification-store.ts'
import { pushKeySeal, pushKeys } from '../features/notifications/push-keys.ts'
import { pushSender } from '../features/notifications/push-sender.ts'
import { toldLeagues } from '../features/notifications/told-leagues.ts'
import type { Job } from '../jobs/job.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Settings } from '../settings.ts'

export type NotificationSettings = Pick<Settings, 'secretKey' | 'PUSH_ANYWHERE'>

type Options = {
  db: Db
  settings: NotificationSettings
  mailer: Mailer
  publicAddress: () => string
  now: () => Date
}

/** Tells people what they chose to be told. */
export function notifications({ db, settings, mailer, publicAddress, now }: Options): Job {
  const seal = pushKeySeal(settings.secretKey)
  return notificationJob({
    store: notificationStore(db),
    leagues: toldLeagues(db),
    happenings: happenings(db),
    nfl: nflReader(db),
    push: pushSender({
      keys: () => pushKeys(db, seal),
      subject: () => subjectOf(publicAddress()),
      mayBePrivate: settings.PUSH_ANYWHERE,
      now,
    }),
    mailer,
    publicAddress,
    now,
  })
}

/** Push services want to know whom to ask: an https address, or one of letters, which nobody has to read. */
function subjectOf(publicAddress: string): string {
  return publicAddress.startsWith('https://') ? publicAddress : 'mailto:nobody@fieldhouse.invalid'
}
