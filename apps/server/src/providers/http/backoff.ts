const BASE_DELAY_MS = 500

/** Returns the delay after attempt number `attempt`, from 1. It doubles each time, and half of it is jitter. */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.round(BASE_DELAY_MS * 2 ** (attempt - 1) * (0.5 + random() / 2))
}

/**
 * Parses a `Retry-After` header (seconds or an HTTP date) as milliseconds from `now`. Returns null when the
 * header is missing or invalid, and 0 for a date in the past.
 */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
