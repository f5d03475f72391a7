import type { Job } from '../../jobs/job.ts'
import type { NewsStore } from './store.ts'

/** Headlines are shown for two weeks. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000

/** Removes the news of players whom nobody asks about any more. */
export function newsCleanUp(store: Pick<NewsStore, 'forgetBefore'>, now: () => Date): Job {
  return {
    name: 'news-clean-up',
    schedule: '41 4 * * *',
    run: () => store.forgetBefore(new Date(now().getTime() - KEPT_MS)),
  }
}
