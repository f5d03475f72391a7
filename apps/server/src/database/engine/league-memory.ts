import type { DataKind } from '@fieldhouse/contract/operation'
import { LRUCache } from 'lru-cache'

/** `result` is what `value` resolves to, as soon as it has. */
type Remembered = { version: string; value: Promise<unknown>; result?: unknown; bytes: number }

type Method = (...values: unknown[]) => Promise<unknown>

/** Counts a part of a result, and returns it. Nobody may change it. */
export type Count = <Part>(part: Part) => Part

export interface LeagueMemory {
  /**
   * What `read` returns, which is called only once for a key until data of these kinds change in the league. Nobody may
   * change the result. A result that grows later passes what it computes to `count`, so that it counts. `last` is what it
   * returned before the change, of which it can use what is still true; null if that is forgotten.
   */
  get<Value>(
    leagueId: number,
    reads: readonly DataKind[],
    key: string,
    read: (count: Count, last: Value | null) => Promise<Value>,
  ): Promise<Value>
  /**
   * A reader that reads the same only once until data of these kinds change. The first argument of its methods is
   * the ID of the league, unless `isPerLeague` is false. Nobody may change a result. Calls with other arguments than
   * numbers and texts are not remembered.
   */
  remember<Reader extends object>(reader: Reader, reads: readonly DataKind[], isPerLeague?: boolean): Reader
}

const MAX_BYTES = 64 * 1024 * 1024
/** The approximate size of an empty object or text. */
const HEADER_BYTES = 24
/** Of a number, or a reference to an object. */
const VALUE_BYTES = 8

/** @param freezes whether results are frozen, which takes longer than reading them, so that a change of one fails */
export function leagueMemory(readVersions: ReadLeagueVersions, { freezes = true } = {}): LeagueMemory {
  const cache = new LRUCache<string, Remembered>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  })
  let readerCount = 0

  async function recall<Value>(
    leagueId: number | null,
    reads: readonly DataKind[],
    key: string,
    read: (count: Count, last: Value | null) => Promise<Value>,
  ): Promise<Value> {
    const versions = await readVersions(leagueId)
    const version = versions?.of(reads) ?? null
    const remembered = cache.get(key)
    if (version !== null && remembered?.version === version) return remembered.value as Promise<Value>
    let bytes = key.length
    let value: Promise<Value> | null = null
    const count: Count = (part) => {
      if (freezes) freeze(part)
      bytes += countedBytes(part)
      const entry = cache.get(key)
      if (entry !== undefined && entry.value === value) cache.set(key, { ...entry, bytes })
      return part
    }
    value = read(count, (remembered?.result ?? null) as Value | null)
    if (version === null) return value
    // Calls that arrive in the meantime share the result.
    cache.set(key, { version, value, bytes })
    const result = await value.catch((error: unknown) => {
      // An outdated version, so that the next call reads again.
      cache.set(key, { version: '', value, bytes })
      throw error
    })
    if (freezes) freeze(result)
    bytes += approximateBytes(result)
    cache.set(key, { version, value, result, bytes })
    return result
  }

  return {
    get: (leagueId, reads, key, read) => recall(leagueId, reads, `league ${leagueId} ${key}`, read),

    remember(reader, reads, isPerLeague = true) {
      readerCount += 1
      const prefix = readerCount
      const remembering = { ...reader } as Record<string, Method>
      for (const [name, read] of Object.entries(reader as Record<string, Method>)) {
        remembering[name] = async (...values) => {
          const compute = () => read.apply(remembering, values)
          const isKey = values.every((value) => typeof value === 'number' || typeof value === 'string')
          if (!isKey) return compute()
          const key = `${prefix} ${name} ${JSON.stringify(values)}`
          return recall(isPerLeague ? Number(values[0]) : null, reads, key, compute)
        }
      }
      return remembering as typeof reader
    },
  }
}

function freeze(value: unknown): void {
  // The bytes of a view cannot be frozen.
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value))
    return
  Object.freeze(value)
  for (const each of value instanceof Map ? value.entries() : Object.values(value)) freeze(each)
}

const SAMPLE_SIZE = 50

const sizes = new WeakMap<object, number>()

/** Remembers the size of an object, which may be counted again as part of a later result. */
function countedBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return approximateBytes(value)
  const size = sizes.get(value) ?? approximateBytes(value)
  sizes.set(value, size)
  return size
}

/** Objects in `counted` take only their references, also where they contain each other. */
function approximateBytes(value: unknown, counted = new Set<object>()): number {
  if (typeof value === 'string') return VALUE_BYTES + HEADER_BYTES + value.length
  if (typeof value !== 'object' || value === null || counted.has(value)) return VALUE_BYTES
  counted.add(value)
  if (ArrayBuffer.isView(value)) return HEADER_BYTES + value.byteLength
  if (value instanceof Map) return approximateBytes([...value.entries()], counted)
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  const step = Math.ceil(items.length / SAMPLE_SIZE)
  const sample = items.filter((_, index) => index % step === 0)
  const bytes = sample.reduce<number>((sum, each) => sum + approximateBytes(each, counted), 0)
  return (
    VALUE_BYTES +
    HEADER_BYTES +
    (sample.length === 0 ? 0 : Math.round((bytes * items.length) / sample.length))
  )
}

/** Two equal versions mean the same data. Only comparable for the same database address. */
type DataVersion = number | string

/** A version of one kind of data of a league. Kinds that belong to no league have the league ID 0. */
export type VersionRow = { leagueId: number; kind: string; version: string }

/** Not a promise if the engine can read it synchronously. */
type Now<Value> = Value | Promise<Value>

export type VersionSource = {
  /** Changes with every commit. null if unavailable. */
  dataVersion: () => Now<DataVersion | null>
  /** The rows of the given league and those without a league; null if unavailable. */
  readVersions: (leagueId: number) => Now<readonly VersionRow[] | null>
}

export interface LeagueVersions {
  /** A text that changes when data of one of these kinds change. Pass the same array each time. */
  of(kinds: readonly DataKind[]): string
}

/**
 * Reads the versions that a league's data have at some moment after the call, so they include everything that was
 * committed before it. They are read from the tables only after a commit. null if unavailable. Never rejects.
 */
export type ReadLeagueVersions = (leagueId: number | null) => Now<LeagueVersions | null>

export function leagueVersionsReader({ dataVersion, readVersions }: VersionSource): ReadLeagueVersions {
  let cachedAt: DataVersion | null = null
  let cached = new Map<number, Now<LeagueVersions | null>>()

  function readAt(version: DataVersion | null, leagueId: number): Now<LeagueVersions | null> {
    if (version === null) return null
    if (version !== cachedAt) {
      cachedAt = version
      cached = new Map()
    }
    const known = cached.get(leagueId)
    if (known !== undefined) return known
    const versionsOfThisCommit = cached
    const store = (rows: readonly VersionRow[] | null) => {
      const versions = rows === null ? null : toLeagueVersions(rows)
      versionsOfThisCommit.set(leagueId, versions)
      return versions
    }
    const rows = readVersions(leagueId)
    const versions = rows instanceof Promise ? rows.then(store) : store(rows)
    versionsOfThisCommit.set(leagueId, versions)
    return versions
  }

  return (leagueId) => {
    const version = dataVersion()
    return version instanceof Promise
      ? version.then((current) => readAt(current, leagueId ?? 0))
      : readAt(version, leagueId ?? 0)
  }
}

function toLeagueVersions(rows: readonly VersionRow[]): LeagueVersions {
  const byKind = new Map(rows.map(({ kind, version }) => [kind, version]))
  const texts = new Map<readonly DataKind[], string>()
  return {
    of(kinds) {
      const known = texts.get(kinds)
      if (known !== undefined) return known
      const text = kinds.map((kind) => byKind.get(kind) ?? '').join(' ')
      texts.set(kinds, text)
      return text
    },
  }
}
