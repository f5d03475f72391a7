import { recapWeekAt } from '@fieldhouse/domain/recap-week'
import { seasonAt } from '@fieldhouse/domain/season'
import { connect, type Db } from '../../database/database.ts'
import { nflReader } from '../../database/nfl-reader.ts'
import { accountsCleanUp } from '../../features/accounts/clean-up.ts'
import { happenings } from '../../features/notifications/happenings.ts'
import { notificationJob } from '../../features/notifications/notification-job.ts'
import { notificationStore } from '../../features/notifications/notification-store.ts'
import { toldLeagues } from '../../features/notifications/told-leagues.ts'
import { refreshSchedule } from '../../features/refresh/schedule.ts'
import { leagueJobStore } from '../../jobs/league-job-store.ts'
import { leagueJobsCleanUp } from '../../jobs/league-jobs-clean-up.ts'
import { eventsCleanUp } from '../../live/clean-up.ts'
import { eventStore } from '../../live/event-store.ts'
import { gamesToFollow } from '../nfl-calendar.ts'
import { recaps } from '../recaps.ts'

export type ScheduledCost = { work: string; ms: number; statements: number; note: string }

/** So many leagues are looked at in one process while their games are played. */
const LOOKED_AT = 1000
/** Recaps are told for so long, then their rate is known. */
const RECAPS_MS = 20_000
const DAY_MS = 24 * 60 * 60_000

/**
 * Does once what the schedule does again and again, on a Sunday and on the Tuesday after it, and hands
 * over how long each took. Nothing leaves the machine: push messages and letters are taken as sent.
 */
export async function measureScheduled(
  url: string,
  sunday: Date,
  tell: (cost: ScheduledCost) => void,
): Promise<void> {
  let statements = 0
  const db = connect({ engine: 'postgres', url }, () => {
    statements += 1
  })
  let now = sunday
  const clock = () => now

  async function time(work: string, run: () => Promise<string>): Promise<void> {
    statements = 0
    const started = performance.now()
    const note = await run()
    tell({ work, ms: performance.now() - started, statements, note })
  }

  try {
    await db
      .updateTable('leagues')
      .set({ refresh_due_at: sunday.getTime() + DAY_MS })
      .execute()
    const quiet = scheduleOf(db, clock, [])
    await time('refreshes that are due: none', () => quiet.plan(3).then(() => ''))
    const watched = scheduleOf(db, clock, await leagueIds(db, LOOKED_AT))
    await time(`${LOOKED_AT} leagues that are looked at`, () => watched.plan(3).then(() => ''))
    await db
      .updateTable('leagues')
      .set({ refresh_due_at: sunday.getTime() - 1 })
      .execute()
    await time('refreshes that are due: all', () => quiet.plan(3).then(() => ''))
    const jobs = leagueJobStore(db)
    await time('a job to take', async () => `${await jobs.nextFree(clock(), ['refresh', 'backfill'], [])}`)
    const events = eventStore(db)
    const known = (await events.newestId()) - 1000
    await time('a thousand events that a process knows', async () => {
      const { ids } = await events.after(known, () => false)
      return `${ids.length} looked at`
    })
    for (const day of ['Sunday', 'Tuesday']) {
      now = day === 'Sunday' ? sunday : tuesdayAfter(sunday)
      await time(`notifications on ${day}, first`, () => lookForNews(db, clock))
      await time(`notifications on ${day}, a minute later`, () => lookForNews(db, clock))
    }
    await time('recaps of a week that no league has read', () => tellRecaps(db, clock))
    now = sunday
    await db.deleteFrom('recaps').execute()
    await time('recaps of the week before', () => tellRecaps(db, clock))
    await tellRest(db, sunday)
    await time('recaps of leagues that have theirs', () => tellRecaps(db, clock))
    for (const job of [accountsCleanUp(db, clock), eventsCleanUp(db, clock), leagueJobsCleanUp(db, clock)])
      await time(job.name, () => job.run(new AbortController().signal).then(() => ''))
  } finally {
    await db.destroy()
  }
}

function scheduleOf(db: Db, now: () => Date, looks: number[]) {
  const jobs = leagueJobStore(db)
  return refreshSchedule({
    db,
    calendar: (moment) => gamesToFollow(nflReader(db), moment),
    looks: () => looks,
    ask: (job) => jobs.ask(job, { now: now(), at: now(), lease: null }),
    now,
    machineNow: now,
  })
}

async function leagueIds(db: Db, count: number): Promise<number[]> {
  const rows = await db.selectFrom('leagues').select('id').orderBy('id').limit(count).execute()
  return rows.map(({ id }) => id)
}

async function lookForNews(db: Db, now: () => Date): Promise<string> {
  let sent = 0
  const job = notificationJob({
    store: notificationStore(db),
    leagues: toldLeagues(db),
    happenings: happenings(db),
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
    publicAddress: () => 'https://league.example',
    now,
  })
  await job.run(new AbortController().signal)
  return `${sent} sent`
}

async function tellRecaps(db: Db, now: () => Date): Promise<string> {
  const told = async () =>
    (
      await db
        .selectFrom('recaps')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count
  const before = await told()
  const started = performance.now()
  try {
    await recaps(db, now).run(AbortSignal.timeout(RECAPS_MS))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
  const count = (await told()) - before
  return `${count} told, ${Math.round(count / ((performance.now() - started) / 1000))} a second`
}

/** Notes for every league that its recap was told, which takes longer than there is. */
async function tellRest(db: Db, sunday: Date): Promise<void> {
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
