import type { AttemptLimit, ReachedLimit } from './attempt-store.ts'

/** More than a process of any site counts in a minute. */
const MAX_COUNTERS = 100_000

/** Counts requests in the memory of this process, in windows that begin with the first request. */
export interface RequestCounter {
  /** Counts a request under every limit; if one is reached, counts nothing and returns it. */
  record(limits: readonly AttemptLimit[], now: Date): ReachedLimit | null
}

export function requestCounter(): RequestCounter {
  const windows = new Map<string, { count: number; endsAt: number }>()

  /** A window that ends too late began before the clock was set back. */
  function currentWindow({ name, windowMs }: AttemptLimit, time: number) {
    const window = windows.get(name)
    return window !== undefined && window.endsAt > time && window.endsAt <= time + windowMs ? window : null
  }

  function removeOld(time: number): void {
    for (const [name, { endsAt }] of windows) if (endsAt <= time) windows.delete(name)
    if (windows.size >= MAX_COUNTERS) windows.clear()
  }

  return {
    record(limits, now) {
      const time = now.getTime()
      for (const limit of limits) {
        const window = currentWindow(limit, time)
        if (window !== null && window.count >= limit.limit) return { limit, waitMs: window.endsAt - time }
      }
      if (windows.size + limits.length > MAX_COUNTERS) removeOld(time)
      for (const limit of limits) {
        const window = currentWindow(limit, time)
        if (window === null) windows.set(limit.name, { count: 1, endsAt: time + limit.windowMs })
        else window.count += 1
      }
      return null
    },
  }
}
