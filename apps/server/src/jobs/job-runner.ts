import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Job } from './job.ts'
import type { JobRun, JobStore } from './job-store.ts'
import { nextRun } from './schedule.ts'
import { waitWithTimeout } from './timers.ts'

/** A run that does not renew its lease for this long counts as dead. */
const LEASE_MS = 5 * MINUTE_MS

export type JobLog = {
  debug: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

export type JobRunnerOptions = {
  store: JobStore
  jobs: readonly Job[]
  newToken: () => string
  log: JobLog
  now: () => Date
  /** How often to check for due jobs, in milliseconds. */
  pollIntervalMs?: number
}

type RunningJob = { run: JobRun; controller: AbortController; ended: Promise<void> }

export type JobRunner = ReturnType<typeof jobRunner>

/** Runs jobs when they are due. Several runners can share a database: each job runs in only one of them. */
export function jobRunner(options: JobRunnerOptions) {
  const { store, newToken, log, now, pollIntervalMs = 15_000 } = options
  const jobs = new Map(options.jobs.map((job) => [job.name, job]))
  const running = new Map<string, RunningJob>()
  const unregistered = new Set(jobs.values())
  let lastPollAt = new Date(0)
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> = Promise.resolve()
  let isStopping = false

  /** Starts due jobs and renews the leases of running ones. */
  async function poll(): Promise<void> {
    // After the clock is set back, due times may be too far in the future.
    if (now() < lastPollAt) for (const job of jobs.values()) unregistered.add(job)
    lastPollAt = now()
    for (const job of unregistered) {
      await store.register(job.name, nextRun(job.schedule, now()))
      unregistered.delete(job)
    }
    await renewLeases()
    for (const name of await store.listDue(now())) {
      const job = jobs.get(name)
      if (job !== undefined && !running.has(name) && !isStopping) await startJob(job)
    }
  }

  async function startJob(job: Job): Promise<void> {
    const run = { name: job.name, token: newToken() }
    if (!(await store.acquire(run, now(), leaseExpiry()))) return
    const controller = new AbortController()
    if (isStopping) controller.abort()
    const ended = runJob(job, run, controller.signal).finally(() => running.delete(job.name))
    running.set(job.name, { run, controller, ended })
  }

  async function runJob(job: Job, run: JobRun, signal: AbortSignal): Promise<void> {
    try {
      const failure = await runAndCatch(job, signal)
      if (failure !== null && signal.aborted) return await store.release(run)
      if (failure === null) log.debug({ job: job.name }, 'job completed')
      else log.error({ job: job.name, err: failure.error }, 'job failed')
      const error = failure === null ? null : messageOf(failure.error)
      await store.finish(run, { now: now(), next: nextRun(job.schedule, now()), error })
    } catch (error) {
      // The lease expires, and the job runs again.
      log.error({ job: job.name, err: error }, 'failed to record job result')
    }
  }

  async function renewLeases(): Promise<void> {
    for (const { run, controller } of running.values()) {
      if (!(await store.renew(run, leaseExpiry()))) controller.abort()
    }
  }

  function leaseExpiry(): Date {
    return new Date(now().getTime() + LEASE_MS)
  }

  async function pollRepeatedly(): Promise<void> {
    try {
      await poll()
    } catch (error) {
      log.error({ err: error }, 'failed to poll scheduled jobs')
    }
    if (isStopping) return
    timer = setTimeout(() => {
      polling = pollRepeatedly()
    }, pollIntervalMs)
    timer.unref()
  }

  return {
    poll,

    /** Starts polling for due jobs. */
    start(): void {
      polling = pollRepeatedly()
    },

    /** Resolves when no job is running in this process. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended))
    },

    /** Starts no more jobs, and waits up to `graceMs` for running jobs to stop at a safe point. */
    async stop(graceMs: number): Promise<void> {
      isStopping = true
      clearTimeout(timer)
      for (const { controller } of running.values()) controller.abort()
      await waitWithTimeout(
        graceMs,
        polling.then(() => this.settled()),
      )
    },
  }
}

async function runAndCatch(job: Job, signal: AbortSignal): Promise<{ error: unknown } | null> {
  try {
    await job.run(signal)
    return null
  } catch (error) {
    return { error }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
