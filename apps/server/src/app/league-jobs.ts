import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/engine/database.ts'
import { backfillJob } from '../features/backfill/backfill-job.ts'
import { backfillStore } from '../features/backfill/store.ts'
import { type LeagueCookies, type RefreshJobOptions, refreshJob } from '../features/refresh/refresh-job.ts'
import { type NflCalendar, refreshSchedule } from '../features/refresh/schedule.ts'
import { refreshScheduleStore } from '../features/refresh/schedule-store.ts'
import type { RefreshStore } from '../features/refresh/store.ts'
import type { JobKind, JobPool } from '../jobs/job.ts'
import type { JobRequester } from '../jobs/job-runner.ts'
import type { LeagueProviders } from '../providers/league-provider.ts'
import { nflReader } from '../repositories/nfl/nfl-reader.ts'
import type { SeasonReader } from '../repositories/seasons/season-reader.ts'
import { gamesToFollow } from './nfl-calendar.ts'

/** Refreshes and backfills that run at the same time in a process. */
const LEAGUE_JOBS: JobPool = { slots: 3 }

export type LeagueJobOptions = {
  db: Db
  refreshes: RefreshStore
  seasons: SeasonReader
  providers: LeagueProviders
  cookies: LeagueCookies
  readPlayers: RefreshJobOptions['readPlayers']
  followUpJobs?: NonNullable<RefreshJobOptions['followUpJobs']>
  /** Absent in commands, which only do what they are asked to. */
  schedule?: {
    /** Whether leagues are refreshed without a request. */
    isOn: boolean
    viewedLeagues: () => number[]
    requestJob: JobRequester['requestForLeague']
  }
  log: FastifyBaseLogger
  now: () => Date
}

/** The jobs that refresh leagues and backfill their past seasons. */
export function leagueJobKinds({ schedule, ...options }: LeagueJobOptions): JobKind[] {
  const { db, providers, cookies, readPlayers, log, now } = options
  const nfl = nflReader(db)
  const calendar: NflCalendar = (moment) => gamesToFollow(nfl, moment)
  const pool = LEAGUE_JOBS
  const due =
    schedule === undefined
      ? undefined
      : refreshSchedule({
          store: refreshScheduleStore(db),
          isOn: schedule.isOn,
          calendar,
          takeViewedLeagues: schedule.viewedLeagues,
          requestJob: schedule.requestJob,
          now,
          systemNow: () => new Date(),
        })
  return [
    refreshJob({
      ...options,
      store: options.refreshes,
      calendar,
      pool,
      ...(due === undefined ? {} : { enqueueDue: due.requestDueRefreshes }),
    }),
    backfillJob({
      db,
      store: backfillStore(db),
      providers,
      cookiesOf: cookies.cookiesOf,
      readPlayers,
      pool,
      log,
      now,
    }),
  ]
}
