import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@fieldhouse/domain/duration'
import { recapWeekAt } from '@fieldhouse/domain/notifications/recap'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { gamesToFollow } from '../../../apps/server/src/app/nfl-calendar.ts'
import { createRecapJob } from '../../../apps/server/src/app/recaps.ts'
import { connect, type Db } from '../../../apps/server/src/database/engine/database.ts'
import { accountsCleanupJob } from '../../../apps/server/src/features/accounts/cleanup-job.ts'
import { accountsCleanupStore } from '../../../apps/server/src/features/accounts/cleanup-store.ts'
import { accessActivityStore } from '../../../apps/server/src/features/notifications/access-activity-store.ts'
import { activityStore } from '../../../apps/server/src/features/notifications/activity-store.ts'
import { adminActivityStore } from '../../../apps/server/src/features/notifications/admin-activity-store.ts'
import { mailJob, pushJob } from '../../../apps/server/src/features/notifications/delivery-jobs.ts'
import { leagueActivityStore } from '../../../apps/server/src/features/notifications/league-activity-store.ts'
import { lineupStore } from '../../../apps/server/src/features/notifications/lineup-store.ts'
import { mentionActivityStore } from '../../../apps/server/src/features/notifications/mention-activity-store.ts'
import { notificationJob } from '../../../apps/server/src/features/notifications/notification-job.ts'
import {
  MAIL_JOB,
  notificationStore,
  PUSH_JOB,
} from '../../../apps/server/src/features/notifications/notification-store.ts'
import { recipientStore } from '../../../apps/server/src/features/notifications/recipient-store.ts'
import { reportActivityStore } from '../../../apps/server/src/features/notifications/report-activity-store.ts'
import { transactionActivityStore } from '../../../apps/server/src/features/notifications/transaction-activity-store.ts'
import { refreshSchedule } from '../../../apps/server/src/features/refresh/schedule.ts'
import { refreshScheduleStore } from '../../../apps/server/src/features/refresh/schedule-store.ts'
import type { JobKind } from '../../../apps/server/src/jobs/job.ts'
import { jobRunner } from '../../../apps/server/src/jobs/job-runner.ts'
import { jobStore } from '../../../apps/server/src/jobs/job-store.ts'
import { jobsCleanUp } from '../../../apps/server/src/jobs/jobs-clean-up.ts'
import { eventsCleanUp } from '../../../apps/server/src/live/clean-up.ts'
import { eventStore } from '../../../apps/server/src/live/event-store.ts'
import { nflReader } from '../../../apps/server/src/repositories/nfl/nfl-reader.ts'
import { findRecapOfPost } from '../../../apps/server/src/repositories/recaps/stored-recap.ts'

export type ScheduledCost = { work: string; ms: number; statements: number; note: string }

/** Leagues viewed in one process during games. */
const VIEWED_LEAGUES = 1000
/** How long recaps are posted to measure their rate. */
const RECAPS_DURATION_MS = 20_000

/**
 * Runs every scheduled job once, on a Sunday and on the Tuesday after it, and reports the duration of each.
 * Sends nothing: push messages and emails are counted as sent.
 */
export async function measureScheduled(
  url: string,
  sunday: Date,
  report: (cost: ScheduledCost) => void,
): Promise<void> {
  let statements = 0
  const db = connect({ engine: 'postgres', url }, () => {
    statements += 1
  })
  let now = sunday
  const clock = () => now

  async function measure(work: string, run: () => Promise<string>): Promise<void> {
    statements = 0
    const started = performance.now()
    const note = await run()
    report({ work, ms: performance.now() - started, statements, note })
  }

  try {
    await db
      .updateTable('leagues')
      .set({ refresh_due_at: sunday.getTime() + DAY_MS })
      .execute()
    const withoutViewers = createSchedule(db, clock, [])
    await measure('due refreshes: none', () => withoutViewers.requestDueRefreshes(3).then(() => ''))
    const withViewers = createSchedule(db, clock, await listLeagueIds(db, VIEWED_LEAGUES))
    await measure(`${VIEWED_LEAGUES} viewed leagues`, () => withViewers.requestDueRefreshes(3).then(() => ''))
    await db
      .updateTable('leagues')
      .set({ refresh_due_at: sunday.getTime() - 1 })
      .execute()
    await measure('due refreshes: all', () => withoutViewers.requestDueRefreshes(3).then(() => ''))
    const jobs = jobStore(db)
    const kinds = ['refresh', 'backfill', PUSH_JOB, MAIL_JOB]
    await measure('finding jobs that may start', async () => {
      const query = { now: now, at: now, kinds, busy: [], runningIds: [], limit: 20 }
      return `${(await jobs.listRunnable(query)).length} found`
    })
    const events = eventStore(db)
    const lastKnownId = (await events.findNewestId()) - 1000
    await measure('polling 1,000 known events', async () => {
      const { ids } = await events.listAfter(lastKnownId, () => false)
      return `${ids.length} read`
    })
    for (const day of ['Sunday', 'Tuesday']) {
      now = day === 'Sunday' ? sunday : tuesdayAfter(sunday)
      await measure(`notifications on ${day}, first run`, () => runNotifications(db, clock))
      await measure(`notifications on ${day}, a minute later`, () => runNotifications(db, clock))
    }
    await measure('recaps: week without data in any league', () => runRecaps(db, clock))
    now = sunday
    await db.deleteFrom('recaps').execute()
    await measure('recaps: posting those of the previous week', () => runRecaps(db, clock))
    await insertRemainingRecaps(db, sunday)
    await measure('recaps: all posted', () => runRecaps(db, clock))
    for (const job of [
      accountsCleanupJob(accountsCleanupStore(db), clock),
      eventsCleanUp(events, clock),
      jobsCleanUp(jobs, clock),
    ])
      await measure(job.name, () => job.run(new AbortController().signal).then(() => ''))
  } finally {
    await db.destroy()
  }
}

function createSchedule(db: Db, now: () => Date, viewedLeagues: number[]) {
  const jobs = jobStore(db)
  return refreshSchedule({
    store: refreshScheduleStore(db),
    isOn: true,
    calendar: (at) => gamesToFollow(nflReader(db), at),
    takeViewedLeagues: () => viewedLeagues,
    requestJob: (job) => jobs.requestForLeague(job, { now: now(), at: now(), lease: null }),
    now,
    systemNow: now,
  })
}

async function listLeagueIds(db: Db, count: number): Promise<number[]> {
  const rows = await db.selectFrom('leagues').select('id').orderBy('id').limit(count).execute()
  return rows.map(({ id }) => id)
}

/** Queues what is due, as the scheduled job does, and then runs the deliveries, which count as sent. */
async function runNotifications(db: Db, now: () => Date): Promise<string> {
  let sent = 0
  const store = notificationStore(db)
  const job = notificationJob({
    store,
    leagues: recipientStore(db),
    activity: activityStore(db, () => ''),
    leagueActivity: leagueActivityStore(db),
    transactionActivity: transactionActivityStore(db),
    mentionActivity: mentionActivityStore(db),
    accessActivity: accessActivityStore(db),
    adminActivity: adminActivityStore(db),
    reportActivity: reportActivityStore(db),
    lineups: lineupStore(db),
    nfl: nflReader(db),
    push: { prepare: async () => undefined },
    now,
  })
  await job.run(new AbortController().signal)
  const push = {
    send: async () => {
      sent += 1
      return { kind: 'sent' } as const
    },
  }
  const mailer = {
    send: async () => {
      sent += 1
    },
  }
  const publicUrl = () => 'https://league.example'
  await runQueued(db, now, [
    pushJob({ store, push, now }),
    mailJob({
      store,
      mailer,
      pool: { slots: 3 },
      publicUrl,
      findRecap: (postId) => findRecapOfPost(db, postId),
      now,
    }),
  ])
  return `${sent} sent`
}

async function runQueued(db: Db, now: () => Date, kinds: readonly JobKind[]): Promise<void> {
  const log = { debug: () => undefined, warn: console.error, error: console.error }
  const store = jobStore(db)
  const runner = jobRunner({ store, kinds, newToken: randomUUID, log, now, systemNow: () => new Date() })
  await runner.poll()
  await runner.settled()
}

async function runRecaps(db: Db, now: () => Date): Promise<string> {
  const countPosted = async () =>
    (
      await db
        .selectFrom('recaps')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count
  const before = await countPosted()
  const started = performance.now()
  try {
    await createRecapJob(db, now).run(AbortSignal.timeout(RECAPS_DURATION_MS))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
  const count = (await countPosted()) - before
  return `${count} posted, ${Math.round(count / ((performance.now() - started) / 1000))} per second`
}

/** Marks the recaps of all leagues as posted, because posting them would take too long. */
async function insertRemainingRecaps(db: Db, sunday: Date): Promise<void> {
  const season = seasonAt(sunday)
  const week = recapWeekAt(season, sunday)
  await db
    .insertInto('recaps')
    .columns(['league_id', 'season', 'week', 'posted_at'])
    .expression((eb) =>
      eb
        .selectFrom('leagues')
        .select(['id', eb.lit(season).as('season'), eb.lit(week).as('week'), eb.lit(0).as('posted_at')]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function tuesdayAfter(sunday: Date): Date {
  return new Date(Date.UTC(sunday.getUTCFullYear(), sunday.getUTCMonth(), sunday.getUTCDate() + 2, 16))
}
