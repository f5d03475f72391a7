import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Coalesces simultaneous calls of `load` into one. Calls that arrive while it is running share the next one, so
 * that no caller receives a result that is older than its call.
 */
export function coalesce<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let scheduled: Promise<Result> | null = null
  let latest: Promise<unknown> = Promise.resolve()

  async function runAfter(previous: Promise<unknown>): Promise<Result> {
    await previous.catch(() => undefined)
    // Lets the other calls of this turn of the event loop join.
    await nextTurn()
    scheduled = null
    return load()
  }

  return () => {
    if (scheduled === null) {
      scheduled = runAfter(latest)
      latest = scheduled
    }
    return scheduled
  }
}
