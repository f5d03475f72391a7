import type { DataVersion } from '../database/data-version.ts'

/** A value, and whether it was asked for since it was last passed over. */
type CacheEntry<Value> = { value: Value; wasUsed: boolean }

/**
 * Values that hold for one version of the data. When they weigh more than `most` together the oldest are
 * forgotten, but for those that were asked for meanwhile, which are passed over once. A value of another
 * version is not there.
 */
export function versionedCache<Value>(most: number, weightOf: (value: Value) => number) {
  let kept = new Map<string, CacheEntry<Value>>()
  let weight = 0
  let version: DataVersion | null = null

  /** Nothing is kept, and nothing found, where the version is not known. */
  function ensureVersion(asked: DataVersion | null): asked is DataVersion {
    if (asked === null) return false
    if (asked !== version) {
      kept = new Map()
      weight = 0
      version = asked
    }
    return true
  }

  function remove(key: string): void {
    const entry = kept.get(key)
    if (entry === undefined) return
    kept.delete(key)
    weight -= weightOf(entry.value)
  }

  /** The one that is reached again when all others were. */
  function moveToEnd(key: string, entry: CacheEntry<Value>): void {
    kept.delete(key)
    kept.set(key, entry)
  }

  return {
    /** Nothing is moved: where thousands are kept, that would take longer than the rest of an answer. */
    get(key: string, asked: DataVersion | null): Value | undefined {
      if (!ensureVersion(asked)) return undefined
      const entry = kept.get(key)
      if (entry === undefined) return undefined
      entry.wasUsed = true
      return entry.value
    },

    /** To be called with the version at which the making of the value began. */
    set(key: string, asked: DataVersion | null, value: Value): void {
      if (asked !== version || asked === null) return
      remove(key)
      weight += weightOf(value)
      for (const [oldest, entry] of kept) {
        if (weight <= most) break
        if (entry.wasUsed) moveToEnd(oldest, { ...entry, wasUsed: false })
        else remove(oldest)
      }
      if (weight <= most) kept.set(key, { value, wasUsed: false })
      else weight -= weightOf(value)
    },
  }
}
