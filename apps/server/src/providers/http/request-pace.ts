import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Clock } from './attempts.ts'

type RequestPace = ReturnType<typeof requestPace>

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
    ...pace,
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

/** Limits the requests to a host in any 60 seconds. A burst is sent at once. Waiting rejects when the signal aborts. */
export function requestPace(maxPerMinute: number, { now, sleep }: Pick<Clock, 'now' | 'sleep'>) {
  /** When the latest requests are sent, the oldest first; some may still be waiting. */
  const turns: number[] = []
  let pausedUntil = 0

  return {
    /**
     * Waits for the turn of the next request, at most `maxWaitMs`. Returns false, without a turn, if that is too short
     * while the host wants no requests.
     */
    async take(maxWaitMs: number, signal: AbortSignal | undefined): Promise<boolean> {
      const at = now().getTime()
      if (pausedUntil - at > maxWaitMs) return false
      const oldest = turns.length < maxPerMinute ? undefined : turns[turns.length - maxPerMinute]
      const turn = Math.max(at, pausedUntil, oldest === undefined ? 0 : oldest + MINUTE_MS)
      if (maxPerMinute < Infinity) turns.push(turn)
      if (turns.length > maxPerMinute) turns.shift()
      if (turn > at) await sleep(turn - at, signal)
      return this.waitOutPause(maxWaitMs, signal)
    },
    /** Waits for the end of a pause, at most `maxWaitMs`. Returns false if that is too short. */
    async waitOutPause(maxWaitMs: number, signal: AbortSignal | undefined): Promise<boolean> {
      for (;;) {
        const remainingMs = pausedUntil - now().getTime()
        if (remainingMs <= 0) return true
        if (remainingMs > maxWaitMs) return false
        await sleep(remainingMs, signal)
      }
    },
    /** Holds all requests back for a while, also those that wait, because the host has asked for it. */
    pause(ms: number): void {
      pausedUntil = Math.max(pausedUntil, now().getTime() + ms)
    },
  }
}
