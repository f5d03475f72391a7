import { HOUR_MS } from '@fieldhouse/domain/duration'
import type { Db } from '../database/engine/database.ts'
import type { Job } from '../jobs/job.ts'

/** How long a client may be disconnected and still receive the events it missed. */
const RETENTION_MS = HOUR_MS

/** Deletes events after their retention period. */
export function eventsCleanUp(db: Db, now: () => Date): Job {
  return {
    name: 'events-clean-up',
    schedule: '*/10 * * * *',
    async run() {
      await db
        .deleteFrom('league_events')
        .where('at', '<=', now().getTime() - RETENTION_MS)
        .execute()
    },
  }
}
