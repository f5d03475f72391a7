const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** 'just now', '3 min ago', '2 h ago', 'yesterday', '4 days ago', else the day. */
export function formatTimeAgo(moment: Date, now: Date): string {
  const passed = now.getTime() - moment.getTime()
  if (passed < MINUTE_MS) return 'just now'
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min ago`
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)} h ago`
  const days = Math.floor(passed / DAY_MS)
  if (days === 1) return 'yesterday'
  return days < 7 ? `${days} days ago` : `on ${formatDate(moment, now)}`
}

/** A past moment as people name it: the time today, the weekday this week, else the day. */
export function formatPastDay(moment: Date, now: Date): string {
  if (moment.toDateString() === now.toDateString()) return formatTime(moment)
  const passed = now.getTime() - moment.getTime()
  return passed < 6 * DAY_MS ? moment.toLocaleDateString('en', { weekday: 'long' }) : formatDate(moment, now)
}

/** The same with the time of every day: 'Sunday at 2:05 PM'. */
export function formatPastDayAndTime(moment: Date, now: Date): string {
  const day = formatPastDay(moment, now)
  return moment.toDateString() === now.toDateString() ? day : `${day} at ${formatTime(moment)}`
}

/** The whole moment, for those who want it exactly. */
export function formatDateTime(moment: Date): string {
  return moment.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}

function formatTime(moment: Date): string {
  return moment.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })
}

function formatDate(moment: Date, now: Date): string {
  const isThisYear = moment.getFullYear() === now.getFullYear()
  return moment.toLocaleDateString('en', {
    month: 'long',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

/** A moment to come: 'in 1 min', 'in 3 h', else the weekday and time within a week, else the day and time. */
export function formatTimeUntil(moment: Date, now: Date): string {
  const left = moment.getTime() - now.getTime()
  if (left < HOUR_MS) return `in ${Math.max(1, Math.ceil(left / MINUTE_MS))} min`
  if (left < 12 * HOUR_MS) return `in ${Math.floor(left / HOUR_MS)} h`
  const day =
    left < 6 * DAY_MS ? moment.toLocaleDateString('en', { weekday: 'long' }) : formatDate(moment, now)
  return `${day} at ${formatTime(moment)}`
}
