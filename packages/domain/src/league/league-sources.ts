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
 * The sources without the seasons of an added one: a league that moves to another platform in a season leaves the
 * old one with the season before. Returns null if the seasons overlap in another way, so that an admin has to decide.
 */
export function makeRoomFor<Source extends SeasonRange>(
  added: SeasonRange,
  sources: readonly Source[],
): Source[] | null {
  const cut = sources.map((source) => (overlaps(source, added) ? cutOpenEnd(source, added) : source))
  return cut.every((source) => source !== null) ? cut : null
}

function cutOpenEnd<Source extends SeasonRange>(source: Source, added: SeasonRange): Source | null {
  if (source.lastSeason === null && added.lastSeason === null && firstOf(source) < firstOf(added))
    return { ...source, lastSeason: firstOf(added) - 1 }
  if (source.firstSeason === null && added.firstSeason === null && lastOf(added) < lastOf(source))
    return { ...source, firstSeason: lastOf(added) + 1 }
  return null
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
