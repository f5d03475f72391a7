import { backfillJob } from '../features/backfill/backfill-job.ts'
import { type RefreshJobOptions, refreshJob } from '../features/refresh/refresh-job.ts'
import type { IngestionContext } from '../ingestion/fetch-league.ts'
import type { JobKind, JobPool } from '../jobs/job.ts'

/** Refreshes and backfills that run at the same time in a process. */
const LEAGUE_JOBS: JobPool = { slots: 3 }

/**
 * The jobs that refresh leagues and backfill their past seasons. Commands have no options, because they only do what
 * they are asked to.
 */
export function leagueJobKinds(
  ctx: IngestionContext,
  options: Omit<RefreshJobOptions, 'pool'> = {},
): JobKind[] {
  const refresh = refreshJob(ctx, { ...options, pool: LEAGUE_JOBS })
  return [refresh, backfillJob(ctx, LEAGUE_JOBS, refresh.run)]
}
