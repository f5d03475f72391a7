import {
  isRecurring,
  type JobKind,
  type JobResult,
  type JobRun,
  type LeagueJobRequest,
  LeaseLostError,
  type NewJob,
} from './job.ts'
import type { Lease } from './job-queue-store.ts'
import type { JobStore, LeasedJob } from './job-store.ts'
import { retryDelayMs } from './retry-delay.ts'
import { nextRun } from './schedule.ts'

/** A job whose process has died this often is the cause. */
const MAX_STARTS = 20

const FAILED_STEP = 'Something went wrong on our end. Try again.'
const UNEXPECTED_ERROR = 'An unexpected error occurred. The server log has the details.'
const CRASHED_ERROR = 'The server stopped unexpectedly during every attempt.'

export type JobExecutionOptions = {
  store: JobStore
  log: Record<'debug' | 'warn' | 'error', (fields: object, message: string) => void>
  now: () => Date
  random?: () => number
  onChange?: () => void
  queueJob: (job: NewJob) => Promise<void>
  runJob: (job: NewJob, signal: AbortSignal) => Promise<void>
}

type RunEnd = { result: JobResult; isUnexpected: boolean }

type Failure = Extract<JobResult, { kind: 'later' | 'refused' }>

/** Runs a leased job and records how its run ended. Never rejects. */
export function jobExecution({
  store,
  log,
  now,
  random = Math.random,
  onChange,
  queueJob,
  runJob,
}: JobExecutionOptions) {
  return async function execute(job: LeasedJob, kind: JobKind, localContext: unknown, signal: AbortSignal) {
    const fields = { job: kind.kind, leagueId: job.leagueId ?? undefined }
    try {
      const end = await runToEnd(kind, createRun(job, localContext, signal), job)
      if (end === null) await store.release(job)
      else await recordResult(job, kind, end)
      onChange?.()
      if (end !== null && !isFailure(end.result)) log.debug(fields, 'job completed')
    } catch (error) {
      // The lease expires, and a process resumes the job.
      log.error({ ...fields, err: error }, 'failed to record job result')
    }
  }

  /** null if the run was interrupted. */
  async function runToEnd(kind: JobKind, run: JobRun, { leagueId }: LeasedJob): Promise<RunEnd | null> {
    const maxStarts = Math.max(kind.retry?.maxAttempts ?? 0, MAX_STARTS)
    if (run.attempt > maxStarts)
      return { result: { kind: 'refused', reason: CRASHED_ERROR }, isUnexpected: true }
    try {
      return { result: await kind.run(run), isUnexpected: false }
    } catch (error) {
      if (run.signal.aborted || error instanceof LeaseLostError) return null
      log.error({ job: kind.kind, leagueId: leagueId ?? undefined, err: error }, 'job failed')
      // What a recurring job reports is for the operator, who has access to the log.
      const reason = isRecurring(kind)
        ? String(error instanceof Error ? error.message : error)
        : UNEXPECTED_ERROR
      return { result: { kind: 'later', reason, retryAfterMs: null }, isUnexpected: true }
    }
  }

  async function recordResult(job: LeasedJob, kind: JobKind, { result, isUnexpected }: RunEnd) {
    if (isRecurring(kind)) {
      const error = isFailure(result) ? result.reason : null
      return store.reschedule(job, nextRun(kind.schedule, now()), error, now())
    }
    if (!isFailure(result)) {
      if (result === undefined && kind.keepsFinished !== true) return store.remove(job)
      const outcome = result ?? { hasFailed: false, step: '', result: null }
      return store.finish(job, { ...outcome, error: null }, now())
    }
    const { reason } = result
    const retryAt = nextAttemptAt(job, kind, result)
    if (retryAt !== null) return store.postpone(job, retryAt, reason)
    if (!isUnexpected)
      log.warn({ job: kind.kind, leagueId: job.leagueId ?? undefined, reason }, 'gave up on job')
    await store.finish(job, { hasFailed: true, step: FAILED_STEP, result: null, error: reason }, now())
  }

  function nextAttemptAt(job: LeasedJob, kind: JobKind, result: Failure): Date | null {
    if (result.kind === 'refused' || kind.retry === undefined) return null
    const { retryAfterMs, postpone } = result
    const delayMs = retryDelayMs({ attempts: job.attempt, retryAfterMs }, kind.retry, random)
    if (delayMs === null) return null
    const at = new Date(now().getTime() + delayMs)
    return postpone?.(at) ?? at
  }

  function createRun(job: LeasedJob, localContext: unknown, signal: AbortSignal): JobRun {
    const { leagueId, payload, attempt } = job
    return {
      leagueId,
      payload,
      attempt,
      localContext,
      signal,
      async reportProgress(progress) {
        signal.throwIfAborted()
        await store.reportProgress(job, progress, now())
        onChange?.()
      },
      async saveCheckpoint(work) {
        signal.throwIfAborted()
        const result = await store.saveCheckpoint(job, now(), work)
        onChange?.()
        return result
      },
      queueJob,
      runJob: (newJob) => runJob(newJob, signal),
    }
  }
}

export function newlyLeased(job: NewJob | LeagueJobRequest, id: number, { token }: Lease): LeasedJob {
  const { kind, leagueId = null, payload } = job
  const destination = 'destination' in job ? (job.destination ?? null) : null
  return { id, kind, destination, leagueId, payload, attempt: 1, token }
}

function isFailure(result: JobResult): result is Failure {
  return result !== undefined && 'kind' in result
}
