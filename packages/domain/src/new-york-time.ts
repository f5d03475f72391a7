const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The date in New York, such as `2026-11-26`. The NFL schedules its games by Eastern Time. */
export function newYorkDay(moment: Date): string {
  return new Date(moment.getTime() - msBehindUtc(moment)).toISOString().slice(0, 10)
}

/** The instant at which it is a given time in New York. `hours` counts from midnight and may exceed 24. */
export function newYorkInstant(day: string, hours: number): Date {
  const localTime = Date.parse(`${day}T00:00:00Z`) + hours * HOUR_MS
  // Daylight saving time changes at 2 AM, which no caller requests.
  return new Date(localTime + msBehindUtc(new Date(localTime + 5 * HOUR_MS)))
}

/** Adds days to a date; negative to subtract. */
export function addDays(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The day of the week; 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** Daylight saving time runs from the second Sunday of March to the first Sunday of November, at 2 AM. */
function msBehindUtc(moment: Date): number {
  const year = moment.getUTCFullYear()
  const startsAt = nthSunday(year, 2, 2) + 7 * HOUR_MS
  const endsAt = nthSunday(year, 10, 1) + 6 * HOUR_MS
  const isDaylightTime = moment.getTime() >= startsAt && moment.getTime() < endsAt
  return (isDaylightTime ? 4 : 5) * HOUR_MS
}

/** Midnight UTC of the first or second Sunday of a month. Months count from 0. */
function nthSunday(year: number, month: number, which: 1 | 2): number {
  const first = new Date(Date.UTC(year, month, 1))
  return first.getTime() + (((7 - first.getUTCDay()) % 7) + (which - 1) * 7) * DAY_MS
}
