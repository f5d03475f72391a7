import { Cron } from 'croner'
import { coalesce } from '../database/engine/coalesce.ts'
import { withoutWriteChecks } from '../database/engine/write-checks.ts'
import {
  isRecurring,
  type JobKind,
  type JobOutcome,
  type JobResult,
  type JobRun,
  type LeagueJobRequest,
  LeaseLostError,
  type NewJob,
  retryDelayMs,
  ServerStoppingError,
  type UnfinishedJob,
} from './job.ts'
import type { JobStore, Lease, LeasedJob } from './job-store.ts'

const LEASE_MS = 30_000
const RENEW_INTERVAL_MS = 10_000
const OUTCOME_POLL_MS = 1000
const BATCH_SIZE = 20

export type JobRunnerOptions = Omit<JobExecutionOptions, 'queueJob' | 'runJob'> & {
  kinds: readonly JobKind[]
  newToken: () => string
  /** The system clock, used for leases because the application clock may be fixed or changed. */
  systemNow: () => Date
  pollIntervalMs?: number
  renewIntervalMs?: number
}

export interface JobRequester {
  /** Queues a job for the next poll, unless one with its key is unfinished. */
  queue(job: NewJob): Promise<void>
  /**
   * Queues a job and starts it as soon as there is a slot. With `localContext`, which never leaves this process, it
   * starts here immediately. Returns the id of the unfinished job with its key if there is one.
   */
  request(job: NewJob, localContext?: unknown): Promise<number>
  /**
   * Requests a refresh or backfill. With `localContext`, which never leaves this process, it starts here immediately,
   * even if the limit of concurrent jobs is reached. Returns the unfinished job of the league if there is one, except
   * that a user's request waits for a scheduled refresh to finish. Throws a ServerStoppingError.
   */
  requestForLeague(request: LeagueJobRequest, localContext?: unknown): Promise<{ id: number } | UnfinishedJob>
  /** The same, but returns the unfinished job even if it is a scheduled refresh, and waits for nothing. */
  tryRequestForLeague(request: LeagueJobRequest): Promise<{ id: number } | UnfinishedJob>
  /**
   * Waits for a job to finish, whichever process runs it; undefined if it was deleted, which it is when it is done
   * unless its kind has a history. Throws a ServerStoppingError if this process stops first, and the reason of the
   * signal.
   */
  waitForOutcome(id: number, signal?: AbortSignal): Promise<JobOutcome | undefined>
  wake(): void
}

/** Runs jobs. Several runners can share a database. Until it is started, it runs no recurring jobs and does not poll. */
export interface JobRunner extends JobRequester {
  start(): void
  poll(): Promise<void>
  /** Resolves when no job is running or about to start in this process. */
  settled(): Promise<void>
  /**
   * Starts no more jobs, except of kinds that start during a shutdown. Aborts long jobs immediately and short ones
   * after `graceMs`.
   */
  stop(graceMs: number): Promise<void>
}

type RunningJob = { job: LeasedJob; kind: JobKind; controller: AbortController; ended: Promise<void> }

export function jobRunner(options: JobRunnerOptions): JobRunner {
  const { store, log, now, systemNow } = options
  const { pollIntervalMs = 5000, renewIntervalMs = RENEW_INTERVAL_MS } = options
  const kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]))
  const unregistered = new Set(options.kinds.filter(isRecurring))
  const running = new Map<number, RunningJob>()
  const waiters = new Set<() => void>()
  const queueJob = async (job: NewJob) => void (await request(job))
  const execute = jobExecution({ ...options, queueJob, runJob })
  let lastPollAt = new Date(0)
  let timer: NodeJS.Timeout | undefined
  let renewTimer: NodeJS.Timeout | undefined
  let polling: Promise<void> = Promise.resolve()
  let isPolling = false
  let isPollRequested = false
  let isStarted = false
  let isStopping = false
  let isStopped = false

  async function startJobs(): Promise<void> {
    if (isStarted && !isStopping) await registerRecurringJobs()
    await startQueuedJobs()
    if (!isStarted || isStopping) return
    for (const kind of kinds.values()) {
      if (kind.enqueueDue === undefined) continue
      await kind.enqueueDue(Math.max(0, freeSlots(kind)))
      await startQueuedJobs()
    }
  }

  async function registerRecurringJobs(): Promise<void> {
    // After the clock is set back, jobs may be due too far in the future.
    if (now() < lastPollAt) for (const kind of kinds.values()) if (isRecurring(kind)) unregistered.add(kind)
    lastPollAt = now()
    for (const kind of unregistered) {
      await store.register(kind.kind, nextRun(kind.schedule, now()), now())
      unregistered.delete(kind)
    }
  }

  async function startQueuedJobs(): Promise<void> {
    for (;;) {
      const startable = [...kinds.values()].filter((kind) => mayStart(kind) && freeSlots(kind) > 0)
      if (startable.length === 0) return
      const jobs = await store.listRunnable({
        ...clocks(),
        kinds: startable.map(({ kind }) => kind),
        busy: listBusy(),
        runningIds: [...running.keys()],
        limit: BATCH_SIZE,
      })
      if (jobs.length === 0) return
      for (const { id, kind: name, destination } of jobs) {
        const kind = kinds.get(name)
        if (kind === undefined || !mayStart(kind) || freeSlots(kind) <= 0 || isBusy(kind, destination))
          continue
        const job = await store.acquire(id, newLease(), clocks())
        if (job !== null) startJob(job, undefined)
      }
    }
  }

  function freeSlots(kind: JobKind): number {
    const count = (matches: (each: JobKind) => boolean) =>
      [...running.values()].filter((each) => matches(each.kind)).length
    const ofKind = (kind.maxConcurrent ?? 1) - count((each) => each === kind)
    if (kind.pool === undefined) return ofKind
    return Math.min(ofKind, kind.pool.slots - count((each) => each.pool === kind.pool))
  }

  function isBusy(kind: JobKind, destination: string | null): boolean {
    const { maxConcurrentPerDestination: max } = kind
    if (max === undefined || destination === null) return false
    const isTo = ({ kind: each, job }: RunningJob) => each === kind && job.destination === destination
    return [...running.values()].filter(isTo).length >= max
  }

  function listBusy(): { kind: string; destinations: string[] }[] {
    const jobs = [...running.values()]
    const destinations = new Set(jobs.flatMap(({ job }) => job.destination ?? []))
    return [...new Set(jobs.map(({ kind }) => kind))].flatMap((kind) => {
      const busy = [...destinations].filter((destination) => isBusy(kind, destination))
      return busy.length === 0 ? [] : [{ kind: kind.kind, destinations: busy }]
    })
  }

  function mayStart(kind: JobKind): boolean {
    if (isStopping) return !isStopped && kind.startsDuringShutdown === true
    return isStarted || !isRecurring(kind)
  }

  function startJob(job: LeasedJob, localContext: unknown): void {
    const kind = kinds.get(job.kind)
    if (kind === undefined) throw new Error(`no handler for jobs of kind ${job.kind}`)
    const controller = new AbortController()
    if (isStopping && !mayStart(kind)) controller.abort()
    withoutWriteChecks(() => {
      const ended = execute(job, kind, localContext, controller.signal).finally(() => {
        running.delete(job.id)
        for (const wakeWaiter of waiters) wakeWaiter()
        if (running.size === 0) clearInterval(renewTimer)
        wake()
      })
      if (running.size === 0) renewTimer = setInterval(() => void renewLeases(), renewIntervalMs).unref()
      running.set(job.id, { job, kind, controller, ended })
    })
  }

  // One at a time: when the database is slow, an older renewal must not overtake a later one.
  const renewLeases = coalesce(async () => {
    const jobs = [...running.values()]
    if (jobs.length === 0) return
    try {
      const renewedTokens = await store.renew(
        jobs.map(({ job }) => job),
        leaseExpiry(),
      )
      for (const { job, controller } of jobs) if (!renewedTokens.includes(job.token)) controller.abort()
    } catch (error) {
      log.error({ err: error }, 'failed to renew job leases')
    }
  })

  const clocks = () => ({ now: now(), at: systemNow() })
  const newLease = (): Lease => ({ token: options.newToken(), until: leaseExpiry() })
  const leaseExpiry = () => new Date(systemNow().getTime() + LEASE_MS)

  function wake(): void {
    isPollRequested = true
    if (isPolling || isStopped) return
    isPolling = true
    polling = withoutWriteChecks(pollWhileRequested)
  }

  async function pollWhileRequested(): Promise<void> {
    clearTimeout(timer)
    for (;;) {
      if (!isPollRequested || isStopped) break
      isPollRequested = false
      try {
        await startJobs()
      } catch (error) {
        log.error({ err: error }, 'failed to poll jobs')
      }
    }
    isPolling = false
    if (isStarted && !isStopping) timer = setTimeout(wake, pollIntervalMs).unref()
  }

  async function request(job: NewJob, localContext?: unknown): Promise<number> {
    const lease = localContext === undefined ? null : newLease()
    const { id, isNew } = await store.request(job, { ...clocks(), lease })
    if (isNew && lease !== null) startJob(newlyLeased(job, id, lease), localContext)
    wake()
    return id
  }

  async function requestForLeague(leagueRequest: LeagueJobRequest, localContext?: unknown) {
    for (;;) {
      const result = await tryRequestForLeague(leagueRequest, localContext)
      if (!('open' in result) || leagueRequest.requestedBy === null || !result.isScheduled) return result
      await waitForOutcome(result.id)
    }
  }

  async function tryRequestForLeague(leagueRequest: LeagueJobRequest, localContext?: unknown) {
    if (isStopping) throw new ServerStoppingError(false)
    const lease = localContext === undefined ? null : newLease()
    const result = await store.requestForLeague(leagueRequest, { ...clocks(), lease })
    if (!('open' in result) && lease !== null)
      startJob(newlyLeased(leagueRequest, result.id, lease), localContext)
    wake()
    return result
  }

  async function waitForOutcome(id: number, signal?: AbortSignal): Promise<JobOutcome | undefined> {
    for (;;) {
      signal?.throwIfAborted()
      const outcome = await store.findOutcome(id)
      if (outcome !== null) return outcome
      if (isStopping && !running.has(id)) throw new ServerStoppingError(true)
      await interruptibleSleep(OUTCOME_POLL_MS, waiters, signal)
    }
  }

  async function runJob(job: NewJob, signal: AbortSignal): Promise<void> {
    await waitForOutcome(await request(job), signal)
  }

  async function settled(): Promise<void> {
    for (;;) {
      await polling
      await Promise.all([...running.values()].map(({ ended }) => ended))
      if (running.size === 0 && !isPolling) return
    }
  }

  return {
    queue: async (job) => void (await store.request(job, { ...clocks(), lease: null })),
    request,
    requestForLeague,
    tryRequestForLeague,
    waitForOutcome,
    wake,
    settled,

    start() {
      isStarted = true
      wake()
    },

    async poll() {
      wake()
      await polling
    },

    async stop(graceMs) {
      isStopping = true
      clearTimeout(timer)
      for (const wakeWaiter of waiters) wakeWaiter()
      for (const { kind, controller } of running.values()) if (kind.isShort !== true) controller.abort()
      wake()
      await waitWithTimeout(graceMs, settled())
      isStopped = true
      for (const { controller } of running.values()) controller.abort()
      await waitWithTimeout(graceMs, settled())
    },
  }
}

async function waitWithTimeout(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}

async function interruptibleSleep(ms: number, wakers: Set<() => void>, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      wakers.delete(wake)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    wakers.add(wake)
    signal?.addEventListener('abort', wake)
  })
}

/** A job whose process has died this often is the cause. */
const MAX_STARTS = 20

const FAILED_STEP = 'Something went wrong on our end. Try again.'
const UNEXPECTED_ERROR = 'An unexpected error occurred. The server log has the details.'
const CRASHED_ERROR = 'The server stopped unexpectedly during every attempt.'

type JobExecutionOptions = {
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
function jobExecution({
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

function newlyLeased(job: NewJob | LeagueJobRequest, id: number, { token }: Lease): LeasedJob {
  const { kind, leagueId = null, payload } = job
  const destination = 'destination' in job ? (job.destination ?? null) : null
  return { id, kind, destination, leagueId, payload, attempt: 1, token }
}

function isFailure(result: JobResult): result is Failure {
  return result !== undefined && 'kind' in result
}

/** The next run after a time, in UTC. Throws for an invalid schedule, or one without a next run. */
export function nextRun(schedule: string, after: Date): Date {
  const next = new Cron(schedule, { timezone: 'UTC', paused: true, mode: '5-part' }).nextRun(after)
  if (next === null) throw new Error(`the schedule '${schedule}' never runs`)
  return next
}
