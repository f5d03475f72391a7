import { parseArgs } from 'node:util'
import { backfillHistory } from '@fieldhouse/contract/seasons/refresh'
import { backfillNow, resolveEndSeason } from '../../features/backfill/backfill.ts'
import { BackfillReport } from '../../ingestion/backfill-plan.ts'
import {
  type Command,
  FailedError,
  formatOutput,
  now,
  parseInput,
  requireLeague,
  withDatabase,
} from './command.ts'
import { withConsoleJobs } from './refresh.ts'

/** The request schema requires a password. Anyone with access to the machine may run a backfill without it. */
const PLACEHOLDER_PASSWORD = 'none'

/** Can run while a server is running. If the command is interrupted, a server finishes the backfill. */
export const backfillCommand: Command = {
  summary: 'Reads the earlier seasons of a league',
  usage: 'backfill --league NAME [--start YEAR] [--end YEAR] [--force] [--scrape]',
  async run(args, printLine) {
    const { values } = parseArgs({
      args,
      options: {
        league: { type: 'string' },
        start: { type: 'string' },
        end: { type: 'string' },
        force: { type: 'boolean' },
        scrape: { type: 'boolean' },
      },
    })
    const input = parseInput(backfillHistory.schema.body, { ...values, password: PLACEHOLDER_PASSWORD })
    const { start, force, scrape } = input
    await withDatabase(async (db, settings) => {
      const league = await requireLeague(db, values.league)
      const end = resolveEndSeason(start, input.end ?? null, now())
      const outcome = await withConsoleJobs(db, settings, (jobs) =>
        backfillNow({ db, jobs, now }, league.id, { start, end, force, scrape }, null),
      )
      const report = BackfillReport.safeParse(outcome?.result)
      if (!report.success)
        throw new FailedError(outcome?.step ?? 'The league was deleted during the backfill.')
      for (const line of formatOutput(report.data)) printLine(line)
    })
  },
}
