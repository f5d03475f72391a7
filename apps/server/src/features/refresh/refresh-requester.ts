import type { UnfinishedJob } from '../../jobs/job.ts'
import type { JobRequester } from '../../jobs/job-runner.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import { RefreshReport } from './refresh-job.ts'

export type RefreshRequesterOptions = {
  jobs: JobRequester
  seasons: SeasonReader
  now: () => Date
}

const JOB_RUNNING_MESSAGES = {
  refresh: 'A refresh of this league is already running.',
  backfill: 'Past seasons of this league are being imported. Try again when that finishes.',
} as const

/** A requested refresh: its new job, or the unfinished job that prevented it. */
export type RequestedRefresh = { season: number; job: { id: number } | UnfinishedJob }

/** Requests refresh jobs and waits for their reports. */
export function refreshRequester({ jobs, seasons, now }: RefreshRequesterOptions) {
  return {
    /** A null season means the current one. `requestedBy` is a user id, or null for the command line. */
    async request(
      leagueId: number,
      season: number | null,
      requestedBy: number | null,
    ): Promise<RequestedRefresh> {
      const displayedSeason = season ?? (await seasons.getCurrentSeason(leagueId, now()))
      return {
        season: displayedSeason,
        job: await jobs.requestForLeague({ leagueId, kind: 'refresh', payload: { season }, requestedBy }),
      }
    },

    async waitForReport({ season, job }: RequestedRefresh): Promise<RefreshReport> {
      if ('open' in job) {
        return {
          season,
          status: 'skipped',
          error: null,
          steps: [`skipped. ${JOB_RUNNING_MESSAGES[job.open]}`],
        }
      }
      const outcome = await jobs.waitForOutcome(job.id)
      const report = RefreshReport.safeParse(outcome?.result)
      if (report.success) return report.data
      const error = outcome?.step ?? 'This league was deleted.'
      return { season, status: 'error', error, steps: [`error. ${error}`] }
    },
  }
}
