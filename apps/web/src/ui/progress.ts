/** The timing of a loader: `step` in percent, times in milliseconds. */
export type LoaderTiming = { tickMs: number; step: number; messageMs: number }

/** The timing on the league screen. Source: specification, 9 "Loading". */
export const LEAGUE_TIMING: LoaderTiming = { tickMs: 120, step: 0.6, messageMs: 4000 }

/** The timing in Admin and History. Source: specification, 9 "Loading". */
export const SLOW_TIMING: LoaderTiming = { tickMs: 130, step: 0.6, messageMs: 3200 }

const MAX_PENDING_PERCENT = 96

/** The progress in percent after a waiting time: one step per tick up to 96, then 100 when done. */
export function progressAfter(waitedMs: number, timing: LoaderTiming, isDone: boolean): number {
  if (isDone) return 100
  return Math.min(MAX_PENDING_PERCENT, Math.floor(waitedMs / timing.tickMs) * timing.step)
}

/** The message to show after a waiting time. The messages repeat in a cycle. */
export function messageAfter(waitedMs: number, timing: LoaderTiming, messages: readonly string[]): string {
  return messages[Math.floor(waitedMs / timing.messageMs) % messages.length] ?? ''
}
