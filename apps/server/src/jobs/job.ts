import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import type { DbTransaction } from '../database/engine/database.ts'

/** The jobs whose progress is reported to the league by events. A league has one unfinished job of these kinds. */
export const LEAGUE_JOB_KINDS = ['refresh', 'backfill'] as const

export type LeagueJobName = (typeof LEAGUE_JOB_KINDS)[number]

export type NewJob = {
  kind: string
  leagueId?: number
  /** Nothing is queued while another job with this key is unfinished. */
  uniqueKey?: string
  /** The server that the job sends to or reads from. Limits how many such jobs run at the same time. */
  destination?: string
  /** Stored as JSON. Must not contain passwords, tokens or cookies. */
  payload: unknown
  isUrgent?: boolean
  runAt?: Date
}

export type LeagueJobRequest = {
  leagueId: number
  kind: LeagueJobName
  payload: unknown
  /** A user ID; null for the schedule. */
  requestedBy: number | null
}

export type UnfinishedJob = { open: LeagueJobName; id: number; isScheduled: boolean }

export type JobProgress = {
  /** The current step, as text for users. */
  step: string
  done: number
  /** The number of steps; null while unknown. */
  total: number | null
}

export type JobCheckpoint = JobProgress & { payload: unknown }

export type JobOutcome = {
  hasFailed: boolean
  /** The outcome, as text for users. */
  step: string
  /** Stored as JSON. */
  result: unknown
}

export type JobResult =
  | JobOutcome
  | undefined
  /** A later attempt may succeed. `reason` is text for admins. */
  | { kind: 'later'; reason: string; retryAfterMs: number | null; postpone?: (at: Date) => Date }
  | { kind: 'refused'; reason: string }

export type JobRun = {
  leagueId: number | null
  payload: unknown
  /** 1 for the first attempt. */
  attempt: number
  /** The value passed with the request in this process; undefined after a restart and in other processes. */
  localContext: unknown
  /** Aborted when the run must end: the server is shutting down, or another process has taken over the job. */
  signal: AbortSignal
  reportProgress: (progress: JobProgress) => Promise<void>
  /**
   * No part is done twice after a crash. Throws a LeaseLostError, and stores nothing, if another process has the job.
   */
  saveCheckpoint: <Result>(
    work: (transaction: DbTransaction) => Promise<{ checkpoint: JobCheckpoint; result: Result }>,
  ) => Promise<Result>
  queueJob: (job: NewJob) => Promise<void>
  /** The same, and waits until it has ended. */
  runJob: (job: NewJob) => Promise<void>
}

export type LeagueJobRun = JobRun & { leagueId: number }

/** Slots that several kinds of jobs share in a process. */
export type JobPool = { readonly slots: number }

export type JobKind = {
  /** Identifies the kind in the database, so it must not change. */
  kind: string
  /** Must be idempotent, because a job may run again after a crash. */
  run: (run: JobRun) => Promise<JobResult>
  /** Per process; 1 if undefined. */
  maxConcurrent?: number
  maxConcurrentPerDestination?: number
  pool?: JobPool
  /** Whether a shutdown waits for it to finish, because it takes seconds. Others are aborted at once. */
  isShort?: boolean
  startsDuringShutdown?: boolean
  /** Without it, a job that fails is not tried again. */
  retry?: RetryPolicy
  /** For a recurring job: a cron expression with five fields, in UTC. */
  schedule?: string
  /** Whether a job that is done stays. Failed ones stay until they are dismissed or a month has passed. */
  keepsFinished?: boolean
  /** Queues up to `limit` jobs that are due, the free slots of this process for the kind. Called with each poll. */
  enqueueDue?: (limit: number) => Promise<void>
}

/** A task that runs on a schedule, in one process at a time. */
export type ScheduledJob = {
  name: string
  /** A cron expression with five fields, in UTC. */
  schedule: string
  /**
   * When the signal is aborted, stops at a safe point. If work remains, it throws, and the job stays due. The
   * next run may start in another process as soon as this one has ended.
   */
  run: (signal: AbortSignal) => Promise<void>
}

/** A job that deletes what nobody needs any more. */
export function cleanUpJob(
  name: string,
  schedule: string,
  deletions: readonly (() => { execute: () => Promise<unknown> })[],
): ScheduledJob {
  const run = async (signal: AbortSignal) => {
    for (const [index, deletion] of deletions.entries()) {
      if (index > 0) signal.throwIfAborted()
      await deletion().execute()
    }
  }
  return { name, schedule, run }
}

/** The kind of a scheduled job. If a run fails, the next one follows as scheduled. */
export function scheduledKind({ name, schedule, run }: ScheduledJob): JobKind {
  return {
    kind: name,
    schedule,
    run: async ({ signal }) => {
      await run(signal)
    },
  }
}

export function isRecurring(kind: JobKind): kind is JobKind & { schedule: string } {
  return kind.schedule !== undefined
}

export function leagueRun(run: JobRun): LeagueJobRun {
  const { leagueId } = run
  if (leagueId === null) throw new Error('the job has no league')
  return { ...run, leagueId }
}

export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

/** This process is shutting down. If `willResume`, the job continues after the restart, or in another process. */
export class ServerStoppingError extends Error {
  override name = 'ServerStoppingError'
  readonly willResume: boolean

  constructor(willResume: boolean) {
    super('the server is stopping')
    this.willResume = willResume
  }
}

type RetryPolicy = { maxAttempts: number; maxDelayMs: number }

/** 8 attempts in about two hours. */
export const DELIVERY_RETRIES: RetryPolicy = { maxAttempts: 8, maxDelayMs: DAY_MS }

/** 12 attempts in about six hours, in which a mail server can be repaired. */
export const MAIL_RETRIES: RetryPolicy = { maxAttempts: 12, maxDelayMs: HOUR_MS }

/**
 * The delay before the next attempt after `attempts` failed ones, in milliseconds: 1 minute, 2, 4, …, of which
 * `random` (0 to 1) takes off up to a half, so that jobs that failed together do not come back together. Or
 * `retryAfterMs` if that is longer, at most a day. null after the last attempt.
 */
export function retryDelayMs(
  { attempts, retryAfterMs }: { attempts: number; retryAfterMs: number | null },
  { maxAttempts, maxDelayMs }: RetryPolicy,
  random: () => number,
): number | null {
  if (attempts >= maxAttempts) return null
  const delay = Math.min(MINUTE_MS * 2 ** (attempts - 1), maxDelayMs)
  const jittered = Math.round((delay * (1 + random())) / 2)
  return Math.min(Math.max(jittered, retryAfterMs ?? 0), DAY_MS)
}

/**
 * Runs an action for each item, one after the other. If it fails for one item, the items after it get theirs anyway.
 * Rejects at the end with all errors, or at once with the signal's reason.
 * @param failure what the message says of the items that failed, such as 'recaps could not be written'
 */
export async function attemptEach<Item>(
  items: Iterable<Item>,
  { failure, signal }: { failure: string; signal: AbortSignal },
  action: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  let count = 0
  for (const item of items) {
    signal.throwIfAborted()
    count += 1
    try {
      await action(item)
    } catch (error) {
      signal.throwIfAborted()
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${count} ${failure}`)
}
