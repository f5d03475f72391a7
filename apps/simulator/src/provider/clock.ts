export type SettableClock = {
  now: () => Date
  /** The speed relative to real time: 0 while the clock is stopped, null while it follows the base clock. */
  speed: () => number | null
  /** Sets the time, or keeps the current one if null, and the speed. A speed of 0 stops the clock. */
  set: (from: Date | null, speed: number) => void
  reset: () => void
}

/** `elapsedMs` returns monotonic real time, so the clock can run even if the base clock is stopped. */
export function settableClock(baseClock: () => Date, elapsedMs: () => number): SettableClock {
  let setting: { fromMs: number; sinceMs: number; speed: number } | null = null
  const now = () => {
    if (setting === null) return baseClock()
    return new Date(setting.fromMs + Math.round((elapsedMs() - setting.sinceMs) * setting.speed))
  }
  return {
    now,
    speed: () => setting?.speed ?? null,
    set(from, speed) {
      setting = { fromMs: (from ?? now()).getTime(), sinceMs: elapsedMs(), speed }
    },
    reset() {
      setting = null
    },
  }
}
