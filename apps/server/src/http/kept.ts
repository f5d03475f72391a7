import type { DataVersion } from '../database/data-version.ts'

/**
 * Values that hold for one version of the data, the least used forgotten first when they weigh more
 * than `most` together. A value of another version is not there.
 */
export function keptByVersion<Value>(most: number, weightOf: (value: Value) => number) {
  let kept = new Map<string, Value>()
  let weight = 0
  let version: DataVersion | null = null

  /** Nothing is kept, and nothing found, where the version is not known. */
  function isAt(asked: DataVersion | null): asked is DataVersion {
    if (asked === null) return false
    if (asked !== version) {
      kept = new Map()
      weight = 0
      version = asked
    }
    return true
  }

  function forget(key: string): void {
    const value = kept.get(key)
    if (value === undefined) return
    kept.delete(key)
    weight -= weightOf(value)
  }

  return {
    get(key: string, asked: DataVersion | null): Value | undefined {
      if (!isAt(asked)) return undefined
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },

    /** To be called with the version at which the making of the value began. */
    set(key: string, asked: DataVersion | null, value: Value): void {
      if (asked !== version || asked === null) return
      forget(key)
      kept.set(key, value)
      weight += weightOf(value)
      for (const oldest of kept.keys()) {
        if (weight <= most) return
        forget(oldest)
      }
    },
  }
}
