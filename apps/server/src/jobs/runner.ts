import type { Job } from './job.ts'
import type { JobStore, Run } from './job-store.ts'
import { nextRun } from './schedule.ts'
import { within } from './waiting.ts'

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
  everyMs?: number
}

type Running = { run: Run; stop: AbortController; ended: Promise<void> }

export type JobRunner = ReturnType<typeof jobRunner>

/** Runs jobs when they are due. Several runners on one database run each job once. */
export function jobRunner(options: JobRunnerOptions) {
  const { store, newToken, log, now, everyMs = 15_000 } = options
  const jobs = new Map(options.jobs.map((job) => [job.name, job]))
  const running = new Map<string, Running>()
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
      await store.announce(job.name, nextRun(job.schedule, now()))
      unannounced.delete(job)
    }
    await renewLeases()
    for (const name of await store.due(now())) {
      const job = jobs.get(name)
      if (job !== undefined && !running.has(name) && !isStopping) await take(job)
    }
  }

  async function take(job: Job): Promise<void> {
    const run = { name: job.name, token: newToken() }
    if (!(await store.take(run, now(), leaseEnd()))) return
    const stop = new AbortController()
    if (isStopping) stop.abort()
    const ended = carryOut(job, run, stop.signal).finally(() => running.delete(job.name))
    running.set(job.name, { run, stop, ended })
  }

  async function carryOut(job: Job, run: Run, signal: AbortSignal): Promise<void> {
    try {
      const failure = await failureOf(job, signal)
      if (failure !== null && signal.aborted) return await store.giveBack(run)
      if (failure === null) log.debug({ job: job.name }, 'a job is done')
      else log.error({ job: job.name, err: failure.error }, 'a job failed')
      const error = failure === null ? null : sentenceOf(failure.error)
      await store.finish(run, { now: now(), next: nextRun(job.schedule, now()), error })
    } catch (error) {
      // Nothing could be written: the lease ends by itself, and the job is run again.
      log.error({ job: job.name, err: error }, 'the end of a job could not be written down')
    }
  }

  async function renewLeases(): Promise<void> {
    for (const { run, stop } of running.values()) {
      if (!(await store.renew(run, leaseEnd()))) stop.abort()
    }
  }

  function leaseEnd(): Date {
    return new Date(now().getTime() + LEASE_MS)
  }

  async function lookAgainAndAgain(): Promise<void> {
    try {
      await tick()
    } catch (error) {
      log.error({ err: error }, 'the scheduled jobs could not be looked up')
    }
    if (isStopping) return
    timer = setTimeout(() => {
      looking = lookAgainAndAgain()
    }, everyMs)
    timer.unref()
  }

  return {
    tick,

    /** Looks for what is due from now on. */
    start(): void {
      looking = lookAgainAndAgain()
    },

    /** Resolves when no job runs in this process. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended))
    },

    /** Begins nothing more, and waits until what runs has stopped at a safe point, or until the grace is over. */
    async stop(graceMs: number): Promise<void> {
      isStopping = true
      clearTimeout(timer)
      for (const { stop } of running.values()) stop.abort()
      await within(
        graceMs,
        looking.then(() => this.settled()),
      )
    },
  }
}

async function failureOf(job: Job, signal: AbortSignal): Promise<{ error: unknown } | null> {
  try {
    await job.run(signal)
    return null
  } catch (error) {
    return { error }
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
