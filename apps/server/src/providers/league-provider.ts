import type { LeagueSeason } from '@fieldhouse/domain/season'

/** Where a fantasy league's seasons come from. */
export interface LeagueProvider {
  /**
   * Everything that the season screens need for one season, or null when the provider
   * has no such league or no such season of it. Throws a ProviderError when it could
   * not be read, or when what came back is not that season.
   */
  readSeason(request: SeasonRequest): Promise<SeasonAnswer | null>
}

export type SeasonRequest = {
  /** The provider's number of the league. */
  leagueId: number
  season: number
  cookies: ProviderCookies | null
  signal?: AbortSignal
}

/** `swid` includes its braces; `s2` is decoded. */
export type ProviderCookies = { swid: string; s2: string }

export type SeasonAnswer = { season: LeagueSeason; raw: RawAnswer[] }

/** An answer as it came, kept so that everything derived from it can be made again. */
export type RawAnswer = {
  /** Path and query below the provider's base address. */
  request: string
  fetchedAt: Date
  body: string
}

/**
 * Why a provider could not be read:
 * - `not_visible`: the league is private and the cookies are missing, wrong or expired
 * - `refused`: the provider turned us away (403)
 * - `busy`: it asked us to slow down, to the last try
 * - `unavailable`: 5xx, a time-out, no connection, or a body that broke off
 * - `not_json`: a success that is not JSON, such as a web page
 * - `too_large`: the body is over the limit
 * - `unexpected_shape`: JSON, but not of a known form
 * - `wrong_league`: the body is of another league or season
 */
export type ProviderFailure =
  | 'not_visible'
  | 'refused'
  | 'busy'
  | 'unavailable'
  | 'not_json'
  | 'too_large'
  | 'unexpected_shape'
  | 'wrong_league'

export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly failure: ProviderFailure

  /** `message` is for the log; people are told by `failure`. */
  constructor(failure: ProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}
