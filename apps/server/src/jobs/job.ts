/** A task that runs on a schedule, in one process at a time. */
export type Job = {
  /** Identifies the job in the database, so it must not change. */
  name: string
  /** A cron expression with five fields, in UTC. */
  schedule: string
  /**
   * When the signal is aborted, stops at a safe point. If work remains, it throws, and the job stays due. The
   * next run may start in another process as soon as this one has ended.
   */
  run: (signal: AbortSignal) => Promise<void>
}
