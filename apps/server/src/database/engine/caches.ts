import { setImmediate as nextTurn } from 'node:timers/promises'

/** `wasUsed` is whether the value was read since eviction last skipped it. */
type CacheEntry<Value> = { value: Value; wasUsed: boolean }

/**
 * Caches values in memory. When the values together exceed `maxWeight`, the oldest are evicted first, except that
 * values that were read since are skipped once (the second-chance algorithm).
 */
export function boundedCache<Value>(maxWeight: number, weightOf: (value: Value) => number) {
  const entries = new Map<string, CacheEntry<Value>>()
  let weight = 0

  function remove(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    weight -= weightOf(entry.value)
  }

  function moveToEnd(key: string, entry: CacheEntry<Value>): void {
    entries.delete(key)
    entries.set(key, entry)
  }

  return {
    get(key: string) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      // Does not reorder entries: with thousands of them, that takes longer than the rest of the response.
      entry.wasUsed = true
      return entry.value
    },

    set(key: string, value: Value) {
      remove(key)
      weight += weightOf(value)
      for (const [oldest, entry] of entries) {
        if (weight <= maxWeight) break
        if (entry.wasUsed) moveToEnd(oldest, { ...entry, wasUsed: false })
        else remove(oldest)
      }
      if (weight <= maxWeight) entries.set(key, { value, wasUsed: false })
      else weight -= weightOf(value)
    },
  }
}

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
