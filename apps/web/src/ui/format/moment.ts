const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 'just now', '3 min ago', '2 h ago', 'yesterday', '4 days ago', else the day. */
export function ago(moment: Date, now: Date): string {
  const passed = now.getTime() - moment.getTime()
  if (passed < MINUTE) return 'just now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`
  const days = Math.floor(passed / DAY)
  if (days === 1) return 'yesterday'
  return days < 7 ? `${days} days ago` : `on ${dayOf(moment, now)}`
}

/** A past moment as people name it: the time today, the weekday this week, else the day. */
export function namedDay(moment: Date, now: Date): string {
  if (moment.toDateString() === now.toDateString()) return timeOf(moment)
  const passed = now.getTime() - moment.getTime()
  return passed < 6 * DAY ? moment.toLocaleDateString('en', { weekday: 'long' }) : dayOf(moment, now)
}

/** The same with the time of every day: 'Sunday at 2:05 PM'. */
export function namedTime(moment: Date, now: Date): string {
  const day = namedDay(moment, now)
  return moment.toDateString() === now.toDateString() ? day : `${day} at ${timeOf(moment)}`
}

/** The whole moment, for those who want it exactly. */
export function exactly(moment: Date): string {
  return moment.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}

function timeOf(moment: Date): string {
  return moment.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })
}

function dayOf(moment: Date, now: Date): string {
  const isThisYear = moment.getFullYear() === now.getFullYear()
  return moment.toLocaleDateString('en', {
    month: 'long',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

/** A moment to come: 'in 1 min', 'in 3 h', else the weekday and time within a week, else the day and time. */
export function ahead(moment: Date, now: Date): string {
  const left = moment.getTime() - now.getTime()
  if (left < HOUR) return `in ${Math.max(1, Math.ceil(left / MINUTE))} min`
  if (left < 12 * HOUR) return `in ${Math.floor(left / HOUR)} h`
  const day = left < 6 * DAY ? moment.toLocaleDateString('en', { weekday: 'long' }) : dayOf(moment, now)
  return `${day} at ${timeOf(moment)}`
}
