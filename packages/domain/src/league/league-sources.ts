import { LEAGUE_PROVIDERS, type ProviderName } from './league-providers.ts'

/** A range of seasons. null is an open end. */
export type SeasonRange = { firstSeason: number | null; lastSeason: number | null }

/** Where seasons of a league are read from. */
export type LeagueSource = SeasonRange & {
  id: number
  provider: ProviderName
  /** The provider's ID that an admin entered. Some providers give a league another ID every season. */
  leagueId: string
}

/** The source that answers for a season; null without one. */
export function sourceOf<Source extends SeasonRange>(
  sources: readonly Source[],
  season: number,
): Source | null {
  return sources.find((source) => contains(source, season)) ?? null
}

/** The source with the newest seasons; null without any. */
export function newestSource<Source extends SeasonRange>(sources: readonly Source[]): Source | null {
  return sources.toSorted((a, b) => lastOf(b) - lastOf(a))[0] ?? null
}

/**
 * The sources without the seasons of an added one: a league that moves to another platform in a season leaves the old one
 * with the season before. One with both ends takes its seasons from an open source that has stored none of them, which
 * keeps what is on the sides where it has stored seasons, or else the newer side. Returns null if the seasons overlap in
 * another way, so that an admin has to decide.
 */
export function makeRoomFor<Source extends SeasonRange & { seasons: readonly number[] }>(
  added: SeasonRange,
  sources: readonly Source[],
): Source[] | null {
  const rooms = sources.map((source) => (overlaps(source, added) ? cut(source, added) : [source]))
  return rooms.every((room) => room.length > 0) ? rooms.flat() : null
}

/** Empty if it cannot be cut. */
function cut<Source extends SeasonRange & { seasons: readonly number[] }>(
  source: Source,
  added: SeasonRange,
): Source[] {
  const { firstSeason: first, lastSeason: last } = added
  const older = { ...source, lastSeason: firstOf(added) - 1 }
  const newer = { ...source, firstSeason: lastOf(added) + 1 }
  if (first !== null && last !== null) {
    const isOpen = source.firstSeason === null || source.lastSeason === null
    if (!isOpen || source.seasons.some((season) => contains(added, season))) return []
    const left = [older, newer].filter((range) => firstOf(range) <= lastOf(range))
    const used = left.filter((range) => source.seasons.some((season) => contains(range, season)))
    return used.length > 0 ? used : left.slice(-1)
  }
  if (source.lastSeason === null && last === null && firstOf(source) < firstOf(added)) return [older]
  if (source.firstSeason === null && first === null && lastOf(added) < lastOf(source)) return [newer]
  return []
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

/** A stored season with its provider's ID of the league. */
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
