import { BackfillResult } from '@fieldhouse/contract/backfill'
import type { listFailedJobs, listLeagueJobs } from '@fieldhouse/contract/jobs'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { FailedJob, LeagueJobRow } from './store.ts'

type PresentedJob = ResponseOf<typeof listLeagueJobs>['jobs'][number]

export function presentJob(job: LeagueJobRow): PresentedJob {
  return {
    id: job.id,
    kind: job.kind,
    state: job.status,
    asked_by: job.requester,
    step: job.step,
    done: job.done,
    total: job.total,
    created_at: new Date(job.created_at).toISOString(),
    started_at: toIsoTime(job.started_at),
    ended_at: toIsoTime(job.ended_at),
    backfill: job.kind === 'backfill' ? backfillResultOf(job) : null,
  }
}

export function presentFailedJob({
  createdAt,
  failedAt,
  ...job
}: FailedJob): ResponseOf<typeof listFailedJobs>['jobs'][number] {
  return { ...job, created_at: createdAt.toISOString(), failed_at: failedAt.toISOString() }
}

/** null before the job ends, and after an internal error. */
function backfillResultOf({ result }: LeagueJobRow): PresentedJob['backfill'] {
  return result === null ? null : BackfillResult.nullable().parse(JSON.parse(result))
}

function toIsoTime(timestampMs: number | null): string | null {
  return timestampMs === null ? null : new Date(timestampMs).toISOString()
}
