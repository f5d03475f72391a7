import type { DataVersion } from './database.ts'

/** `wasUsed` is whether the value was read since eviction last skipped it. */
type CacheEntry<Value> = { value: Value; wasUsed: boolean }

/** Values that were computed from one version of the data. */
export interface VersionedCache<Value> {
  /** undefined without a value for that version. */
  get(key: string, version: DataVersion | null): Value | undefined
  /** `startVersion` is the version of the data when computing the value began. */
  set(key: string, startVersion: DataVersion | null, value: Value): void
}

/**
 * Caches values for one version of the data; a new version empties the cache. When the values together
 * exceed `maxWeight`, the oldest are evicted first, except that values that were read since are skipped
 * once (the second-chance algorithm).
 */
export function versionedCache<Value>(
  maxWeight: number,
  weightOf: (value: Value) => number,
): VersionedCache<Value> {
  let entries = new Map<string, CacheEntry<Value>>()
  let weight = 0
  let version: DataVersion | null = null

  /** Empties the cache if the version has changed; false if the version is unknown. */
  function ensureVersion(requested: DataVersion | null): requested is DataVersion {
    if (requested === null) return false
    if (requested !== version) {
      entries = new Map()
      weight = 0
      version = requested
    }
    return true
  }

  function remove(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    weight -= weightOf(entry.value)
  }

  /** Makes an entry the last candidate for eviction. */
  function moveToEnd(key: string, entry: CacheEntry<Value>): void {
    entries.delete(key)
    entries.set(key, entry)
  }

  return {
    get(key, requested) {
      if (!ensureVersion(requested)) return undefined
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      // Does not reorder entries: with thousands of them, that takes longer than the rest of the response.
      entry.wasUsed = true
      return entry.value
    },

    set(key, startVersion, value) {
      if (startVersion !== version || startVersion === null) return
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
