import { backfillJob } from '../features/backfill/backfill-job.ts'
import { type RefreshJobOptions, refreshJob } from '../features/refresh/refresh-job.ts'
import type { IngestionContext } from '../ingestion/fetch-league.ts'
import type { JobKind, JobPool } from '../jobs/job.ts'

const LEAGUE_JOBS: JobPool = { slots: 3 }

/** Commands have no options, because they only do what they are asked to. */
export function leagueJobKinds(
  ctx: IngestionContext,
  options: Omit<RefreshJobOptions, 'pool'> = {},
): JobKind[] {
  const refresh = refreshJob(ctx, { ...options, pool: LEAGUE_JOBS })
  return [refresh, backfillJob(ctx, LEAGUE_JOBS, refresh.run)]
}
