import { pino } from 'pino'
import type { Db } from '../../database/database.ts'
import { seasonReader } from '../../database/season-reader.ts'
import { leagueCookies } from '../../features/credentials/cookies.ts'
import { createCookieCipher, credentialStore } from '../../features/credentials/store.ts'
import type { LeagueJobRunner } from '../../jobs/league-job-runner.ts'
import { createEspnProvider } from '../../providers/espn/espn.ts'
import type { Settings } from '../../settings.ts'
import { createLeagueJobs } from '../league-jobs.ts'
import { serverCookiesOf } from '../server-cookies.ts'

/** Work on leagues at the console: it does what it is asked for, beside a running server too, and ends. */
export async function withConsoleJobs<Result>(
  db: Db,
  settings: Settings,
  now: () => Date,
  work: (jobs: LeagueJobRunner) => Promise<Result>,
): Promise<Result> {
  const credentials = credentialStore(db, createCookieCipher(settings.secretKey))
  const options = {
    db,
    seasons: seasonReader(db),
    provider: createEspnProvider({
      address: settings.ESPN_BASE_URL,
      userAgent: settings.PROVIDER_USER_AGENT,
      log: () => undefined,
    }),
    cookies: leagueCookies(credentials, serverCookiesOf(settings), now),
    isScheduled: false,
    viewedLeagues: () => [],
    // A server reads what surrounds the week on its schedule, and its readers look for what changed.
    onChange: () => undefined,
    now,
  }
  const { jobs } = createLeagueJobs(options, pino({ level: 'silent' }))
  try {
    return await work(jobs)
  } finally {
    await jobs.stop(0)
  }
}
