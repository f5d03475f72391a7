import { DAY_MS } from '@fieldhouse/domain/duration'
import type { Db } from '../database/engine/database.ts'
import type { Job } from './job.ts'

const RETENTION_MS = 30 * DAY_MS

/** Deletes jobs that ended more than 30 days ago. */
export function leagueJobsCleanUp(db: Db, now: () => Date): Job {
  return {
    name: 'league-jobs-clean-up',
    schedule: '41 4 * * *',
    async run() {
      await db
        .deleteFrom('league_jobs')
        .where('ended_at', '<=', now().getTime() - RETENTION_MS)
        .execute()
    },
  }
}
