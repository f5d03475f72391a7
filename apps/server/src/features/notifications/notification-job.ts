import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { ScheduledJob } from '../../jobs/job.ts'
import type { AccessActivityStore } from './access-activity-store.ts'
import type { ActivityStore } from './activity-store.ts'
import type { AdminActivityStore } from './admin-activity-store.ts'
import { type BuildOptions, buildNotifications } from './build-notifications.ts'
import type { LeagueActivityStore } from './league-activity-store.ts'
import type { MentionActivityStore } from './mention-activity-store.ts'
import type { NotificationStore } from './notification-store.ts'
import type { PushSender } from './push-sender.ts'
import type { DueNotification, RecipientStore } from './recipient-store.ts'
import type { ReportActivityStore } from './report-activity-store.ts'
import type { TransactionActivityStore } from './transaction-activity-store.ts'

/** What happened before this is ignored. */
const LOOKBACK_MS = 60 * MINUTE_MS
/** Leagues processed together. */
const LEAGUES_PER_BATCH = 200

export type NotificationJobOptions = BuildOptions & {
  store: NotificationStore
  activity: ActivityStore
  leagueActivity: LeagueActivityStore
  transactionActivity: TransactionActivityStore
  mentionActivity: MentionActivityStore
  accessActivity: AccessActivityStore
  adminActivity: AdminActivityStore
  reportActivity: ReportActivityStore
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
  const { leagues, activity, leagueActivity, transactionActivity, mentionActivity, accessActivity } = options
  const { adminActivity, reportActivity, now } = options
  const startedAt = now()
  const since = new Date(startedAt.getTime() - LOOKBACK_MS)
  const all = [
    ...(await activity.listFeedActivity(since, startedAt)),
    ...(await mentionActivity.listMentionActivity(since)),
    ...(await leagueActivity.listLeagueActivity(since)),
    ...(await transactionActivity.listTransactionActivity(since, startedAt)),
    ...(await accessActivity.listAccessActivity(since)),
    ...(await adminActivity.listAdminActivity(since)),
    ...(await reportActivity.listReportActivity(since)),
  ]
  const rejections = await accessActivity.listLeaguelessRejections(since)
  const outsiders = await leagues.listPeople([
    ...all.flatMap(({ outsiderId }) => outsiderId ?? []),
    ...rejections.map(({ userId }) => userId),
  ])
  await enqueueNew(
    options,
    [null],
    rejections.flatMap(({ userId, notification }) => {
      const to = outsiders.get(userId)
      return to === undefined ? [] : [{ leagueId: null, to, notification }]
    }),
  )
  const activityByLeague = Map.groupBy(all, ({ leagueId }) => leagueId)
  let lastLeagueId = 0
  for (;;) {
    signal.throwIfAborted()
    const batch = await leagues.listAfter(lastLeagueId, LEAGUES_PER_BATCH)
    if (batch.length === 0) return
    const due = await buildNotifications(options, batch, activityByLeague, outsiders, startedAt)
    await enqueueNew(
      options,
      batch.map(({ leagueId }) => leagueId),
      due,
    )
    lastLeagueId = batch.at(-1)?.leagueId ?? lastLeagueId
  }
}

async function enqueueNew(
  { store, now }: NotificationJobOptions,
  leagueIds: readonly (number | null)[],
  due: readonly DueNotification[],
): Promise<void> {
  if (due.length === 0) return
  const createdTimes = await store.listExisting(leagueIds, now())
  const createdAt = ({ leagueId, to, notification }: DueNotification) =>
    createdTimes.get(`${leagueId} ${to.userId} ${notification.key}`)
  const hasOther = ({ leagueId, to, unless }: DueNotification) =>
    unless !== undefined && createdTimes.has(`${leagueId} ${to.userId} ${unless}`)
  const created = due.filter((each) => createdAt(each) === undefined && !hasOther(each))
  // Several events can have one notification, such as refreshes that fail on the same day.
  const byKey = new Map(
    created.map((each) => [`${each.leagueId} ${each.to.userId} ${each.notification.key}`, each]),
  )
  await store.enqueue([...byKey.values()], now())
  const hasNews = (each: DueNotification) =>
    (each.notification.newestAt?.getTime() ?? 0) > (createdAt(each) ?? Number.POSITIVE_INFINITY)
  await store.renew(due.filter(hasNews), now())
}
