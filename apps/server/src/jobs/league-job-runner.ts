import type { LeagueJobName } from '../database/schema/league-job-tables.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { type JobOutcome, type LeagueJobKind, type LeagueJobRun, LeaseLostError } from './league-job.ts'
import type { JobRequest, LeagueJobStore, Lease, LeasedJob, UnfinishedJob } from './league-job-store.ts'
import { interruptibleSleep, waitWithTimeout } from './timers.ts'

/** Another process takes over a job whose lease was not renewed for this long. */
const LEASE_MS = 30_000
const RENEW_INTERVAL_MS = 10_000
/** Per process. */
const MAX_CONCURRENT_JOBS = 3
/** How often to check for the outcome of a job that another process is running. */
const OUTCOME_POLL_MS = 1000

export type LeagueJobRunnerOptions = {
  store: LeagueJobStore
  kinds: readonly LeagueJobKind[]
  newToken: () => string
  log: { error: (fields: object, message: string) => void }
  now: () => Date
  /** The system clock, used for leases because the application clock may be fixed or changed. */
  systemNow: () => Date
  /** Called after every write. */
  onChange?: () => void
  /** Enqueues up to `limit` due jobs. Called when this process has capacity left. */
  enqueueDueJobs?: (limit: number) => Promise<void>
  /** How often to check for available jobs, in milliseconds. */
  pollIntervalMs?: number
  renewIntervalMs?: number
}

export type LeagueJobRunner = ReturnType<typeof leagueJobRunner>

type RunningJob = { job: LeasedJob; kind: LeagueJobKind; controller: AbortController; ended: Promise<void> }

/** Runs league jobs: a few at a time, and one per league. Several runners can share a database. */
export function leagueJobRunner(options: LeagueJobRunnerOptions) {
  const {
    store,
    log,
    now,
    systemNow,
    onChange,
    enqueueDueJobs,
    pollIntervalMs = 5000,
    renewIntervalMs = RENEW_INTERVAL_MS,
  } = options
  const kinds = new Map(options.kinds.map((kind) => [kind.name, kind]))
  const running = new Map<number, RunningJob>()
  const waiters = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let renewTimer: NodeJS.Timeout | undefined
  let polling: Promise<void> = Promise.resolve()
  let isPolling = false
  let isPollRequested = false
  let isStarted = false
  let isStopping = false

  /** Starts available jobs, up to the limit of concurrent jobs. */
  async function startJobs(): Promise<void> {
    await startAvailableJobs()
    const capacity = MAX_CONCURRENT_JOBS - running.size
    if (enqueueDueJobs === undefined || !isStarted || isStopping || capacity <= 0) return
    await enqueueDueJobs(capacity)
    await startAvailableJobs()
  }

  async function startAvailableJobs(): Promise<void> {
    for (;;) {
      if (isStopping || running.size >= MAX_CONCURRENT_JOBS) return
      const id = await store.findNextAvailable(systemNow(), kindsWithCapacity(), [...running.keys()])
      if (id === null || isStopping) return
      const job = await store.acquire(id, newLease(), { now: now(), at: systemNow() })
      if (job !== null) startJob(job, undefined)
    }
  }

  /** One slot is reserved for short jobs. */
  function kindsWithCapacity(): LeagueJobName[] {
    const longJobs = [...running.values()].filter(({ kind }) => !kind.isShort).length
    return options.kinds
      .filter(({ isShort }) => isShort || longJobs < MAX_CONCURRENT_JOBS - 1)
      .map(({ name }) => name)
  }

  function startJob(job: LeasedJob, localContext: unknown): void {
    const kind = kinds.get(job.kind)
    if (kind === undefined) throw new Error(`no handler for jobs of kind ${job.kind}`)
    const controller = new AbortController()
    if (isStopping) controller.abort()
    const ended = runJob(job, kind, localContext, controller.signal).finally(() => {
      running.delete(job.id)
      for (const wake of waiters) wake()
      if (running.size === 0) clearInterval(renewTimer)
      poll()
    })
    if (running.size === 0) renewTimer = setInterval(() => void renewLeases(), renewIntervalMs).unref()
    running.set(job.id, { job, kind, controller, ended })
  }

  async function runJob(
    job: LeasedJob,
    kind: LeagueJobKind,
    localContext: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const outcome = await runToOutcome(kind, createRun(job, localContext, signal))
      if (outcome === null) await store.release(job)
      else await store.finish(job, outcome, now())
      onChange?.()
    } catch (error) {
      // The lease expires, and a process resumes the job.
      log.error({ job: kind.name, leagueId: job.leagueId, err: error }, 'failed to record job result')
    }
  }

  /** null if the job did not finish and its lease must be released. */
  async function runToOutcome(kind: LeagueJobKind, run: LeagueJobRun): Promise<JobOutcome | null> {
    try {
      return await kind.run(run)
    } catch (error) {
      if (run.signal.aborted || error instanceof LeaseLostError) return null
      log.error({ job: kind.name, leagueId: run.leagueId, err: error }, 'job failed')
      return { hasFailed: true, step: 'Something went wrong on our end. Try again.', result: null }
    }
  }

  function createRun(job: LeasedJob, localContext: unknown, signal: AbortSignal): LeagueJobRun {
    return {
      leagueId: job.leagueId,
      payload: job.payload,
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
    }
  }

  async function renewLeases(): Promise<void> {
    const jobs = [...running.values()]
    try {
      const renewedTokens = await store.renew(
        jobs.map(({ job }) => job.token),
        leaseExpiry(),
      )
      for (const { job, controller } of jobs) if (!renewedTokens.includes(job.token)) controller.abort()
    } catch (error) {
      log.error({ err: error }, 'failed to renew job leases')
    }
  }

  function newLease(): Lease {
    return { token: options.newToken(), until: leaseExpiry() }
  }

  function leaseExpiry(): Date {
    return new Date(systemNow().getTime() + LEASE_MS)
  }

  /** Polls immediately, or once more after the poll in progress. */
  function poll(): void {
    isPollRequested = true
    if (isPolling || isStopping) return
    isPolling = true
    polling = pollWhileRequested()
  }

  async function pollWhileRequested(): Promise<void> {
    clearTimeout(timer)
    for (;;) {
      if (!isPollRequested || isStopping) break
      isPollRequested = false
      try {
        await startJobs()
      } catch (error) {
        log.error({ err: error }, 'failed to poll league jobs')
      }
    }
    isPolling = false
    if (isStarted && !isStopping) timer = setTimeout(poll, pollIntervalMs).unref()
  }

  return {
    /**
     * Requests a job. With `localContext`, which never leaves this process, the job starts here immediately,
     * even if the limit of concurrent jobs is reached. Returns the unfinished job of the league if there is
     * one, except that a user's request waits for a scheduled refresh to finish.
     */
    async request(request: JobRequest, localContext?: unknown): Promise<{ id: number } | UnfinishedJob> {
      for (;;) {
        if (isStopping) throw new ApiError('not_ready')
        const lease = localContext === undefined ? null : newLease()
        const result = await store.request(request, { now: now(), at: systemNow(), lease })
        const id = 'open' in result ? null : result.id
        if (id !== null && lease !== null) startJob({ ...request, id, token: lease.token }, localContext)
        poll()
        if (!('open' in result) || request.requestedBy === null || !result.isScheduled) return result
        await this.waitForOutcome(result.id)
      }
    },

    /**
     * Waits for a job to finish, whichever process runs it; undefined if its league was deleted. Throws
     * `not_ready` if this process stops first.
     */
    async waitForOutcome(id: number): Promise<JobOutcome | undefined> {
      for (;;) {
        const outcome = await store.findOutcome(id)
        if (outcome !== null) return outcome
        if (isStopping && !running.has(id)) throw new ApiError('not_ready', { message: RESUMES_MESSAGE })
        await interruptibleSleep(OUTCOME_POLL_MS, waiters)
      }
    },

    /** Starts polling for jobs, including scheduled ones. */
    start(): void {
      isStarted = true
      poll()
    },

    startJobs,

    /** Resolves when no job is running or about to start in this process. */
    async settled(): Promise<void> {
      for (;;) {
        await polling
        await Promise.all([...running.values()].map(({ ended }) => ended))
        if (running.size === 0 && !isPolling) return
      }
    },

    /** Starts no more jobs. Aborts long jobs immediately and short ones after `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      isStopping = true
      clearTimeout(timer)
      for (const wake of waiters) wake()
      for (const { kind, controller } of running.values()) if (!kind.isShort) controller.abort()
      await waitWithTimeout(graceMs, this.settled())
      for (const { controller } of running.values()) controller.abort()
      await waitWithTimeout(graceMs, this.settled())
    },
  }
}

const RESUMES_MESSAGE = "Fieldhouse is restarting. Your request will continue once it's back."
