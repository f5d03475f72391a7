const MINUTE_MS = 60_000
const MAX_ATTEMPTS = 8
const MAX_DELAY_MS = 24 * 60 * MINUTE_MS

/**
 * How long until something is tried again after its `tries`th try, in milliseconds: 1 minute, 2, 4 …,
 * or as long as it was asked for; null when it was tried often enough, some two hours in all.
 */
export function retryDelayMs(tries: number, askedMs: number | null): number | null {
  if (tries >= MAX_ATTEMPTS) return null
  const wait = MINUTE_MS * 2 ** (tries - 1)
  return Math.min(Math.max(wait, askedMs ?? 0), MAX_DELAY_MS)
}
