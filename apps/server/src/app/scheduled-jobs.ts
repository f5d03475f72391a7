import type { Db } from '../database/database.ts'
import { accountsCleanUp } from '../features/accounts/clean-up.ts'
import { mediaCleanUp } from '../features/feed/media-clean-up.ts'
import { mediumStore } from '../features/feed/medium-store.ts'
import { newsCleanUp } from '../features/news/clean-up.ts'
import { newsStore } from '../features/news/store.ts'
import type { OutsideData } from '../features/outside/outside-data.ts'
import { outsideJob } from '../features/outside/outside-job.ts'
import type { Job } from '../jobs/job.ts'
import { leagueJobsCleanUp } from '../jobs/league-jobs-clean-up.ts'
import { eventsCleanUp } from '../live/clean-up.ts'
import type { MediaStore } from '../media/media-store.ts'
import { recaps } from './recaps.ts'

/** Everything that is done on a schedule; `outside` is null where nothing outside is read on one. */
export function scheduledJobs(
  db: Db,
  media: MediaStore,
  outside: OutsideData | null,
  now: () => Date,
): Job[] {
  return [
    accountsCleanUp(db, now),
    eventsCleanUp(db, now),
    leagueJobsCleanUp(db, now),
    newsCleanUp(newsStore(db), now),
    mediaCleanUp(media, mediumStore(db), now),
    recaps(db, now),
    ...(outside === null ? [] : [outsideJob(outside)]),
  ]
}
