import { clockTimeAt, instantAt } from './zoned-time.ts'

/** Hours in which a person is told nothing. */
export type QuietHours = {
  /** Minutes after midnight by the person's clocks; an end before the beginning is the next morning's. */
  begins: number
  ends: number
  /** Such as `America/Chicago`. */
  timeZone: string
}

/** The first moment, at `now` or later, at which the person may be told something. */
export function nextDeliveryTime(quiet: QuietHours | null, now: Date): Date {
  if (quiet === null) return now
  const { day, minute } = clockTimeAt(now, quiet.timeZone)
  if (!isQuietAt(quiet, minute)) return now
  const endsTomorrow = quiet.ends <= minute
  const endDay = new Date(day.getTime() + (endsTomorrow ? 86_400_000 : 0))
  const end = instantAt(endDay, quiet.ends / 60, quiet.timeZone)
  // Where the clocks go back, the hour of the end comes twice.
  return end > now ? end : now
}

/** The minute of the end is loud. The same minute for both is no quiet at all. */
function isQuietAt({ begins, ends }: QuietHours, minute: number): boolean {
  return begins <= ends ? minute >= begins && minute < ends : minute >= begins || minute < ends
}
