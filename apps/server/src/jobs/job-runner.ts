import type { Job } from './job.ts'
import type { JobRun, JobStore } from './job-store.ts'
import { nextRun } from './schedule.ts'
import { waitAtMost } from './timers.ts'

/** A run that does not lengthen its lease for so long is taken to have died with its process. */
const LEASE_MS = 5 * 60 * 1000

export type JobLog = {
  debug: (detail: object, line: string) => void
  error: (detail: object, line: string) => void
}

export type JobRunnerOptions = {
  store: JobStore
  jobs: readonly Job[]
  newToken: () => string
  log: JobLog
  now: () => Date
  /** How often it looks for what is due, in milliseconds. */
  pollIntervalMs?: number
}

type RunningJob = { run: JobRun; controller: AbortController; ended: Promise<void> }

export type JobRunner = ReturnType<typeof jobRunner>

/** Runs jobs when they are due. Several runners on one database run each job once. */
export function jobRunner(options: JobRunnerOptions) {
  const { store, newToken, log, now, pollIntervalMs = 15_000 } = options
  const jobs = new Map(options.jobs.map((job) => [job.name, job]))
  const running = new Map<string, RunningJob>()
  const unannounced = new Set(jobs.values())
  let lookedAt = new Date(0)
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let isStopping = false

  /** Takes what is due, begins it, and lengthens the leases of what still runs. */
  async function tick(): Promise<void> {
    // By a clock that was set back since, jobs wait for a time that was too far ahead.
    if (now() < lookedAt) for (const job of jobs.values()) unannounced.add(job)
    lookedAt = now()
    for (const job of unannounced) {
      await store.register(job.name, nextRun(job.schedule, now()))
      unannounced.delete(job)
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
    const stop = new AbortController()
    if (isStopping) stop.abort()
    const ended = runJob(job, run, stop.signal).finally(() => running.delete(job.name))
    running.set(job.name, { run, controller: stop, ended })
  }

  async function runJob(job: Job, run: JobRun, signal: AbortSignal): Promise<void> {
    try {
      const failure = await runAndCatch(job, signal)
      if (failure !== null && signal.aborted) return await store.release(run)
      if (failure === null) log.debug({ job: job.name }, 'a job is done')
      else log.error({ job: job.name, err: failure.error }, 'a job failed')
      const error = failure === null ? null : messageOf(failure.error)
      await store.finish(run, { now: now(), next: nextRun(job.schedule, now()), error })
    } catch (error) {
      // Nothing could be written: the lease ends by itself, and the job is run again.
      log.error({ job: job.name, err: error }, 'the end of a job could not be written down')
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
      await tick()
    } catch (error) {
      log.error({ err: error }, 'the scheduled jobs could not be looked up')
    }
    if (isStopping) return
    timer = setTimeout(() => {
      looking = pollRepeatedly()
    }, pollIntervalMs)
    timer.unref()
  }

  return {
    tick,

    /** Looks for what is due from now on. */
    start(): void {
      looking = pollRepeatedly()
    },

    /** Resolves when no job runs in this process. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended))
    },

    /** Begins nothing more, and waits until what runs has stopped at a safe point, or until the grace is over. */
    async stop(graceMs: number): Promise<void> {
      isStopping = true
      clearTimeout(timer)
      for (const { controller } of running.values()) controller.abort()
      await waitAtMost(
        graceMs,
        looking.then(() => this.settled()),
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
