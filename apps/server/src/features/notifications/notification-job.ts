import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { ScheduledJob } from '../../jobs/job.ts'
import { type BuildOptions, buildNotifications, type DueNotification } from './build-notifications.ts'
import type { NotificationStore } from './notification-store.ts'
import type { PushSender } from './push-sender.ts'
import type { LeagueRecipients, RecipientStore } from './recipient-store.ts'

/** Proposals and comments older than this are ignored. */
const LOOKBACK_MS = 60 * MINUTE_MS
/** Leagues processed together. */
const LEAGUES_PER_BATCH = 200

export type NotificationJobOptions = BuildOptions & {
  store: NotificationStore
  leagues: RecipientStore
  push: Pick<PushSender, 'prepare'>
  now: () => Date
}

/** Every minute, queues new notifications. Other jobs deliver them. */
export function notificationJob(options: NotificationJobOptions): ScheduledJob {
  return {
    name: 'notifications',
    schedule: '* * * * *',
    async run(signal) {
      await options.push.prepare()
      await options.store.deleteExpired(options.now())
      await enqueueDue(options, signal)
    },
  }
}

async function enqueueDue(options: NotificationJobOptions, signal: AbortSignal): Promise<void> {
  const { leagues, activity, now } = options
  const startedAt = now()
  const feedActivity = await activity.listFeedActivity(new Date(startedAt.getTime() - LOOKBACK_MS))
  const activityByLeague = Map.groupBy(feedActivity, ({ leagueId }) => leagueId)
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
