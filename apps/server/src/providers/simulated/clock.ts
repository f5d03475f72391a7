/** A clock that can be set: it stands at an instant, or runs from it at a speed of its own. */
export type SettableClock = {
  now: () => Date
  /** 0 while it stands; null while it follows the clock that it was made with. */
  speed: () => number | null
  /** From an instant, else from where it is; at a speed of 0 it stands there. */
  set: (from: Date | null, speed: number) => void
  /** Back to the clock that it was made with. */
  reset: () => void
}

/** `elapsedMs` is real time, so that the clock can run where the one that it follows stands still. */
export function settableClock(followed: () => Date, elapsedMs: () => number): SettableClock {
  let setting: { fromMs: number; sinceMs: number; speed: number } | null = null
  const now = () => {
    if (setting === null) return followed()
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
