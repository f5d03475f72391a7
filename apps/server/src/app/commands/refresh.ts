import { parseArgs } from 'node:util'
import { SeasonYear } from '@fieldhouse/contract/fields'
import { recordAuditEntry } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { seasonReader } from '../../database/season-reader.ts'
import { logLines } from '../../features/refresh/present.ts'
import { refreshRequester } from '../../features/refresh/refresh-requester.ts'
import { refreshStore } from '../../features/refresh/store.ts'
import type { Settings } from '../../settings.ts'
import { type Command, FailedError, UsageError } from './command.ts'
import { withConsoleJobs } from './console-jobs.ts'
import { requireLeague } from './require-league.ts'
import { withDatabase } from './with-database.ts'

const now = () => new Date()

/** May run beside a server: one of the two refreshes the league. */
export const refreshCommand: Command = {
  usage: 'refresh --league NAME | --all [--season YEAR]',
  async run(args, tell) {
    const { values } = parseArgs({
      args,
      options: { league: { type: 'string' }, all: { type: 'boolean' }, season: { type: 'string' } },
    })
    const season = SeasonYear.optional().safeParse(values.season)
    if (!season.success) throw new UsageError(season.error.issues[0]?.message ?? 'A season is a year.')
    if (values.all && values.league !== undefined) throw new UsageError('Give --league or --all, not both.')
    await withDatabase(async (db, settings) => {
      const isAll = values.all === true
      const leagues = isAll ? await refreshStore(db).listLeagues() : [await requireLeague(db, values.league)]
      await recordAuditEntry(db, {
        at: now(),
        actor: null,
        action: 'league.refresh',
        leagueId: isAll ? null : (leagues[0]?.id ?? null),
        detail: { season: season.data ?? null, leagues: leagues.length },
      })
      await refreshEach(db, settings, leagues, season.data ?? null, tell)
    })
  },
}

/** Tells each league's log as it is done. Throws a FailedError once all are done when any of them failed. */
async function refreshEach(
  db: Db,
  settings: Settings,
  leagues: readonly { id: number; name: string }[],
  season: number | null,
  tell: (line: string) => void,
): Promise<void> {
  const failed = await withConsoleJobs(db, settings, now, async (jobs) => {
    const refreshes = refreshRequester({ jobs, seasons: seasonReader(db), now })
    const logs: string[] = []
    for (const { id, name } of leagues) {
      const report = await refreshes.waitForReport(await refreshes.request(id, season, null))
      const log = logLines(name, report).join('\n')
      if (report.status === 'error') logs.push(log)
      else tell(log)
    }
    return logs
  })
  if (failed.length > 0) throw new FailedError(failed.join('\n'))
}
