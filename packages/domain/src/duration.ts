/** Lengths of time in milliseconds. A day here always has 24 hours, whatever the clocks of a time zone do. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
