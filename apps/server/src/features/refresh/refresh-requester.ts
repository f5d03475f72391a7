import type { JobOutcome, LeagueJobName, UnfinishedJob } from '../../jobs/job.ts'
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
export interface RefreshRequester {
  /**
   * A null season means the current one. `requestedBy` is a user id, or null for the command line. Waits for a
   * scheduled refresh of the league to end.
   */
  request(leagueId: number, season: number | null, requestedBy: number | null): Promise<RequestedRefresh>
  waitForReport(refresh: RequestedRefresh): Promise<RefreshReport>
}

export function refreshRequester({ jobs, seasons, now }: RefreshRequesterOptions): RefreshRequester {
  return {
    async request(leagueId, season, requestedBy) {
      const displayedSeason = season ?? (await seasons.getCurrentSeason(leagueId, now()))
      return {
        season: displayedSeason,
        job: await jobs.requestForLeague({ leagueId, kind: 'refresh', payload: { season }, requestedBy }),
      }
    },

    async waitForReport({ season, job }) {
      return 'open' in job
        ? skippedReport(season, job.open)
        : toReport(season, await jobs.waitForOutcome(job.id))
    },
  }
}

/** Reports that another job of the league is unfinished. */
export function skippedReport(season: number, open: LeagueJobName): RefreshReport {
  return { season, status: 'skipped', error: null, steps: [`skipped. ${JOB_RUNNING_MESSAGES[open]}`] }
}

/** The report of a refresh that has ended. The outcome is undefined when its league was deleted. */
export function toReport(
  season: number,
  outcome: Pick<JobOutcome, 'step' | 'result'> | undefined,
): RefreshReport {
  const report = RefreshReport.safeParse(outcome?.result)
  if (report.success) return report.data
  const error = outcome?.step ?? 'This league was deleted.'
  return { season, status: 'error', error, steps: [`error. ${error}`] }
}
