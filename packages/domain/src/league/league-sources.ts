import { LEAGUE_PROVIDERS, type ProviderName } from './league-providers.ts'

/** A range of seasons. null is an open end. */
export type SeasonRange = { firstSeason: number | null; lastSeason: number | null }

export type LeagueSource = SeasonRange & {
  id: number
  provider: ProviderName
  /** The provider's ID that an admin entered. Some providers give a league another ID every season. */
  leagueId: string
}

export function sourceOf<Source extends SeasonRange>(
  sources: readonly Source[],
  season: number,
): Source | null {
  return sources.find((source) => contains(source, season)) ?? null
}

export function newestSource<Source extends SeasonRange>(sources: readonly Source[]): Source | null {
  return sources.toSorted((a, b) => lastOf(b) - lastOf(a))[0] ?? null
}

/** A range that an admin entered, of a source that has left some of these seasons to others since. */
type EnteredRange = SeasonRange & Pick<LeagueSource, 'provider' | 'leagueId'>

/** The sources of a league, and what their ranges were before others were given some of them. */
export type SourceRanges = { sources: readonly LeagueSource[]; entered: readonly EnteredRange[] }

/** A season that is stored, and which league of which provider it came from; null for a file. */
export type SeasonOrigin = { season: number; provider: ProviderName | null; providerLeagueId: string | null }

type SourceChange =
  | ({ kind: 'changed' } & SourceRanges)
  /** The seasons that another source has stored. */
  | { kind: 'stored'; source: LeagueSource; seasons: number[] }
  | { kind: 'nothing_left'; source: LeagueSource }

/** The stored seasons in the range of a source that came from it. */
export function storedSeasonsOf<Origin extends SeasonOrigin>(
  source: LeagueSource,
  stored: readonly Origin[],
): Origin[] {
  const { hasIdPerSeason } = LEAGUE_PROVIDERS[source.provider]
  const isFrom = ({ provider, providerLeagueId }: Origin) =>
    provider === source.provider &&
    (hasIdPerSeason || providerLeagueId === null || providerLeagueId === source.leagueId)
  return stored.filter((each) => contains(source, each.season) && isFrom(each))
}

/**
 * Adds a source, or one in place of `replaced` with another range. The others leave their seasons in its range, but none
 * that they have stored. One that would be on both sides of the range stays on those where it has stored seasons, or else
 * on the newer one.
 */
export function putSource(
  before: SourceRanges,
  added: LeagueSource,
  stored: readonly SeasonOrigin[],
  replaced: LeagueSource | null = null,
): SourceChange {
  const { sources, entered } = replaced === null ? before : removeSource(before, replaced)
  const left: LeagueSource[] = []
  const cut: EnteredRange[] = []
  for (const source of sources) {
    if (!overlaps(source, added)) {
      left.push(source)
      continue
    }
    const own = storedSeasonsOf(source, stored).map(({ season }) => season)
    const taken = own.filter((season) => contains(added, season))
    if (taken.length > 0) return { kind: 'stored', source, seasons: taken }
    const { firstSeason: from, lastSeason: to } = added
    // The second part of a source that is cut in two is a new one.
    const sides = [
      ...(from === null ? [] : [{ ...source, lastSeason: from - 1 }]),
      ...(to === null ? [] : [{ ...source, firstSeason: to + 1 }]),
    ].filter((side) => firstOf(side) <= lastOf(side))
    const used = sides.filter((side) => own.some((season) => contains(side, season)))
    const [first, second] = used.length > 0 ? used : sides.slice(-1)
    if (first === undefined) return { kind: 'nothing_left', source }
    left.push(first, ...(second === undefined ? [] : [{ ...second, id: 0 }]))
    if (!entered.some((each) => isSameLeague(each, source))) cut.push(toEntered(source))
  }
  return { kind: 'changed', sources: [...left, added], entered: [...entered, ...cut] }
}

/** Removes a source. Others that have left seasons to it have them again, except for those of the remaining ones. */
export function removeSource({ sources, entered }: SourceRanges, removed: LeagueSource): SourceRanges {
  const remaining = sources.filter((source) => source !== removed)
  const wished = entered.filter((each) => !isSameLeague(each, removed))
  const restored = remaining.map((source) => {
    const range = wished.find((each) => isSameLeague(each, source))
    if (range === undefined) return source
    const others = remaining.filter((each) => !isSameLeague(each, source))
    const before = others.filter((each) => lastOf(each) < firstOf(source)).map((each) => lastOf(each) + 1)
    const after = others.filter((each) => firstOf(each) > lastOf(source)).map((each) => firstOf(each) - 1)
    const firstSeason = Math.max(firstOf(range), ...before)
    const lastSeason = Math.min(lastOf(range), ...after)
    return { ...source, firstSeason: toEnd(firstSeason), lastSeason: toEnd(lastSeason) }
  })
  // Both parts of a source that was cut in two have the same range again.
  const merged = restored.filter(
    (source, index) =>
      restored.findIndex((each) => isSameLeague(each, source) && isSameRange(each, source)) === index,
  )
  const isStillCut = (range: EnteredRange) =>
    merged.some((source) => isSameLeague(source, range) && !isSameRange(source, range))
  return { sources: merged, entered: wished.filter(isStillCut) }
}

function isSameLeague(a: Omit<EnteredRange, keyof SeasonRange>, b: Omit<EnteredRange, keyof SeasonRange>) {
  return a.provider === b.provider && a.leagueId === b.leagueId
}

function isSameRange(a: SeasonRange, b: SeasonRange): boolean {
  return a.firstSeason === b.firstSeason && a.lastSeason === b.lastSeason
}

function toEntered({ provider, leagueId, firstSeason, lastSeason }: LeagueSource): EnteredRange {
  return { provider, leagueId, firstSeason, lastSeason }
}

function toEnd(season: number): number | null {
  return Number.isFinite(season) ? season : null
}

function overlaps(a: SeasonRange, b: SeasonRange): boolean {
  return firstOf(a) <= lastOf(b) && firstOf(b) <= lastOf(a)
}

function contains(range: SeasonRange, season: number): boolean {
  return firstOf(range) <= season && season <= lastOf(range)
}

function firstOf({ firstSeason }: SeasonRange): number {
  return firstSeason ?? Number.NEGATIVE_INFINITY
}

function lastOf({ lastSeason }: SeasonRange): number {
  return lastSeason ?? Number.POSITIVE_INFINITY
}

/** Such as 'all seasons', 'the seasons since 2020' or 'the season 2018'. */
export function describeRange({ firstSeason: first, lastSeason: last }: SeasonRange): string {
  if (first === null) return last === null ? 'all seasons' : `the seasons until ${last}`
  if (last === null) return `the seasons since ${first}`
  return first === last ? `the season ${first}` : `the seasons ${first} to ${last}`
}

type StoredId = { season: number; providerLeagueId: string }

/**
 * The ID to read a season with. A league that has another ID every season is found from its ID in that season,
 * otherwise from a later one, because a season only refers to the one before. A new season is found from the newest.
 */
export function leagueIdFor(season: number, source: LeagueSource, stored: readonly StoredId[]): string {
  if (!LEAGUE_PROVIDERS[source.provider].hasIdPerSeason) return source.leagueId
  const ids = stored.filter((each) => contains(source, each.season)).toSorted((a, b) => a.season - b.season)
  const sameOrLater = ids.find((each) => each.season >= season)
  if (sameOrLater !== undefined) return sameOrLater.providerLeagueId
  const isSourceStored = ids.some(({ providerLeagueId }) => providerLeagueId === source.leagueId)
  return (isSourceStored ? ids.at(-1)?.providerLeagueId : undefined) ?? source.leagueId
}
