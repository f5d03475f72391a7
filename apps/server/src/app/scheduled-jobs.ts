import type { Db } from '../database/engine/database.ts'
import { accountsCleanupJob } from '../features/accounts/cleanup-job.ts'
import { accountsCleanupStore } from '../features/accounts/cleanup-store.ts'
import { type ChainAuditLogOptions, chainAuditLogJob } from '../features/admin/chain-audit-log-job.ts'
import { settlementJob } from '../features/betslip/settlement/settlement-job.ts'
import { settlementStore } from '../features/betslip/settlement/settlement-store.ts'
import { mediaCleanupJob } from '../features/feed/media/media-cleanup-job.ts'
import { mediaItemStore } from '../features/feed/media/media-item-store.ts'
import { previewCleanupJob } from '../features/feed/previews/preview-jobs.ts'
import { previewStore } from '../features/feed/previews/preview-store.ts'
import type { RaceReader } from '../features/insights/race-reader.ts'
import { newsCleanupJob } from '../features/news/cleanup-job.ts'
import { newsStore } from '../features/news/store.ts'
import { recordJob } from '../features/records/record-job.ts'
import { recordStore } from '../features/records/record-store.ts'
import type { ScheduledJob } from '../jobs/job.ts'
import { jobStore } from '../jobs/job-store.ts'
import { jobsCleanUp } from '../jobs/jobs-clean-up.ts'
import { eventsCleanUp } from '../live/clean-up.ts'
import { eventStore } from '../live/event-store.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { ChatModel } from '../providers/llm/chat-model.ts'
import { auditChainStore } from '../repositories/audit/audit-chain-store.ts'
import { readHistoryInput } from '../repositories/history/history-reader.ts'
import { nflReader } from '../repositories/nfl/nfl-reader.ts'
import { createRecapJob, createRecapRewriter } from './recaps.ts'

/** What recaps need besides the database. */
export type RecapJobOptions = { races: Pick<RaceReader, 'listAfter'>; chatModel: ChatModel | null }

/** The jobs that only the clock starts. */
export function scheduledJobs(
  db: Db,
  media: MediaStore,
  log: ChainAuditLogOptions['log'] & Parameters<typeof createRecapRewriter>[2],
  recaps: RecapJobOptions,
  now: () => Date,
): ScheduledJob[] {
  return [
    accountsCleanupJob(accountsCleanupStore(db), now),
    eventsCleanUp(eventStore(db), now),
    jobsCleanUp(jobStore(db), now),
    newsCleanupJob(newsStore(db), now),
    mediaCleanupJob(media, mediaItemStore(db), now),
    previewCleanupJob(previewStore(db), now),
    createRecapJob(db, now, {
      races: recaps.races,
      rewriter: createRecapRewriter(db, recaps.chatModel, log, now),
    }),
    settlementJob({ store: settlementStore(db), nfl: nflReader(db), now }),
    recordJob({ store: recordStore(db), historyOf: (leagueId) => readHistoryInput(db, leagueId), now }),
    chainAuditLogJob({ store: auditChainStore(db), log }),
  ]
}
