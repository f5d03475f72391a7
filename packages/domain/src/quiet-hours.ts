import { clockTimeAt, instantAt } from './zoned-time.ts'

/** The hours in which a user receives no notifications. */
export type QuietHours = {
  /** Minutes after midnight in the user's time zone. An end before the start is on the next day. */
  begins: number
  ends: number
  /** An IANA time zone name, such as `America/Chicago`. */
  timeZone: string
}

/** Returns the earliest time, `now` or later, outside the quiet hours. */
export function nextDeliveryTime(quiet: QuietHours | null, now: Date): Date {
  if (quiet === null) return now
  const { day, minute } = clockTimeAt(now, quiet.timeZone)
  if (!isQuietAt(quiet, minute)) return now
  const endsTomorrow = quiet.ends <= minute
  const endDay = new Date(day.getTime() + (endsTomorrow ? 86_400_000 : 0))
  const end = instantAt(endDay, quiet.ends / 60, quiet.timeZone)
  // When clocks are set back, the hour of the end occurs twice, and the first one may be in the past.
  return end > now ? end : now
}

/** The minute of the end is not quiet. Equal start and end mean no quiet hours at all. */
function isQuietAt({ begins, ends }: QuietHours, minute: number): boolean {
  return begins <= ends ? minute >= begins && minute < ends : minute >= begins || minute < ends
}
