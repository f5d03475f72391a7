import type { DataKind } from '@fieldhouse/contract/operation'

/** Two equal versions mean the same data. Only comparable for the same database address. */
export type DataVersion = number | string

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
