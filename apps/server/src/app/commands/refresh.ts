import { parseArgs } from 'node:util'
import { SeasonYear } from '@fieldhouse/contract/fields'
import type { Db } from '../../database/engine/database.ts'
import { listLeagues } from '../../features/refresh/refresh-all-job.ts'
import { logLines, refreshNow } from '../../features/refresh/refresh-job.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import type { Settings } from '../../settings.ts'
import { type Command, FailedError, UsageError } from './command.ts'
import { withConsoleJobs } from './console-jobs.ts'
import { requireLeague, withDatabase } from './with-database.ts'

const now = () => new Date()

/** Can run while a server is running. Either this process or the server runs the refresh. */
export const refreshCommand: Command = {
  summary: 'Reads the current season of a league, or of all leagues',
  usage: 'refresh --league NAME | --all [--season YEAR]',
  async run(args, printLine) {
    const { values } = parseArgs({
      args,
      options: { league: { type: 'string' }, all: { type: 'boolean' }, season: { type: 'string' } },
    })
    const season = SeasonYear.optional().safeParse(values.season)
    if (!season.success)
      throw new UsageError(season.error.issues[0]?.message ?? 'A season must be a year, such as 2024.')
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
        detail: { season: season.data ?? null, leagues: leagues.length },
      })
      await refreshEach(db, settings, leagues, season.data ?? null, printLine)
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
  const failures = await withConsoleJobs(db, settings, now, async (jobs) => {
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
