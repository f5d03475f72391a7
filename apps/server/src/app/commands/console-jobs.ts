import { pino } from 'pino'
import { newToken } from '../../crypto/tokens.ts'
import type { Db } from '../../database/engine/database.ts'
import { type JobRunner, jobRunner } from '../../jobs/job-runner.ts'
import { jobStore } from '../../jobs/job-store.ts'
import type { Settings } from '../../settings.ts'
import { createLeagueProviders, externalDataFrom, serverCookiesOf } from '../integrations.ts'
import { leagueJobKinds } from '../league-jobs.ts'

/** Runs only the jobs that `work` requests. Can be used while a server is running. */
export async function withConsoleJobs<Result>(
  db: Db,
  settings: Settings,
  now: () => Date,
  work: (jobs: JobRunner) => Promise<Result>,
): Promise<Result> {
  const log = pino({ level: 'silent' })
  const externalData = externalDataFrom(db, settings, log, now)
  // A server fetches the external data on its schedule, and its event streams poll for changes.
  const kinds = leagueJobKinds({
    db,
    settings,
    providers: createLeagueProviders(db, settings, log),
    serverCookies: serverCookiesOf(settings),
    readPlayers: ({ signal }) =>
      externalData.readPlayers({ signal, runJob: ({ payload }) => externalData.fetch(payload, signal) }),
    log,
    now,
  })
  const jobs = jobRunner({ store: jobStore(db), kinds, newToken, log, now, systemNow: () => new Date() })
  try {
    return await work(jobs)
  } finally {
    await jobs.stop(0)
  }
}
