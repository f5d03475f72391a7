import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'

export type RetryPolicy = { maxAttempts: number; maxDelayMs: number }

/** 8 attempts in about two hours. */
export const DELIVERY_RETRIES: RetryPolicy = { maxAttempts: 8, maxDelayMs: DAY_MS }

/** 12 attempts in about six hours, in which a mail server can be repaired. */
export const MAIL_RETRIES: RetryPolicy = { maxAttempts: 12, maxDelayMs: HOUR_MS }

/**
 * The delay before the next attempt after `attempts` failed ones, in milliseconds: 1 minute, 2, 4, …, of which
 * `random` (0 to 1) takes off up to a half, so that jobs that failed together do not come back together. Or
 * `retryAfterMs` if that is longer, at most a day. null after the last attempt.
 */
export function retryDelayMs(
  { attempts, retryAfterMs }: { attempts: number; retryAfterMs: number | null },
  { maxAttempts, maxDelayMs }: RetryPolicy,
  random: () => number,
): number | null {
  if (attempts >= maxAttempts) return null
  const delay = Math.min(MINUTE_MS * 2 ** (attempts - 1), maxDelayMs)
  const jittered = Math.round((delay * (1 + random())) / 2)
  return Math.min(Math.max(jittered, retryAfterMs ?? 0), DAY_MS)
}
