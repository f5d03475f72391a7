import { Cron } from 'croner'

/** The first moment of a schedule after an instant. Throws for what is no schedule, or one that never comes. */
export function nextRun(schedule: string, after: Date): Date {
  const next = new Cron(schedule, { timezone: 'UTC', paused: true, mode: '5-part' }).nextRun(after)
  if (next === null) throw new Error(`the schedule '${schedule}' never comes`)
  return next
}
