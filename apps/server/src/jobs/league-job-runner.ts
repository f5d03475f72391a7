import type { LeagueJobName } from '../database/league-job-tables.ts'
import { ApiError } from '../http/api-error.ts'
import { type JobOutcome, type LeagueJobKind, type LeagueJobRun, LeaseLostError } from './league-job.ts'
import type { JobRequest, LeagueJobStore, Lease, LeasedJob, UnfinishedJob } from './league-job-store.ts'
import { interruptibleSleep, waitAtMost } from './timers.ts'

/** A job whose process died is taken over after this. */
const LEASE_MS = 30_000
const RENEW_INTERVAL_MS = 10_000
/** Jobs that one process does at once. */
const MAX_CONCURRENT_JOBS = 3
/** Whoever waits for a job that another process does looks so often. */
const OUTCOME_POLL_MS = 1000

export type LeagueJobRunnerOptions = {
  store: LeagueJobStore
  kinds: readonly LeagueJobKind[]
  newToken: () => string
  log: { error: (detail: object, line: string) => void }
  now: () => Date
  /** The clock of the machine, which leases go by: the product's may stand still or be set. */
  systemNow: () => Date
  /** Told whenever something was stored. */
  onChange?: () => void
  /** Asks for more jobs, at most so many, when this process has nothing else to do. */
  enqueueDueJobs?: (atMost: number) => Promise<void>
  /** How often it looks for what there is to do, in milliseconds. */
  pollIntervalMs?: number
  renewIntervalMs?: number
}

export type LeagueJobRunner = ReturnType<typeof leagueJobRunner>

type RunningJob = { job: LeasedJob; kind: LeagueJobKind; controller: AbortController; ended: Promise<void> }

/** Does the work on leagues, a few at once and one a league. Several on one database share it. */
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
  let renewing: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let isLooking = false
  let isWanted = false
  let isStarted = false
  let isStopping = false

  /** Takes what there is to do, as far as there is room for it. */
  async function tick(): Promise<void> {
    await startAvailableJobs()
    const room = MAX_CONCURRENT_JOBS - running.size
    if (enqueueDueJobs === undefined || !isStarted || isStopping || room <= 0) return
    await enqueueDueJobs(room)
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

  /** Long jobs leave one place to short ones. */
  function kindsWithCapacity(): LeagueJobName[] {
    const long = [...running.values()].filter(({ kind }) => !kind.isShort).length
    return options.kinds
      .filter(({ isShort }) => isShort || long < MAX_CONCURRENT_JOBS - 1)
      .map(({ name }) => name)
  }

  function startJob(job: LeasedJob, attachment: unknown): void {
    const kind = kinds.get(job.kind)
    if (kind === undefined) throw new Error(`nobody here can do a ${job.kind}`)
    const stop = new AbortController()
    if (isStopping) stop.abort()
    const ended = runJob(job, kind, attachment, stop.signal).finally(() => {
      running.delete(job.id)
      for (const wake of waiters) wake()
      if (running.size === 0) clearInterval(renewing)
      poll()
    })
    if (running.size === 0) renewing = setInterval(() => void renewLeases(), renewIntervalMs).unref()
    running.set(job.id, { job, kind, controller: stop, ended })
  }

  async function runJob(
    job: LeasedJob,
    kind: LeagueJobKind,
    attachment: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const outcome = await runToOutcome(kind, createRun(job, attachment, signal))
      if (outcome === null) await store.release(job)
      else await store.finish(job, outcome, now())
      onChange?.()
    } catch (error) {
      // Nothing could be written: the lease ends by itself, and somebody goes on with the job.
      log.error(
        { job: kind.name, leagueId: job.leagueId, err: error },
        'the end of a job could not be written',
      )
    }
  }

  /** null when the job did not come to its end and is to be given back. */
  async function runToOutcome(kind: LeagueJobKind, run: LeagueJobRun): Promise<JobOutcome | null> {
    try {
      return await kind.run(run)
    } catch (error) {
      if (run.signal.aborted || error instanceof LeaseLostError) return null
      log.error({ job: kind.name, leagueId: run.leagueId, err: error }, 'a job failed')
      return { hasFailed: true, step: 'Something went wrong on our side.', result: null }
    }
  }

  function createRun(job: LeasedJob, attachment: unknown, signal: AbortSignal): LeagueJobRun {
    return {
      leagueId: job.leagueId,
      payload: job.payload,
      localContext: attachment,
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
    const held = [...running.values()]
    try {
      const kept = await store.renew(
        held.map(({ job }) => job.token),
        leaseExpiry(),
      )
      for (const { job, controller } of held) if (!kept.includes(job.token)) controller.abort()
    } catch (error) {
      log.error({ err: error }, 'the leases of the running jobs could not be lengthened')
    }
  }

  function newLease(): Lease {
    return { token: options.newToken(), until: leaseExpiry() }
  }

  function leaseExpiry(): Date {
    return new Date(systemNow().getTime() + LEASE_MS)
  }

  /** Looks at once, and once more when it is asked to meanwhile. */
  function poll(): void {
    isWanted = true
    if (isLooking || isStopping) return
    isLooking = true
    looking = pollWhileRequested()
  }

  async function pollWhileRequested(): Promise<void> {
    clearTimeout(timer)
    for (;;) {
      if (!isWanted || isStopping) break
      isWanted = false
      try {
        await tick()
      } catch (error) {
        log.error({ err: error }, 'the jobs of the leagues could not be looked up')
      }
    }
    isLooking = false
    if (isStarted && !isStopping) timer = setTimeout(poll, pollIntervalMs).unref()
  }

  return {
    /**
     * Asks for a job; what is attached to it stays in this process, which then does it whatever else
     * it has to do. Answers which job of the league has not ended, where somebody has asked for one;
     * what the schedule has begun is waited for.
     */
    async request(asked: JobRequest, attachment?: unknown): Promise<{ id: number } | UnfinishedJob> {
      for (;;) {
        if (isStopping) throw new ApiError('not_ready')
        const lease = attachment === undefined ? null : newLease()
        const made = await store.request(asked, { now: now(), at: systemNow(), lease })
        const id = 'open' in made ? null : made.id
        if (id !== null && lease !== null) startJob({ ...asked, id, token: lease.token }, attachment)
        poll()
        if (!('open' in made) || asked.requestedBy === null || !made.isScheduled) return made
        await this.waitForOutcome(made.id)
      }
    },

    /**
     * Waits for the end of a job, whichever process does it; undefined when its league is gone. Throws
     * `not_ready` when this process stops before.
     */
    async waitForOutcome(id: number): Promise<JobOutcome | undefined> {
      for (;;) {
        const end = await store.findOutcome(id)
        if (end !== null) return end
        if (isStopping && !running.has(id)) throw new ApiError('not_ready', { message: RESUMES_MESSAGE })
        await interruptibleSleep(OUTCOME_POLL_MS, waiters)
      }
    },

    /** Looks for work from now on, what is planned included. */
    start(): void {
      isStarted = true
      poll()
    },

    tick,

    /** Resolves when no job runs in this process, and none is about to. */
    async settled(): Promise<void> {
      for (;;) {
        await looking
        await Promise.all([...running.values()].map(({ ended }) => ended))
        if (running.size === 0 && !isLooking) return
      }
    },

    /** Begins nothing more, and gives back what runs: short jobs when the grace is over, others at once. */
    async stop(graceMs: number): Promise<void> {
      isStopping = true
      clearTimeout(timer)
      for (const wake of waiters) wake()
      for (const { kind, controller } of running.values()) if (!kind.isShort) controller.abort()
      await waitAtMost(graceMs, this.settled())
      for (const { controller } of running.values()) controller.abort()
      await waitAtMost(graceMs, this.settled())
    },
  }
}

const RESUMES_MESSAGE = 'Fieldhouse is stopping. What you asked for goes on when it is started again.'
