import type { Db } from '../database/database.ts'
import { accountsCleanUp } from '../features/accounts/clean-up.ts'
import type { Job } from '../jobs/job.ts'

/** Everything that is done on a schedule. */
export function scheduledJobs(db: Db, now: () => Date): Job[] {
  return [accountsCleanUp(db, now)]
}
