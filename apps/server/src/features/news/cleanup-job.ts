import { DAY_MS } from '@fieldhouse/domain/duration'
import type { ScheduledJob } from '../../jobs/job.ts'
import type { NewsStore } from './store.ts'

/** Headlines are shown for two weeks. */
const RETENTION_MS = 14 * DAY_MS

/** Deletes stored news of players that no one has requested within the retention period. */
export function newsCleanupJob(store: Pick<NewsStore, 'deleteBefore'>, now: () => Date): ScheduledJob {
  return {
    name: 'news-clean-up',
    schedule: '41 4 * * *',
    run: () => store.deleteBefore(new Date(now().getTime() - RETENTION_MS)),
  }
}
