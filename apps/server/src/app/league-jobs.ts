import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { newToken } from '../crypto/tokens.ts'
import type { Db } from '../database/engine/database.ts'
import { backfillJob } from '../features/backfill/backfill-job.ts'
import { backfillStore } from '../features/backfill/store.ts'
import { type LeagueCookies, type OnStored, refreshJob } from '../features/refresh/refresh-job.ts'
import { type NflCalendar, refreshSchedule } from '../features/refresh/schedule.ts'
import { refreshStore } from '../features/refresh/store.ts'
import { leagueJobRunner } from '../jobs/league-job-runner.ts'
import { leagueJobStore } from '../jobs/league-job-store.ts'
import type { LeagueArchive } from '../providers/league-provider.ts'
import { nflReader } from '../repositories/nfl/nfl-reader.ts'
import type { SeasonReader } from '../repositories/seasons/season-reader.ts'
import { gamesToFollow } from './nfl-calendar.ts'

/** How long shutdown waits for a refresh that a client is waiting for. */
const STOP_TIMEOUT_MS = 3000

export type LeagueJobOptions = {
  db: Db
  seasons: SeasonReader
  provider: LeagueArchive
  cookies: LeagueCookies
  /** Whether leagues are also refreshed on a schedule. */
  isScheduled: boolean
  viewedLeagues: () => number[]
  onChange: () => void
  onStored?: OnStored
  now: () => Date
}

/**
 * Registers the jobs that refresh leagues and backfill their past seasons. Requested jobs start
 * immediately. Once the app listens, it also runs interrupted jobs of earlier or other processes and,
 * if `isScheduled`, due refreshes.
 */
export function registerLeagueJobs(app: FastifyInstance, options: LeagueJobOptions) {
  const { jobs, refreshes } = createLeagueJobs(options, app.log)
  let stopped: Promise<void> = Promise.resolve()
  app.addHook('onListen', async () => jobs.start())
  app.addHook('preClose', async () => {
    stopped = jobs.stop(STOP_TIMEOUT_MS)
  })
  app.addHook('onClose', () => stopped)
  return { jobs, refreshes }
}

/** The same without an app: until it is started, it runs requested jobs only. */
export function createLeagueJobs(options: LeagueJobOptions, log: FastifyBaseLogger) {
  const { db, provider, cookies, now } = options
  const nfl = nflReader(db)
  const calendar: NflCalendar = (moment) => gamesToFollow(nfl, moment)
  const refreshes = refreshStore(db)
  const backfills = backfillStore(db)
  const systemNow = () => new Date()
  const schedule = refreshSchedule({
    db,
    calendar,
    takeViewedLeagues: options.viewedLeagues,
    requestJob: (job) => runner.request(job),
    now,
    systemNow,
  })
  const runner = leagueJobRunner({
    store: leagueJobStore(db),
    kinds: [
      refreshJob({ ...options, store: refreshes, calendar, log }),
      backfillJob({ db, store: backfills, provider, cookiesOf: cookies.cookiesOf, log, now }),
    ],
    newToken,
    log,
    now,
    systemNow,
    onChange: options.onChange,
    ...(options.isScheduled
      ? { enqueueDueJobs: (atMost: number) => schedule.requestDueRefreshes(atMost) }
      : {}),
  })
  return { jobs: runner, refreshes }
}
