import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Clock } from './attempts.ts'

export interface RequestPace {
  /**
   * Waits for the turn of the next request, at most `maxWaitMs`. Returns false, without a turn, if that is too short
   * while the host wants no requests. Rejects when the signal aborts.
   */
  take(maxWaitMs: number, signal: AbortSignal | undefined): Promise<boolean>
  /**
   * Waits for the end of a pause, at most `maxWaitMs`. Returns false if that is too short. Rejects when the signal
   * aborts.
   */
  waitOutPause(maxWaitMs: number, signal: AbortSignal | undefined): Promise<boolean>
  /** Holds all requests back for a while, also those that wait, because the host has asked for it. */
  pause(ms: number): void
}

/**
 * Adds a limit that several processes share. `claimTurn` counts a request and returns 0, or how long to wait before
 * another try.
 */
export function sharedPace(
  pace: RequestPace,
  claimTurn: () => Promise<number>,
  sleep: Clock['sleep'],
): RequestPace {
  return {
    pause: (ms) => pace.pause(ms),
    waitOutPause: (maxWaitMs, signal) => pace.waitOutPause(maxWaitMs, signal),
    async take(maxWaitMs, signal) {
      if (!(await pace.take(maxWaitMs, signal))) return false
      for (;;) {
        const waitMs = await claimTurn()
        if (waitMs > 0) await sleep(waitMs, signal)
        if (!(await pace.waitOutPause(maxWaitMs, signal))) return false
        if (waitMs === 0) return true
      }
    },
  }
}

/** Limits the requests to a host in any 60 seconds. A burst is sent at once. */
export function requestPace(maxPerMinute: number, { now, sleep }: Pick<Clock, 'now' | 'sleep'>): RequestPace {
  /** When the latest requests are sent, the oldest first; some may still be waiting. */
  const turns: number[] = []
  let pausedUntil = 0

  return {
    async take(maxWaitMs, signal) {
      const at = now().getTime()
      if (pausedUntil - at > maxWaitMs) return false
      const oldest = turns.length < maxPerMinute ? undefined : turns[turns.length - maxPerMinute]
      const turn = Math.max(at, pausedUntil, oldest === undefined ? 0 : oldest + MINUTE_MS)
      if (maxPerMinute < Infinity) turns.push(turn)
      if (turns.length > maxPerMinute) turns.shift()
      if (turn > at) await sleep(turn - at, signal)
      return this.waitOutPause(maxWaitMs, signal)
    },
    async waitOutPause(maxWaitMs, signal) {
      for (;;) {
        const remainingMs = pausedUntil - now().getTime()
        if (remainingMs <= 0) return true
        if (remainingMs > maxWaitMs) return false
        await sleep(remainingMs, signal)
      }
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now().getTime() + ms)
    },
  }
}
