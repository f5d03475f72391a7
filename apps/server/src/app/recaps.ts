import type { Context } from '../context.ts'
import { pinLeaguePost, unpinPosts } from '../features/feed/posts/post-store.ts'
import type { RecapContext } from '../features/recap/read-recap.ts'
import { recapJob } from '../features/recap/recap-job.ts'
import type { StartRewriting } from '../features/recap/rewrite-recap.ts'
import { queueWebhookMessage } from '../features/webhook/store.ts'
import type { ScheduledJob } from '../jobs/job.ts'

export function createRecapJob(
  ctx: RecapContext & Pick<Context, 'db' | 'now'>,
  startRewriting: StartRewriting | null = null,
): ScheduledJob {
  const feedWriter = { pinPost: pinLeaguePost, unpinPosts, queueMessage: queueWebhookMessage }
  return recapJob(ctx, feedWriter, startRewriting)
}
