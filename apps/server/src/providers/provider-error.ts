/**
 * Why a provider could not be read:
 * - `not_visible`: the league is private and the cookies are missing, wrong or expired
 * - `refused`: the provider turned us away (403), or does not take the question (400)
 * - `busy`: it asked us to slow down, to the last try
 * - `unavailable`: 5xx, a time-out, no connection, or a body that broke off
 * - `not_json`: a success that is not JSON, such as a web page
 * - `too_large`: the body is over the limit
 * - `unexpected_shape`: readable, but not of a known form
 * - `wrong_league`: the body is of another league, season or week
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
