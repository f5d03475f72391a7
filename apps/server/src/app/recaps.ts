import type { Db } from '../database/engine/database.ts'
import { scoreStore } from '../features/betslip/score-store.ts'
import { pinLeaguePost, unpinPosts } from '../features/feed/posts/post-store.ts'
import { recapJob } from '../features/recap/recap-job.ts'
import { recapStore } from '../features/recap/recap-store.ts'
import { queueWebhookMessage } from '../features/webhook/store.ts'
import type { ScheduledJob } from '../jobs/job.ts'
import { archiveReader } from '../repositories/seasons/archive-reader.ts'
import { teamReader } from '../repositories/seasons/team-reader.ts'

/** Creates the job that posts each league's weekly recap in its feed. */
export function createRecapJob(db: Db, now: () => Date): ScheduledJob {
  return recapJob({
    store: recapStore(db, { pinPost: pinLeaguePost, unpinPosts, queueMessage: queueWebhookMessage }),
    scoresOf: (leagueId, season) => scoreStore(db).findScores(leagueId, season),
    teams: teamReader(db, { ofLogo: () => null }),
    archive: archiveReader(db),
    now,
  })
}
