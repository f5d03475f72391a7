const BASE_DELAY_MS = 500

/** How long to wait after the `attempt`th try: doubling, and half of it left to chance. */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.round(BASE_DELAY_MS * 2 ** (attempt - 1) * (0.5 + random() / 2))
}

/**
 * What a `Retry-After` header asks for, in milliseconds from `now`: seconds or an HTTP date.
 * null when there is none that can be read; 0 for a date that has passed.
 */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
