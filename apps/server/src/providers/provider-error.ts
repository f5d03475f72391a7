import { otherSportMessage } from '@fieldhouse/domain/league/provider-input'

/**
 * Why a provider could not be read:
 * - `not_visible`: the league is private, and the cookies are missing, wrong or expired
 * - `refused`: the provider denied access (403) or rejected the request (400)
 * - `busy`: the provider was still rate limiting us after the last retry
 * - `unavailable`: a 5xx status, a timeout, no connection, or a truncated body
 * - `not_json`: a successful response that is not JSON, such as a web page
 * - `too_large`: the body exceeds the size limit
 * - `unexpected_shape`: valid JSON in an unknown format
 * - `wrong_league`: the body belongs to a different league, season or week
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

  /** `message` is for the log. User-facing texts are derived from `failure`. */
  constructor(failure: ProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

export class OtherSportError extends ProviderError {
  override name = 'OtherSportError'
  /** For users: which league and sport it is. */
  readonly reason: string

  constructor(league: string, sport: string | null) {
    super('wrong_league', `${league} is a league of ${sport ?? 'another sport'}`)
    this.reason = otherSportMessage(league, sport)
  }
}
