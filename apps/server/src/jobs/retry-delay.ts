const MINUTE_MS = 60_000
const MAX_ATTEMPTS = 8
const MAX_DELAY_MS = 24 * 60 * MINUTE_MS

/**
 * The delay before the next attempt after `attempts` failed ones, in milliseconds: 1 minute, 2, 4, …, or
 * `retryAfterMs` if that is longer, at most a day. null after 8 attempts, about two hours in total.
 */
export function retryDelayMs(attempts: number, retryAfterMs: number | null): number | null {
  if (attempts >= MAX_ATTEMPTS) return null
  const delay = MINUTE_MS * 2 ** (attempts - 1)
  return Math.min(Math.max(delay, retryAfterMs ?? 0), MAX_DELAY_MS)
}
