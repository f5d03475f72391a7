import type { SeasonReader } from '../../database/season-reader.ts'
import type { LeagueJobRunner } from '../../jobs/league-job-runner.ts'
import type { UnfinishedJob } from '../../jobs/league-job-store.ts'
import { RefreshReport } from './refresh-job.ts'

export type RefreshRequesterOptions = {
  jobs: Pick<LeagueJobRunner, 'request' | 'waitForOutcome'>
  seasons: SeasonReader
  now: () => Date
}

const JOB_RUNNING_MESSAGES = {
  refresh: 'A refresh of this league is running already.',
  backfill: 'Past seasons of this league are being read. Refresh it when that is done.',
} as const

/** What became of the wish to refresh a league. */
export type RequestedRefresh = { season: number; job: { id: number } | UnfinishedJob }

/** Asks for refreshes, and waits for what they report. */
export function refreshRequester({ jobs, seasons, now }: RefreshRequesterOptions) {
  return {
    /** Without a season: the current one. `askedBy` is a user, or null for whoever runs the machine. */
    async request(
      leagueId: number,
      season: number | null,
      askedBy: number | null,
    ): Promise<RequestedRefresh> {
      const shown = season ?? (await seasons.getCurrentSeason(leagueId, now()))
      return {
        season: shown,
        job: await jobs.request({ leagueId, kind: 'refresh', payload: { season }, requestedBy: askedBy }),
      }
    },

    async waitForReport({ season, job }: RequestedRefresh): Promise<RefreshReport> {
      if ('open' in job) {
        return {
          season,
          status: 'skipped',
          error: null,
          steps: [`skipped, ${JOB_RUNNING_MESSAGES[job.open]}`],
        }
      }
      const end = await jobs.waitForOutcome(job.id)
      const report = RefreshReport.safeParse(end?.result)
      if (report.success) return report.data
      const error = end?.step ?? 'The league is gone.'
      return { season, status: 'error', error, steps: [`error, ${error}`] }
    },
  }
}
