import type { Transaction } from 'kysely'
import type { LeagueJobName } from '../database/league-job-tables.ts'
import type { Database } from '../database/schema.ts'

/** How far a job is. */
export type JobProgress = {
  /** For people: what is under way. */
  step: string
  done: number
  /** How many steps there are; null while that is unknown. */
  total: number | null
}

/** How a job ended. */
export type JobOutcome = {
  hasFailed: boolean
  /** For people. */
  step: string
  /** Stored as JSON. */
  result: unknown
}

/** A job while this process holds it. */
export type LeagueJobRun = {
  leagueId: number
  /** What was still to do when the run began, as it was stored. */
  payload: unknown
  /** What was handed over with the job in this process; undefined after a restart and in others. */
  localContext: unknown
  /** Aborted when the job must be given back at once: the server stops, or another process has the job. */
  signal: AbortSignal
  reportProgress: (progress: JobProgress) => Promise<void>
  /**
   * Stores a part of the work together with the plan of what is left, so that whoever goes on after
   * a crash does neither twice. Throws a LeaseLostError, and stores nothing, when the job is not ours any more.
   */
  saveCheckpoint: <Result>(
    work: (transaction: Transaction<Database>) => Promise<CheckpointResult<Result>>,
  ) => Promise<Result>
}

/** What is left once a part is stored. */
export type JobCheckpoint = JobProgress & { payload: unknown }

type CheckpointResult<Result> = { checkpoint: JobCheckpoint; result: Result }

/** One sort of work on a league. */
export type LeagueJobKind = {
  name: LeagueJobName
  /** Whether a stop waits a little for its end, because somebody does and it is short. */
  isShort: boolean
  run: (run: LeagueJobRun) => Promise<JobOutcome>
}

/** The job is held by somebody else by now. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}
