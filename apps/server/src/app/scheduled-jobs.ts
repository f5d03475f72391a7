import type { Db } from '../database/engine/database.ts'
import { accountsCleanupJob } from '../features/accounts/cleanup-job.ts'
import type { ExternalData } from '../features/external-data/external-data.ts'
import { externalDataJob } from '../features/external-data/external-data-job.ts'
import { mediaCleanupJob } from '../features/feed/media/media-cleanup-job.ts'
import { mediaItemStore } from '../features/feed/media/media-item-store.ts'
import { newsCleanupJob } from '../features/news/cleanup-job.ts'
import { newsStore } from '../features/news/store.ts'
import { webhookJob } from '../features/webhook/webhook-job.ts'
import type { Job } from '../jobs/job.ts'
import { leagueJobsCleanUp } from '../jobs/league-jobs-clean-up.ts'
import { eventsCleanUp } from '../live/clean-up.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { MediaStore } from '../media/media-store.ts'
import { createNotificationJob, type NotificationSettings } from './notifications.ts'
import { createRecapJob } from './recaps.ts'
import { createWebhooks, type WebhookSettings } from './webhooks.ts'

export type ScheduledJobsOptions = {
  db: Db
  media: MediaStore
  /** null if external data is not read on a schedule. */
  externalData: ExternalData | null
  settings: WebhookSettings & NotificationSettings
  mailer: Mailer
  /** The base URL of the site. */
  publicUrl: () => string
  now: () => Date
}

/** Creates all scheduled jobs. */
export function scheduledJobs(options: ScheduledJobsOptions): Job[] {
  const { db, media, externalData, settings, now } = options
  return [
    accountsCleanupJob(db, now),
    eventsCleanUp(db, now),
    leagueJobsCleanUp(db, now),
    newsCleanupJob(newsStore(db), now),
    mediaCleanupJob(media, mediaItemStore(db), now),
    createRecapJob(db, now),
    createNotificationJob(options),
    webhookJob({ ...createWebhooks(db, settings, now), now }),
    ...(externalData === null ? [] : [externalDataJob(externalData)]),
  ]
}
