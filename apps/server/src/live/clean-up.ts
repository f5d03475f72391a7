import { HOUR_MS } from '@fieldhouse/domain/duration'
import type { ScheduledJob } from '../jobs/job.ts'
import type { EventStore } from './event-store.ts'

/** How long a client may be disconnected and still receive the events it missed. */
const RETENTION_MS = HOUR_MS

/** Deletes events after their retention period. */
export function eventsCleanUp(store: Pick<EventStore, 'deleteBefore'>, now: () => Date): ScheduledJob {
  return {
    name: 'events-clean-up',
    schedule: '*/10 * * * *',
    async run() {
      await store.deleteBefore(new Date(now().getTime() - RETENTION_MS))
    },
  }
}
