import { Cron } from 'croner'

/** The next run after a time, in UTC. Throws for an invalid schedule, or one without a next run. */
export function nextRun(schedule: string, after: Date): Date {
  const next = new Cron(schedule, { timezone: 'UTC', paused: true, mode: '5-part' }).nextRun(after)
  if (next === null) throw new Error(`the schedule '${schedule}' never runs`)
  return next
}
