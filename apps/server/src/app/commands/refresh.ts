import { parseArgs } from 'node:util'
import { SeasonYear } from '@fieldhouse/contract/fields'
import { pino } from 'pino'
import { newToken } from '../../crypto/crypto.ts'
import type { Db } from '../../database/engine/database.ts'
import { storedSleeperPlayers } from '../../features/external-data/external-data.ts'
import { listLeagues } from '../../features/refresh/refresh.ts'
import { logLines, refreshNow } from '../../features/refresh/refresh-job.ts'
import { rebuildSeasons } from '../../features/seasons/store-seasons.ts'
import { type JobRunner, jobRunner } from '../../jobs/job-runner.ts'
import { jobStore } from '../../jobs/job-store.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import type { Settings } from '../../settings.ts'
import { createLeagueProviders, externalDataFrom, serverCookiesOf } from '../integrations.ts'
import { leagueJobKinds } from '../jobs.ts'
import {
  type Command,
  FailedError,
  now,
  parseInput,
  requireLeague,
  requireMigrated,
  UsageError,
  withDatabase,
  withExistingDatabase,
} from './command.ts'

/** Can run while a server is running. Either this process or the server runs the refresh. */
export const refreshCommand: Command = {
  summary: 'Reads the current season of a league, or of all leagues',
  usage: 'refresh --league NAME | --all [--season YEAR]',
  async run(args, printLine) {
    const { values } = parseArgs({
      args,
      options: { league: { type: 'string' }, all: { type: 'boolean' }, season: { type: 'string' } },
    })
    const season = parseInput(SeasonYear.optional(), values.season) ?? null
    if (values.all && values.league !== undefined)
      throw new UsageError('Use either --league or --all, not both.')
    await withDatabase(async (db, settings) => {
      const isAll = values.all === true
      const leagues = isAll ? await listLeagues(db) : [await requireLeague(db, values.league)]
      await recordAuditEntry(db, {
        at: now(),
        actor: null,
        action: 'league.refresh',
        leagueId: isAll ? null : (leagues[0]?.id ?? null),
        detail: { season, leagues: leagues.length },
      })
      await refreshEach(db, settings, leagues, season, printLine)
    })
  },
}

/** Prints the log of each league after its refresh. Throws a FailedError at the end if a refresh failed. */
async function refreshEach(
  db: Db,
  settings: Settings,
  leagues: readonly { id: number; name: string }[],
  season: number | null,
  printLine: (line: string) => void,
): Promise<void> {
  const failures = await withConsoleJobs(db, settings, async (jobs) => {
    const failedLogs: string[] = []
    for (const { id, name } of leagues) {
      const report = await refreshNow({ db, jobs, now }, id, season, null)
      const log = logLines(name, report).join('\n')
      if (report.status === 'error') failedLogs.push(log)
      else printLine(log)
    }
    return failedLogs
  })
  if (failures.length > 0) throw new FailedError(failures.join('\n'))
}

/**
 * Can run while a server is running: each season is rebuilt in its own transaction, and leagues that are being
 * refreshed are skipped.
 */
export const rebuildCommand: Command = {
  summary: 'Computes stored seasons again from the recorded responses',
  usage: 'rebuild [--league NAME]',
  async run(args, printLine) {
    const { values } = parseArgs({ args, options: { league: { type: 'string' } } })
    await withExistingDatabase((db) => rebuildLeagues(db, values.league ?? null, printLine))
  },
}

/** Null rebuilds all leagues. Throws a UsageError for an unknown league or a database that is not migrated. */
export async function rebuildLeagues(
  db: Db,
  name: string | null,
  printLine: (line: string) => void,
): Promise<void> {
  await requireMigrated(db)
  const leagues = name === null ? await listLeagues(db) : [await requireLeague(db, name)]
  const players = storedSleeperPlayers(db)
  const { rebuilt, unchanged } = await rebuildSeasons(db, players, leagues, printLine)
  printLine(`Seasons rebuilt: ${rebuilt}, unchanged: ${unchanged}.`)
}

/** Runs only the jobs that `work` requests. Can be used while a server is running. */
export async function withConsoleJobs<Result>(
  db: Db,
  settings: Settings,
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
