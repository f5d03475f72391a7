import type { DbTransaction } from '../database/engine/database.ts'
import { recordEvent } from '../repositories/events/league-events.ts'
import { type JobProgress, LEAGUE_JOB_KINDS, LeaseLostError } from './job.ts'

type ProgressingJob = { id: number; kind: string; leagueId: number | null; token: string }

/** Stores the progress of a job and, for a league job, records an event. Throws a LeaseLostError. */
export async function updateProgress(
  transaction: DbTransaction,
  job: ProgressingJob,
  { step, done, total, payload }: JobProgress & { payload?: unknown },
  now: Date,
): Promise<void> {
  const progress = { step, done, total }
  const { numUpdatedRows } = await transaction
    .updateTable('jobs')
    .set({ ...progress, ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }) })
    .where((eb) => eb.and({ id: job.id, lease_token: job.token }))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLostError('another process has taken over the job')
  await recordJobEvent(transaction, job, { state: 'running', ...progress }, now)
}

export async function recordJobEvent(
  transaction: DbTransaction,
  { kind, leagueId }: Pick<ProgressingJob, 'kind' | 'leagueId'>,
  progress: JobProgress & { state: 'running' | 'done' | 'failed' },
  now: Date,
): Promise<void> {
  const job = LEAGUE_JOB_KINDS.find((name) => name === kind)
  if (job === undefined || leagueId === null) return
  await recordEvent(transaction, leagueId, { name: 'refresh', data: { job, ...progress } }, now)
}
