import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { RateLimiter } from '../auth/rate-limits.ts'
import type { Context } from '../context.ts'
import { newToken } from '../crypto/crypto.ts'
import {
  accountNoticeJob,
  lockoutEmailJob,
  resetEmailJob,
  verificationEmailJob,
} from '../features/accounts/email-jobs.ts'
import { accountsCleanupJob } from '../features/accounts/sign-in.ts'
import { chainAuditLogJob } from '../features/admin/admin.ts'
import { backfillJob } from '../features/backfill/backfill-job.ts'
import { settlementJob } from '../features/betslip/settlement.ts'
import {
  externalDataJob,
  externalFetchJob,
  externalWeekJob,
  externalWeekRequest,
  liveScoresJob,
} from '../features/external-data/external-data.ts'
import { anonymousVoteKeys } from '../features/feed/feed-reader.ts'
import { mediaCleanupJob } from '../features/feed/media.ts'
import { pinLeaguePost, previewCleanupJob, previewJob, unpinPosts } from '../features/feed/posts.ts'
import { recordJob } from '../features/history/record-job.ts'
import {
  fetchNews,
  leagueNewsJob,
  leagueNewsRequest,
  newsCleanupJob,
  viewedLeaguesNewsJob,
} from '../features/news/news.ts'
import { mailJob, notificationJob, pushJob } from '../features/notifications/notification-jobs.ts'
import { enqueue, listPeople } from '../features/notifications/notification-store.ts'
import type { PushContext } from '../features/notifications/notifications.ts'
import type { RecapContext } from '../features/recap/read-recap.ts'
import { recapJob, recapRewriter, type StartRewriting } from '../features/recap/recap-job.ts'
import { refreshAllJob } from '../features/refresh/refresh.ts'
import { type RefreshJobOptions, refreshJob, refreshSchedule } from '../features/refresh/refresh-job.ts'
import { backupJobs } from '../features/site/backups/backups.ts'
import { statusJobs } from '../features/site/status.ts'
import { queueWebhookMessage, webhookJob } from '../features/webhook/webhook.ts'
import type { IngestionContext } from '../ingestion/fetch-league.ts'
import { type JobKind, type JobPool, type ScheduledJob, scheduledKind } from '../jobs/job.ts'
import { type JobRunner, jobRunner } from '../jobs/job-runner.ts'
import { jobStore, jobsCleanUp } from '../jobs/job-store.ts'
import { eventsCleanUp } from '../live/live-events.ts'
import type { OwnerPictures } from '../media/owner-pictures.ts'
import { listViewedLeagues } from '../repositories/league-sources.ts'
import { type AppOptions, RELEASE } from './app-options.ts'

/** How long a shutdown waits for jobs that take seconds, such as a refresh that a client is waiting for. */
const STOP_TIMEOUT_MS = 4000

const MAILS: JobPool = { slots: 3 }

type JobOptions = AppOptions &
  RecapContext & {
    sendsMail: boolean
    pictures: OwnerPictures
    limiter: RateLimiter
    viewedLeagues: () => number[]
    onChange: () => void
    publicUrl: () => string
  }

/**
 * Creates the runner of all jobs. Requested jobs start immediately. Once the app listens, it also runs recurring
 * jobs, queued and interrupted jobs of earlier and other processes and, unless REFRESH_SCHEDULE is off, due refreshes.
 */
export function registerJobs(app: FastifyInstance, options: JobOptions): JobRunner {
  const { db, now, onChange } = options
  const runner: JobRunner = jobRunner({
    store: jobStore(db),
    kinds: jobKinds(app, options, () => runner),
    newToken,
    log: app.log,
    now,
    systemNow: () => new Date(),
    onChange,
  })
  app.addHook('onListen', async () => runner.start())
  app.addHook('preClose', async () => void runner.stop(STOP_TIMEOUT_MS))
  // Again, because the last requests may have queued jobs.
  app.addHook('onClose', () => runner.stop(STOP_TIMEOUT_MS))
  return runner
}

function jobKinds({ log }: FastifyInstance, options: JobOptions, runner: () => JobRunner): JobKind[] {
  const { db, settings, externalData, now } = options
  const isScheduled = settings.REFRESH_SCHEDULE === 'on'
  const hasNews = options.newsSources.length > 0
  const jobs: Parameters<typeof refreshAllJob>[1] = {
    requestForLeague: (request) => runner().requestForLeague(request),
    tryRequestForLeague: (request) => runner().tryRequestForLeague(request),
    waitForOutcome: (id, signal) => runner().waitForOutcome(id, signal),
  }
  const schedule = {
    db,
    isOn: isScheduled,
    takeViewedLeagues: options.viewedLeagues,
    requestJob: jobs.requestForLeague,
    now,
  }
  const emails = { ...options, pool: MAILS, log }
  const fetchPlayerNews = (payload: unknown, signal: AbortSignal) =>
    fetchNews({ ...options, log }, payload, signal)
  const hasViewers = async () => (await listViewedLeagues(db, now())).length > 0
  return [
    ...leagueJobKinds(
      { ...options, readPlayers: externalData.readPlayers },
      {
        followUpJobs: (leagueId, week) => [
          externalWeekRequest(week, now()),
          ...(hasNews ? [leagueNewsRequest(leagueId)] : []),
        ],
        enqueueDue: refreshSchedule(schedule),
      },
    ),
    refreshAllJob(db, jobs, now),
    resetEmailJob(emails),
    lockoutEmailJob(emails),
    accountNoticeKind(emails),
    verificationEmailJob(emails),
    ...notificationJobKinds({ ...options, mailPool: MAILS }),
    webhookJob(options),
    previewJob({ ...options, log }),
    externalWeekJob(externalData),
    leagueNewsJob(options),
    externalFetchJob(externalData.fetch, fetchPlayerNews),
    ...(isScheduled ? [externalDataJob(externalData), liveScoresJob(externalData, hasViewers)] : []),
    ...(isScheduled && hasNews ? [viewedLeaguesNewsJob(options)] : []),
    ...backupJobs({
      ...options,
      secretKey: settings.secretKey,
      release: RELEASE,
      isScheduled: settings.BACKUPS === 'on',
      checkFolder: join(settings.dataDir, 'backup-check'),
      log,
    }),
    ...statusJobs({ ...options, log }),
    ...scheduledJobs(options, log).map(scheduledKind),
  ]
}

function scheduledJobs(
  options: JobOptions,
  log: Parameters<typeof chainAuditLogJob>[1] & Parameters<typeof recapRewriter>[2],
): ScheduledJob[] {
  const { db, media, chatModel, now } = options
  return [
    accountsCleanupJob(db, now),
    eventsCleanUp(db, now),
    jobsCleanUp(db, now),
    newsCleanupJob(db, now),
    mediaCleanupJob(db, media, now),
    previewCleanupJob(db, now),
    createRecapJob(options, chatModel === null ? null : recapRewriter(options, chatModel, log)),
    settlementJob(db, now),
    recordJob(options),
    chainAuditLogJob(db, log),
  ]
}

const LEAGUE_JOBS: JobPool = { slots: 3 }

/** Commands have no options, because they only do what they are asked to. */
export function leagueJobKinds(
  ctx: IngestionContext,
  options: Omit<RefreshJobOptions, 'pool'> = {},
): JobKind[] {
  const refresh = refreshJob(ctx, { ...options, pool: LEAGUE_JOBS })
  return [refresh, backfillJob(ctx, LEAGUE_JOBS, refresh.run)]
}

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

export function createRecapJob(
  ctx: RecapContext & Pick<Context, 'db' | 'now'>,
  startRewriting: StartRewriting | null = null,
): ScheduledJob {
  const feedWriter = { pinPost: pinLeaguePost, unpinPosts, queueMessage: queueWebhookMessage }
  return recapJob(ctx, feedWriter, startRewriting)
}
