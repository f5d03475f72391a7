import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { shownTimeZone } from '../../api/page-environment.ts'

/**
 * Formats a past time as 'just now', '3 min ago', '2 h ago', 'yesterday', '4 days ago' or 'on November 9'.
 */
export function formatTimeAgo(date: Date, now: Date): string {
  const elapsed = now.getTime() - date.getTime()
  if (elapsed < MINUTE_MS) return 'just now'
  if (elapsed < HOUR_MS) return `${Math.floor(elapsed / MINUTE_MS)} min ago`
  if (elapsed < DAY_MS) return `${Math.floor(elapsed / HOUR_MS)} h ago`
  const days = Math.floor(elapsed / DAY_MS)
  if (days === 1) return 'yesterday'
  return days < 7 ? `${days} days ago` : `on ${formatDate(date, now)}`
}

/** Formats a past time: the time of day for today, the weekday within six days, otherwise the date. */
export function formatPastDay(date: Date, now: Date): string {
  if (isSameDay(date, now)) return formatTime(date)
  const elapsed = now.getTime() - date.getTime()
  return elapsed < 6 * DAY_MS ? format(date, { weekday: 'long' }) : formatDate(date, now)
}

/** Like formatPastDay, but with the time for other days too: 'Sunday at 2:05 PM'. */
export function formatPastDayAndTime(date: Date, now: Date): string {
  const day = formatPastDay(date, now)
  return isSameDay(date, now) ? day : `${day} at ${formatTime(date)}`
}

export function formatDay(date: Date): string {
  return format(date, { dateStyle: 'medium' })
}

export function formatDateTime(date: Date): string {
  return format(date, { dateStyle: 'medium', timeStyle: 'short' })
}

/** The weekday, date and time in the viewer's time zone, with the year if it is another one. */
export function formatAppointment(date: Date, now: Date): string {
  return format(date, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(isSameYear(date, now) ? {} : { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** How long it is until a time: 'in 5 min', 'in 3 h', 'in 12 days'. null once it has passed. */
export function formatRemaining(date: Date, now: Date): string | null {
  const remaining = date.getTime() - now.getTime()
  if (remaining <= 0) return null
  if (remaining < HOUR_MS) return `in ${Math.ceil(remaining / MINUTE_MS)} min`
  if (remaining < 2 * DAY_MS) return `in ${Math.floor(remaining / HOUR_MS)} h`
  return `in ${Math.floor(remaining / DAY_MS)} days`
}

/** The weekday and time in the viewer's time zone. */
export function formatKickoff(timestamp: number): string {
  const date = new Date(timestamp)
  const day = format(date, { weekday: 'short' })
  return `${day} ${formatTime(date)}`
}

export function formatFullKickoff(timestamp: number): string {
  return format(new Date(timestamp), {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}

export function formatTime(date: Date): string {
  return format(date, { hour: 'numeric', minute: '2-digit' })
}

function formatDate(date: Date, now: Date): string {
  const isThisYear = isSameYear(date, now)
  return format(date, {
    month: 'long',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

/**
 * Formats a future time: 'in 1 min', 'in 3 h', the weekday and time within six days, otherwise the date and
 * time.
 */
export function formatTimeUntil(date: Date, now: Date): string {
  const remaining = date.getTime() - now.getTime()
  if (remaining < HOUR_MS) return `in ${Math.max(1, Math.ceil(remaining / MINUTE_MS))} min`
  if (remaining < 12 * HOUR_MS) return `in ${Math.floor(remaining / HOUR_MS)} h`
  const day = remaining < 6 * DAY_MS ? format(date, { weekday: 'long' }) : formatDate(date, now)
  return `${day} at ${formatTime(date)}`
}

/** A time to come: 'today at 5:00 PM', or 'Saturday at 5:00 PM'. */
export function formatDue(due: Date, now: Date): string {
  const time = formatTime(due)
  if (isSameDay(due, now)) return `today at ${time}`
  const isNear = due.getTime() - now.getTime() < 6 * DAY_MS
  return `${format(due, isNear ? { weekday: 'long' } : { month: 'long', day: 'numeric' })} at ${time}`
}

/** Whether two times are on one day in the viewer's time zone. */
function isSameDay(date: Date, now: Date): boolean {
  return formatDay(date) === formatDay(now)
}

function isSameYear(date: Date, now: Date): boolean {
  return format(date, { year: 'numeric' }) === format(now, { year: 'numeric' })
}

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  const timeZone = shownTimeZone()
  return date.toLocaleString('en', timeZone === undefined ? options : { ...options, timeZone })
}
