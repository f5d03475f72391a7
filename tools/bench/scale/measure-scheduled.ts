import { DAY_MS } from '@fieldhouse/domain/duration'
import { recapWeekAt } from '@fieldhouse/domain/notifications/recap'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { gamesToFollow } from '../../../apps/server/src/app/nfl-calendar.ts'
import { createRecapJob } from '../../../apps/server/src/app/recaps.ts'
import { connect, type Db } from '../../../apps/server/src/database/engine/database.ts'
import { accountsCleanupJob } from '../../../apps/server/src/features/accounts/cleanup-job.ts'
import { notificationJob } from '../../../apps/server/src/features/notifications/notification-job.ts'
import { notificationQueries } from '../../../apps/server/src/features/notifications/notification-queries.ts'
import { notificationRecipients } from '../../../apps/server/src/features/notifications/notification-recipients.ts'
import { notificationStore } from '../../../apps/server/src/features/notifications/notification-store.ts'
import { refreshSchedule } from '../../../apps/server/src/features/refresh/schedule.ts'
import { leagueJobStore } from '../../../apps/server/src/jobs/league-job-store.ts'
import { leagueJobsCleanUp } from '../../../apps/server/src/jobs/league-jobs-clean-up.ts'
import { eventsCleanUp } from '../../../apps/server/src/live/clean-up.ts'
import { eventStore } from '../../../apps/server/src/live/event-store.ts'
import { nflReader } from '../../../apps/server/src/repositories/nfl/nfl-reader.ts'

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
    const jobs = leagueJobStore(db)
    await measure(
      'claiming a job',
      async () => `${await jobs.findNextAvailable(clock(), ['refresh', 'backfill'], [])}`,
    )
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
    for (const job of [accountsCleanupJob(db, clock), eventsCleanUp(db, clock), leagueJobsCleanUp(db, clock)])
      await measure(job.name, () => job.run(new AbortController().signal).then(() => ''))
  } finally {
    await db.destroy()
  }
}

function createSchedule(db: Db, now: () => Date, viewedLeagues: number[]) {
  const jobs = leagueJobStore(db)
  return refreshSchedule({
    db,
    calendar: (at) => gamesToFollow(nflReader(db), at),
    takeViewedLeagues: () => viewedLeagues,
    requestJob: (job) => jobs.request(job, { now: now(), at: now(), lease: null }),
    now,
    systemNow: now,
  })
}

async function listLeagueIds(db: Db, count: number): Promise<number[]> {
  const rows = await db.selectFrom('leagues').select('id').orderBy('id').limit(count).execute()
  return rows.map(({ id }) => id)
}

async function runNotifications(db: Db, now: () => Date): Promise<string> {
  let sent = 0
  const job = notificationJob({
    store: notificationStore(db),
    leagues: notificationRecipients(db),
    queries: notificationQueries(db),
    nfl: nflReader(db),
    push: {
      prepare: async () => undefined,
      send: async () => {
        sent += 1
        return { kind: 'sent' }
      },
    },
    mailer: {
      send: async () => {
        sent += 1
      },
    },
    publicUrl: () => 'https://league.example',
    now,
  })
  await job.run(new AbortController().signal)
  return `${sent} sent`
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
