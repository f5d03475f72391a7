import type { Db } from '../database/engine/database.ts'
import type { JobKind, JobRun } from '../jobs/job.ts'
import { type JobRunner, type JobRunnerOptions, jobRunner } from '../jobs/job-runner.ts'
import { jobStore } from '../jobs/job-store.ts'
import { createMemoryLog } from './memory-log.ts'

let tokenCount = 0

/** The runner of one process, without jitter. */
export function createTestRunner(
  db: Db,
  kinds: readonly JobKind[],
  options: Partial<JobRunnerOptions> & Pick<JobRunnerOptions, 'now'>,
): JobRunner {
  return jobRunner({
    store: jobStore(db),
    kinds,
    newToken: () => {
      tokenCount += 1
      return `token ${tokenCount}`
    },
    log: createMemoryLog().log,
    systemNow: () => new Date(),
    random: () => 1,
    ...options,
  })
}

/** Runs the jobs that are queued and due, as one process, and waits until none is left. */
export async function runQueuedJobs(db: Db, kinds: readonly JobKind[], now: () => Date): Promise<void> {
  const runner = createTestRunner(db, kinds, { now })
  await runner.poll()
  await runner.settled()
}

/** Runs a recurring job now, whether it is due or not. */
export async function runNow(kind: JobKind): Promise<void> {
  const unsupported = () => Promise.reject(new Error('not supported in this test'))
  const run: JobRun = {
    leagueId: null,
    payload: null,
    attempt: 1,
    localContext: undefined,
    signal: AbortSignal.timeout(10_000),
    reportProgress: unsupported,
    saveCheckpoint: unsupported,
    queueJob: unsupported,
    runJob: unsupported,
  }
  await kind.run(run)
}
