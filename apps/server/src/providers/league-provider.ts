import type { Draft } from '@fieldhouse/domain/draft'
import type { WeekLineups } from '@fieldhouse/domain/lineup'
import type { ProviderSeasons } from '@fieldhouse/domain/provider-seasons'
import type { LeagueSeason } from '@fieldhouse/domain/season'
import type { LeagueTransaction } from '@fieldhouse/domain/transactions'

/** What the port throws belongs to it. */
export { ProviderError, type ProviderFailure } from './provider-error.ts'

/** Where a fantasy league's seasons come from. */
export interface LeagueProvider {
  /**
   * Everything that the season screens need for one season, or null when the provider
   * has no such league or no such season of it. Throws a ProviderError when it could
   * not be read, or when what came back is not that season.
   */
  readSeason(request: SeasonRequest): Promise<SeasonResponse | null>
}

/**
 * A provider that also knows which seasons there are, and what happened inside one. Each answer is
 * null, and each failure a ProviderError, as with `readSeason`.
 */
export interface LeagueArchive extends LeagueProvider {
  /**
   * The seasons of the league, found from `newest` back. Seasons that are absent or denied are
   * passed over; throws `not_visible` when every season that was found is denied.
   */
  listSeasons(request: SeasonsRequest): Promise<SeasonsResponse | null>
  /** The line-ups of an NFL week; null also where the provider keeps none that are so old. */
  readWeek(request: WeekRequest): Promise<WeekResponse | null>
  readDraft(request: SeasonRequest): Promise<DraftResponse | null>
  /** What happened in an NFL week, oldest first; week 0 is the time before the first. */
  readTransactions(request: SeasonRequest & { week: number }): Promise<TransactionsResponse | null>
}

type LeagueRequest = {
  /** The provider's number of the league. */
  leagueId: number
  cookies: ProviderCookies | null
  signal?: AbortSignal
}

export type SeasonRequest = LeagueRequest & { season: number }

/** `newest` is the season by the calendar; the league may not have it yet. */
export type SeasonsRequest = LeagueRequest & { newest: number }

export type WeekRequest = SeasonRequest & {
  /** NFL week. */
  week: number
  /** The matchup period that the week belongs to, where it is known: the answer is smaller then. */
  period?: number
}

/** `swid` includes its braces; `s2` is decoded. */
export type ProviderCookies = { swid: string; s2: string }

export type SeasonResponse = { season: LeagueSeason; raw: RawResponse[] }
export type SeasonsResponse = { knownSeasons: ProviderSeasons; raw: RawResponse[] }
export type WeekResponse = { week: WeekLineups; raw: RawResponse[] }
export type DraftResponse = { draft: Draft; raw: RawResponse[] }
export type TransactionsResponse = { transactions: LeagueTransaction[]; raw: RawResponse[] }

/** An answer as it came, kept so that everything derived from it can be made again. */
export type RawResponse = {
  /** Path and query below the provider's base address. */
  request: string
  fetchedAt: Date
  body: string
}
