/** Something that is done on a schedule, once for all processes of the product. */
export type Job = {
  /** Names it in the database, so it never changes. */
  name: string
  /** Minute, hour, day of month, month and day of week, as cron has them, in UTC. */
  schedule: string
  /**
   * Stops at a safe point once the signal is given, by throwing when not all was done: the job is
   * then still due. The next run may begin in another process as soon as this one has ended.
   */
  run: (signal: AbortSignal) => Promise<void>
}
