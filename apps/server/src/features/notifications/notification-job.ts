import { nextDeliveryTime } from '@fieldhouse/domain/quiet-hours'
import { groupBy } from '../../database/group-by.ts'
import type { Job } from '../../jobs/job.ts'
import { retryDelayMs } from '../../jobs/retry-delay.ts'
import { MailError, type Mailer } from '../../mail/mailer.ts'
import type { DeliveryResult } from '../../providers/http/post-external.ts'
import { type BuildOptions, buildNotifications, type DueNotification } from './build-notifications.ts'
import { createNotificationEmail } from './notification-email.ts'
import type { LeagueRecipients, NotificationRecipients } from './notification-recipients.ts'
import type { Delivery, NotificationStore } from './notification-store.ts'
import type { PushSender } from './push-sender.ts'

/** Longer than a round of sends takes: whoever dies in between leaves them to the next run. */
const CLAIM_MS = 5 * 60_000
/** Sends at once. */
const BATCH_SIZE = 10
/** What was written before is not told any more, to whomever. */
const LOOKBACK_MS = 60 * 60_000
/** Leagues that are looked at together. */
const LEAGUES_PER_BATCH = 200

export type NotificationJobOptions = BuildOptions & {
  store: NotificationStore
  leagues: NotificationRecipients
  push: PushSender
  mailer: Mailer
  /** Where people open the page. */
  publicAddress: () => string
  now: () => Date
}

/** Looks each minute for what people want to be told, and tells them. */
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
  const moment = now()
  const news = await queries.listFeedActivity(new Date(moment.getTime() - LOOKBACK_MS))
  const newsOf = groupBy(news, ({ leagueId }) => leagueId)
  let last = 0
  for (;;) {
    signal.throwIfAborted()
    const some = await leagues.listAfter(last, LEAGUES_PER_BATCH)
    if (some.length === 0) return
    await enqueueNew(options, some, await buildNotifications(options, some, newsOf, moment))
    last = some.at(-1)?.leagueId ?? last
  }
}

async function enqueueNew(
  { store, now }: NotificationJobOptions,
  leagues: readonly LeagueRecipients[],
  due: readonly DueNotification[],
): Promise<void> {
  if (due.length === 0) return
  const told = await store.listExistingKeys(leagues.map(({ leagueId }) => leagueId))
  for (const { leagueId, to, notification } of due) {
    if (told.has(`${leagueId} ${to.userId} ${notification.key}`)) continue
    await store.enqueue(leagueId, to, notification, now())
  }
}

async function sendDue(options: NotificationJobOptions, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const sends = await options.store.claim(options.now(), CLAIM_MS, BATCH_SIZE)
    if (sends.length === 0) return
    await Promise.all(sends.map((send) => sendOne(options, send, signal)))
  }
}

async function sendOne(options: NotificationJobOptions, send: Delivery, signal: AbortSignal): Promise<void> {
  const { store, now } = options
  const posted = await deliver(options, send, signal)
  if (posted.kind === 'gone' && send.to.by === 'push') return store.deleteDevice(send.to.subscriptionId)
  const wait = posted.kind === 'later' ? retryDelayMs(send.attempts, posted.retryAfterMs) : null
  if (wait === null) return store.complete(send.id)
  await store.postpone(send.id, nextDeliveryTime(send.quiet, new Date(now().getTime() + wait)))
}

async function deliver(
  { push, mailer, publicAddress }: NotificationJobOptions,
  send: Delivery,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  if (send.to.by === 'push') return push.send(send, send.to, signal)
  if (send.to.email === '') return { kind: 'refused', reason: 'the account has no address any more' }
  try {
    await mailer.send(createNotificationEmail(send, send.to.email, publicAddress()), signal)
    return { kind: 'sent' }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof MailError) return { kind: 'later', reason: error.message, retryAfterMs: null }
    throw error
  }
}
