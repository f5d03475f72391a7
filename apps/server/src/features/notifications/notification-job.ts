import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { nextDeliveryTime } from '@fieldhouse/domain/notifications/notification'
import { groupBy } from '../../database/engine/group-by.ts'
import type { Job } from '../../jobs/job.ts'
import { retryDelayMs } from '../../jobs/retry-delay.ts'
import { MailError, type Mailer } from '../../mail/mailer.ts'
import type { DeliveryResult } from '../../providers/http/post-external.ts'
import { type BuildOptions, buildNotifications, type DueNotification } from './build-notifications.ts'
import { createNotificationEmail } from './notification-email.ts'
import type { LeagueRecipients, NotificationRecipients } from './notification-recipients.ts'
import type { Delivery, NotificationStore } from './notification-store.ts'
import type { PushSender } from './push-sender.ts'

/** Longer than sending a batch takes. If a process dies, a later run sends what it had claimed. */
const CLAIM_MS = 5 * MINUTE_MS
/** Deliveries sent concurrently. */
const BATCH_SIZE = 10
/** Proposals and comments older than this are ignored. */
const LOOKBACK_MS = HOUR_MS
/** Leagues processed together. */
const LEAGUES_PER_BATCH = 200

export type NotificationJobOptions = BuildOptions & {
  store: NotificationStore
  leagues: NotificationRecipients
  push: PushSender
  mailer: Mailer
  /** The base URL of the web app. */
  publicUrl: () => string
  now: () => Date
}

/** Every minute, queues new notifications and sends those that are due. */
export function notificationJob(options: NotificationJobOptions): Job {
  return {
    name: 'notifications',
    schedule: '* * * * *',
    async run(signal) {
      await options.push.prepare()
      await options.store.deleteExpired(options.now())
      await enqueueDue(options, signal)
      await sendDue(options, signal)
    },
  }
}

async function enqueueDue(options: NotificationJobOptions, signal: AbortSignal): Promise<void> {
  const { leagues, queries, now } = options
  const startedAt = now()
  const activity = await queries.listFeedActivity(new Date(startedAt.getTime() - LOOKBACK_MS))
  const activityByLeague = groupBy(activity, ({ leagueId }) => leagueId)
  let lastLeagueId = 0
  for (;;) {
    signal.throwIfAborted()
    const batch = await leagues.listAfter(lastLeagueId, LEAGUES_PER_BATCH)
    if (batch.length === 0) return
    await enqueueNew(options, batch, await buildNotifications(options, batch, activityByLeague, startedAt))
    lastLeagueId = batch.at(-1)?.leagueId ?? lastLeagueId
  }
}

async function enqueueNew(
  { store, now }: NotificationJobOptions,
  leagues: readonly LeagueRecipients[],
  due: readonly DueNotification[],
): Promise<void> {
  if (due.length === 0) return
  const existingKeys = await store.listExistingKeys(leagues.map(({ leagueId }) => leagueId))
  for (const { leagueId, to, notification } of due) {
    if (existingKeys.has(`${leagueId} ${to.userId} ${notification.key}`)) continue
    await store.enqueue(leagueId, to, notification, now())
  }
}

async function sendDue(options: NotificationJobOptions, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const deliveries = await options.store.claim(options.now(), CLAIM_MS, BATCH_SIZE)
    if (deliveries.length === 0) return
    await Promise.all(deliveries.map((delivery) => sendOne(options, delivery, signal)))
  }
}

async function sendOne(
  options: NotificationJobOptions,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const { store, now } = options
  const { id, to, quiet, attempts } = delivery
  const result = await deliver(options, delivery, signal)
  if (result.kind === 'gone' && to.by === 'push') return store.deleteDevice(to.subscriptionId)
  const delayMs = result.kind === 'later' ? retryDelayMs(attempts, result.retryAfterMs) : null
  if (delayMs === null) return store.complete(id)
  await store.postpone(id, nextDeliveryTime(quiet, new Date(now().getTime() + delayMs)))
}

async function deliver(
  { push, mailer, publicUrl }: NotificationJobOptions,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const { to } = delivery
  if (to.by === 'push') return push.send(delivery, to, signal)
  if (to.email === '') return { kind: 'refused', reason: 'the account no longer has an email address' }
  try {
    await mailer.send(createNotificationEmail(delivery, to.email, publicUrl()), signal)
    return { kind: 'sent' }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof MailError) return { kind: 'later', reason: error.message, retryAfterMs: null }
    throw error
  }
}
