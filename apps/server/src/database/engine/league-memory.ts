import type { DataKind } from '@fieldhouse/contract/operation'
import { boundedCache } from './bounded-cache.ts'
import type { ReadLeagueVersions } from './league-versions.ts'

type Remembered = { version: string; value: Promise<unknown>; bytes: number }

type Method = (...values: unknown[]) => Promise<unknown>

/** What the readers of a site have read, shared by all viewers and operations. */
export interface LeagueMemory {
  /**
   * A reader that reads the same only once until data of these kinds change. The first argument of its methods is
   * the ID of the league, unless `isPerLeague` is false. Results are frozen. Calls with other arguments than
   * numbers and texts are not remembered.
   */
  remember<Reader extends object>(reader: Reader, reads: readonly DataKind[], isPerLeague?: boolean): Reader
}

const MAX_BYTES = 64 * 1024 * 1024
/** The approximate size of an object, a number or the header of a text. */
const VALUE_BYTES = 32

export function leagueMemory(readVersions: ReadLeagueVersions): LeagueMemory {
  const cache = boundedCache<Remembered>(MAX_BYTES, ({ bytes }) => bytes)
  let readerCount = 0

  return {
    remember(reader, reads, isPerLeague = true) {
      readerCount += 1
      const prefix = readerCount
      const remembering = { ...reader } as Record<string, Method>
      for (const [name, read] of Object.entries(reader as Record<string, Method>)) {
        remembering[name] = async (...values) => {
          const isKey = values.every((value) => typeof value === 'number' || typeof value === 'string')
          const versions = isKey ? await readVersions(isPerLeague ? Number(values[0]) : null) : null
          if (versions === null) return read.apply(remembering, values)
          const key = `${prefix} ${name} ${JSON.stringify(values)}`
          const version = versions.of(reads)
          const remembered = cache.get(key)
          if (remembered?.version === version) return remembered.value
          const value = read.apply(remembering, values)
          // Calls that arrive in the meantime share the result.
          cache.set(key, { version, value, bytes: VALUE_BYTES })
          const result = await value.catch((error: unknown) => {
            // An outdated version, so that the next call reads again.
            cache.set(key, { version: '', value, bytes: VALUE_BYTES })
            throw error
          })
          cache.set(key, { version, value, bytes: key.length + freeze(result) })
          return result
        }
      }
      return remembering as typeof reader
    },
  }
}

/** Freezes a value with everything in it, and returns its approximate size in bytes. */
function freeze(value: unknown): number {
  if (typeof value === 'string') return VALUE_BYTES + 2 * value.length
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return VALUE_BYTES
  // The bytes of a view cannot be frozen.
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (value instanceof Map) return freeze([...value.entries()])
  Object.freeze(value)
  return Object.values(value).reduce<number>((bytes, each) => bytes + freeze(each), VALUE_BYTES)
}
