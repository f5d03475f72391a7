const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A day of New York's calendar, such as `2026-11-26`: the NFL's days are New York's. */
export function newYorkDay(moment: Date): string {
  return new Date(moment.getTime() - msBehindUtc(moment)).toISOString().slice(0, 10)
}

/** The moment at which New York's clock shows a time, in hours, of a day; hours may reach into the next day. */
export function newYorkInstant(day: string, hours: number): Date {
  const shown = Date.parse(`${day}T00:00:00Z`) + hours * HOUR_MS
  // The clock changes at two in the morning, far from any hour that is asked for.
  return new Date(shown + msBehindUtc(new Date(shown + 5 * HOUR_MS)))
}

/** The day before or after, by a number of days. */
export function addDays(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** Summer time is from the second Sunday of March to the first of November, at two in the morning. */
function msBehindUtc(moment: Date): number {
  const year = moment.getUTCFullYear()
  const begins = nthSunday(year, 2, 2) + 7 * HOUR_MS
  const ends = nthSunday(year, 10, 1) + 6 * HOUR_MS
  const isSummer = moment.getTime() >= begins && moment.getTime() < ends
  return (isSummer ? 4 : 5) * HOUR_MS
}

/** Midnight UTC of a month's first or second Sunday; months count from 0. */
function nthSunday(year: number, month: number, which: 1 | 2): number {
  const first = new Date(Date.UTC(year, month, 1))
  return first.getTime() + (((7 - first.getUTCDay()) % 7) + (which - 1) * 7) * DAY_MS
}
