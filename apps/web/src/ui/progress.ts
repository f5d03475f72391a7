/** How a loader moves: progress in per cent, times in milliseconds. */
export type LoaderTiming = { tickMs: number; step: number; messageMs: number }

/** Of the league screen. Source: specification, 9 "Loading". */
export const LEAGUE_TIMING: LoaderTiming = { tickMs: 120, step: 0.6, messageMs: 4000 }

/** Of Admin and History. Source: specification, 9 "Loading". */
export const SLOW_TIMING: LoaderTiming = { tickMs: 130, step: 0.6, messageMs: 3200 }

const MAX_PENDING_PERCENT = 96

/** Progress after a time of waiting, in per cent: a step each tick up to the hold; 100 when done. */
export function progressAfter(waitedMs: number, timing: LoaderTiming, isDone: boolean): number {
  if (isDone) return 100
  return Math.min(MAX_PENDING_PERCENT, Math.floor(waitedMs / timing.tickMs) * timing.step)
}

/** Which message shows after a time of waiting; they go round. */
export function messageAfter(waitedMs: number, timing: LoaderTiming, messages: readonly string[]): string {
  return messages[Math.floor(waitedMs / timing.messageMs) % messages.length] ?? ''
}
