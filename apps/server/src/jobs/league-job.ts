import type { Transaction } from 'kysely'
import type { LeagueJobName } from '../database/schema/league-job-tables.ts'
import type { Database } from '../database/schema/schema.ts'

export type JobProgress = {
  /** The current step, as text for users. */
  step: string
  done: number
  /** The number of steps; null while unknown. */
  total: number | null
}

export type JobOutcome = {
  hasFailed: boolean
  /** The outcome, as text for users. */
  step: string
  /** Stored as JSON. */
  result: unknown
}

/** A job that this process is running. */
export type LeagueJobRun = {
  leagueId: number
  /** The work that remained when the run started, as stored. */
  payload: unknown
  /** The value passed with the request in this process; undefined after a restart and in other processes. */
  localContext: unknown
  /** Aborted when the run must end: the server is shutting down, or another process has taken over the job. */
  signal: AbortSignal
  reportProgress: (progress: JobProgress) => Promise<void>
  /**
   * Commits part of the work together with a description of the remaining work, so that no part is done twice
   * after a crash. Throws a LeaseLostError, and stores nothing, if another process has taken over the job.
   */
  saveCheckpoint: <Result>(
    work: (transaction: Transaction<Database>) => Promise<CheckpointResult<Result>>,
  ) => Promise<Result>
}

/** The progress and the remaining work after a part of it was committed. */
export type JobCheckpoint = JobProgress & { payload: unknown }

type CheckpointResult<Result> = { checkpoint: JobCheckpoint; result: Result }

/** A type of league job and the function that runs it. */
export type LeagueJobKind = {
  name: LeagueJobName
  /** Whether a shutdown waits for it to finish, because it is short and a user is waiting for it. */
  isShort: boolean
  run: (run: LeagueJobRun) => Promise<JobOutcome>
}

/** Another process has taken over the job. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}
