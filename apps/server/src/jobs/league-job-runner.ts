import type { LeagueJobName } from '../database/league-job-tables.ts'
import { ApiError } from '../http/api-error.ts'
import { type JobOutcome, type LeagueJobKind, type LeagueJobRun, LeaseLostError } from './league-job.ts'
import type { AskedJob, LeagueJobStore, Lease, OpenJob, TakenJob } from './league-job-store.ts'
import { pause, within } from './waiting.ts'

/** A job whose process died is taken over after this. */
const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** Jobs that one process does at once. */
const AT_ONCE = 3
/** Whoever waits for a job that another process does looks so often. */
const LOOK_FOR_END_MS = 1000

export type LeagueJobRunnerOptions = {
  store: LeagueJobStore
  kinds: readonly LeagueJobKind[]
  newToken: () => string
  log: { error: (detail: object, line: string) => void }
  now: () => Date
  /** The clock of the machine, which leases go by: the product's may stand still or be set. */
  machineNow: () => Date
  /** Told whenever something was stored. */
  onChange?: () => void
  /** Asks for more jobs, at most so many, when this process has nothing else to do. */
  plan?: (atMost: number) => Promise<void>
  /** How often it looks for what there is to do, in milliseconds. */
  everyMs?: number
  renewMs?: number
}

export type LeagueJobRunner = ReturnType<typeof leagueJobRunner>

type Running = { job: TakenJob; kind: LeagueJobKind; stop: AbortController; ended: Promise<void> }

/** Does the work on leagues, a few at once and one a league. Several on one database share it. */
export function leagueJobRunner(options: LeagueJobRunnerOptions) {
  const { store, log, now, machineNow, onChange, plan, everyMs = 5000, renewMs = RENEW_MS } = options
  const kinds = new Map(options.kinds.map((kind) => [kind.name, kind]))
  const running = new Map<number, Running>()
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
    await takeFree()
    const room = AT_ONCE - running.size
    if (plan === undefined || !isStarted || isStopping || room <= 0) return
    await plan(room)
    await takeFree()
  }

  async function takeFree(): Promise<void> {
    for (;;) {
      if (isStopping || running.size >= AT_ONCE) return
      const id = await store.nextFree(machineNow(), kindsWithRoom(), [...running.keys()])
      if (id === null || isStopping) return
      const job = await store.take(id, newLease(), { now: now(), at: machineNow() })
      if (job !== null) begin(job, undefined)
    }
  }

  /** Long jobs leave one place to short ones. */
  function kindsWithRoom(): LeagueJobName[] {
    const long = [...running.values()].filter(({ kind }) => !kind.isShort).length
    return options.kinds.filter(({ isShort }) => isShort || long < AT_ONCE - 1).map(({ name }) => name)
  }

  function begin(job: TakenJob, attachment: unknown): void {
    const kind = kinds.get(job.kind)
    if (kind === undefined) throw new Error(`nobody here can do a ${job.kind}`)
    const stop = new AbortController()
    if (isStopping) stop.abort()
    const ended = carryOut(job, kind, attachment, stop.signal).finally(() => {
      running.delete(job.id)
      for (const wake of waiters) wake()
      if (running.size === 0) clearInterval(renewing)
      look()
    })
    if (running.size === 0) renewing = setInterval(() => void renew(), renewMs).unref()
    running.set(job.id, { job, kind, stop, ended })
  }

  async function carryOut(
    job: TakenJob,
    kind: LeagueJobKind,
    attachment: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const outcome = await outcomeOf(kind, runOf(job, attachment, signal))
      if (outcome === null) await store.giveBack(job)
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
  async function outcomeOf(kind: LeagueJobKind, run: LeagueJobRun): Promise<JobOutcome | null> {
    try {
      return await kind.run(run)
    } catch (error) {
      if (run.signal.aborted || error instanceof LeaseLostError) return null
      log.error({ job: kind.name, leagueId: run.leagueId, err: error }, 'a job failed')
      return { hasFailed: true, step: 'Something went wrong on our side.', result: null }
    }
  }

  function runOf(job: TakenJob, attachment: unknown, signal: AbortSignal): LeagueJobRun {
    return {
      leagueId: job.leagueId,
      plan: job.plan,
      attachment,
      signal,
      async tell(progress) {
        signal.throwIfAborted()
        await store.tell(job, progress, now())
        onChange?.()
      },
      async store(work) {
        signal.throwIfAborted()
        const result = await store.store(job, now(), work)
        onChange?.()
        return result
      },
    }
  }

  async function renew(): Promise<void> {
    const held = [...running.values()]
    try {
      const kept = await store.renew(
        held.map(({ job }) => job.token),
        leaseEnd(),
      )
      for (const { job, stop } of held) if (!kept.includes(job.token)) stop.abort()
    } catch (error) {
      log.error({ err: error }, 'the leases of the running jobs could not be lengthened')
    }
  }

  function newLease(): Lease {
    return { token: options.newToken(), until: leaseEnd() }
  }

  function leaseEnd(): Date {
    return new Date(machineNow().getTime() + LEASE_MS)
  }

  /** Looks at once, and once more when it is asked to meanwhile. */
  function look(): void {
    isWanted = true
    if (isLooking || isStopping) return
    isLooking = true
    looking = lookWhileWanted()
  }

  async function lookWhileWanted(): Promise<void> {
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
    if (isStarted && !isStopping) timer = setTimeout(look, everyMs).unref()
  }

  return {
    /**
     * Asks for a job; what is attached to it stays in this process, which then does it whatever else
     * it has to do. Answers which job of the league has not ended, where somebody has asked for one;
     * what the schedule has begun is waited for.
     */
    async ask(asked: AskedJob, attachment?: unknown): Promise<{ id: number } | OpenJob> {
      for (;;) {
        if (isStopping) throw new ApiError('not_ready')
        const lease = attachment === undefined ? null : newLease()
        const made = await store.ask(asked, { now: now(), at: machineNow(), lease })
        const id = 'open' in made ? null : made.id
        if (id !== null && lease !== null) begin({ ...asked, id, token: lease.token }, attachment)
        look()
        if (!('open' in made) || asked.askedBy === null || !made.isScheduled) return made
        await this.endOf(made.id)
      }
    },

    /**
     * Waits for the end of a job, whichever process does it; undefined when its league is gone. Throws
     * `not_ready` when this process stops before.
     */
    async endOf(id: number): Promise<JobOutcome | undefined> {
      for (;;) {
        const end = await store.endOf(id)
        if (end !== null) return end
        if (isStopping && !running.has(id)) throw new ApiError('not_ready', { sentence: GOES_ON })
        await pause(LOOK_FOR_END_MS, waiters)
      }
    },

    /** Looks for work from now on, what is planned included. */
    start(): void {
      isStarted = true
      look()
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
      for (const { kind, stop } of running.values()) if (!kind.isShort) stop.abort()
      await within(graceMs, this.settled())
      for (const { stop } of running.values()) stop.abort()
      await within(graceMs, this.settled())
    },
  }
}

const GOES_ON = 'Fieldhouse is stopping. What you asked for goes on when it is started again.'
