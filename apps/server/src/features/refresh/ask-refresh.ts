import type { SeasonReader } from '../../database/season-reader.ts'
import type { LeagueJobRunner } from '../../jobs/league-job-runner.ts'
import type { OpenJob } from '../../jobs/league-job-store.ts'
import { RefreshReport } from './refresh-job.ts'

export type RefreshAskerOptions = {
  jobs: Pick<LeagueJobRunner, 'ask' | 'endOf'>
  seasons: SeasonReader
  now: () => Date
}

const RUNNING_ALREADY = {
  refresh: 'A refresh of this league is running already.',
  backfill: 'Past seasons of this league are being read. Refresh it when that is done.',
} as const

/** What became of the wish to refresh a league. */
export type AskedRefresh = { season: number; job: { id: number } | OpenJob }

/** Asks for refreshes, and waits for what they report. */
export function refreshAsker({ jobs, seasons, now }: RefreshAskerOptions) {
  return {
    /** Without a season: the current one. `askedBy` is a user, or null for whoever runs the machine. */
    async ask(leagueId: number, season: number | null, askedBy: number | null): Promise<AskedRefresh> {
      const shown = season ?? (await seasons.currentSeason(leagueId, now()))
      return { season: shown, job: await jobs.ask({ leagueId, kind: 'refresh', plan: { season }, askedBy }) }
    },

    async reportOf({ season, job }: AskedRefresh): Promise<RefreshReport> {
      if ('open' in job) {
        return { season, status: 'skipped', error: null, steps: [`skipped, ${RUNNING_ALREADY[job.open]}`] }
      }
      const end = await jobs.endOf(job.id)
      const report = RefreshReport.safeParse(end?.result)
      if (report.success) return report.data
      const error = end?.step ?? 'The league is gone.'
      return { season, status: 'error', error, steps: [`error, ${error}`] }
    },
  }
}
