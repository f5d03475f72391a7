import type { Db } from '../database/database.ts'
import { accountsCleanUp } from '../features/accounts/clean-up.ts'
import { mediaCleanUp } from '../features/feed/media-clean-up.ts'
import { mediumStore } from '../features/feed/medium-store.ts'
import { newsCleanUp } from '../features/news/clean-up.ts'
import { newsStore } from '../features/news/store.ts'
import type { OutsideData } from '../features/outside/outside-data.ts'
import { outsideJob } from '../features/outside/outside-job.ts'
import { webhookJob } from '../features/webhook/webhook-job.ts'
import type { Job } from '../jobs/job.ts'
import { leagueJobsCleanUp } from '../jobs/league-jobs-clean-up.ts'
import { eventsCleanUp } from '../live/clean-up.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { MediaStore } from '../media/media-store.ts'
import { type NotificationSettings, notifications } from './notifications.ts'
import { recaps } from './recaps.ts'
import { type WebhookSettings, webhooks } from './webhooks.ts'

export type ScheduledJobsOptions = {
  db: Db
  media: MediaStore
  /** null where nothing outside is read on a schedule. */
  outside: OutsideData | null
  settings: WebhookSettings & NotificationSettings
  mailer: Mailer
  /** Where people open the page. */
  publicAddress: () => string
  now: () => Date
}

/** Everything that is done on a schedule. */
export function scheduledJobs(options: ScheduledJobsOptions): Job[] {
  const { db, media, outside, settings, now } = options
  return [
    accountsCleanUp(db, now),
    eventsCleanUp(db, now),
    leagueJobsCleanUp(db, now),
    newsCleanUp(newsStore(db), now),
    mediaCleanUp(media, mediumStore(db), now),
    recaps(db, now),
    notifications(options),
    webhookJob({ ...webhooks(db, settings, now), now }),
    ...(outside === null ? [] : [outsideJob(outside)]),
  ]
}
