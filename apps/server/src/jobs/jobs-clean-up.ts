import { DAY_MS } from '@fieldhouse/domain/duration'
import type { ScheduledJob } from './job.ts'
import type { JobStore } from './job-store.ts'

const RETENTION_MS = 30 * DAY_MS

/** Deletes jobs that ended more than 30 days ago. */
export function jobsCleanUp(store: Pick<JobStore, 'deleteEndedBefore'>, now: () => Date): ScheduledJob {
  return {
    name: 'jobs-clean-up',
    schedule: '41 4 * * *',
    run: () => store.deleteEndedBefore(new Date(now().getTime() - RETENTION_MS)),
  }
}
