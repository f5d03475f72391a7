import type { Job } from '../../jobs/job.ts'
import type { NewsStore } from './store.ts'

/** Headlines are shown for two weeks. */
const RETENTION_MS = 14 * 24 * 60 * 60 * 1000

/** Removes the news of players whom nobody asks about any more. */
export function newsCleanupJob(store: Pick<NewsStore, 'deleteBefore'>, now: () => Date): Job {
  return {
    name: 'news-clean-up',
    schedule: '41 4 * * *',
    run: () => store.deleteBefore(new Date(now().getTime() - RETENTION_MS)),
  }
}
