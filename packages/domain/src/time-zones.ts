import { DAY_MS, HOUR_MS } from './duration.ts'

/** The time zone of the deadlines and posts that are the same for all leagues. */
export const LEAGUE_TIME_ZONE = 'America/Chicago'
const NEW_YORK = 'America/New_York'
/** Swedish dates have the ISO format. */
const NEW_YORK_DATES = new Intl.DateTimeFormat('sv-SE', { timeZone: NEW_YORK })

const formatters = new Map<string, Intl.DateTimeFormat>()

/** `day` is midnight UTC of that day. Throws a RangeError for an unknown time zone. */
export function instantAt(day: Date, hour: number, timeZone: string): Date {
  const localTime = day.getTime() + hour * HOUR_MS
  const estimate = localTime - utcOffsetMs(localTime, timeZone)
  // The UTC offset may change between the estimate and the actual instant.
  return new Date(localTime - utcOffsetMs(estimate, timeZone))
}

/** The day as its midnight in UTC, and the minutes after midnight. Throws a RangeError for an unknown time zone. */
export function clockTimeAt(instant: Date, timeZone: string): { day: Date; minute: number } {
  const localTime = new Date(instant.getTime() + utcOffsetMs(instant.getTime(), timeZone))
  const minute = localTime.getUTCHours() * 60 + localTime.getUTCMinutes()
  return { day: new Date(localTime.toISOString().slice(0, 10)), minute }
}

export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The UTC offset of a time zone at an instant, in milliseconds; negative west of UTC. */
function utcOffsetMs(instant: number, timeZone: string): number {
  const parts = new Map(
    formatterFor(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const localTime = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return localTime - Math.floor(instant / 1000) * 1000
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone)
  if (cached !== undefined) return cached
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timeZone, formatter)
  return formatter
}

/** The date in New York, such as `2026-11-26`. The NFL schedules its games by Eastern Time. */
export function newYorkDay(moment: Date): string {
  return NEW_YORK_DATES.format(moment)
}

/** The instant at which it is a given time in New York. `hours` counts from midnight and may exceed 24. */
export function newYorkInstant(day: string, hours: number): Date {
  return instantAt(new Date(day), hours, NEW_YORK)
}

export function addDays(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The day of the week; 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay()
}
