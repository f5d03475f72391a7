import { type WebClientOptions, type WebLogLine, type WebResponse, webClient } from '../http/web-client.ts'
import type { ProviderCookies } from '../league-provider.ts'
import { cookieHeader } from './cookie-header.ts'

/** Where the calls of fantasy football lie below the provider's address. */
export const FANTASY_PATH = '/apis/v3/games/ffl'

/** Its base address is the provider's and `FANTASY_PATH`. */
export type EspnClientOptions = WebClientOptions

/** One try. It never carries cookies. */
export type EspnLogLine = WebLogLine

export type EspnRequest = {
  /** Below the base address, without a slash in front. */
  path: string
  query: readonly (readonly [name: string, value: string])[]
  cookies: ProviderCookies | null
  /** Narrows the lists of the answer, where the provider heeds it. */
  filter?: FantasyFilter | undefined
  signal?: AbortSignal | undefined
}

/** What the header `X-Fantasy-Filter` says, as far as we use it. */
export type FantasyFilter = { schedule: { filterMatchupPeriodIds: { value: readonly number[] } } }

export type EspnResponse = WebResponse

export interface EspnClient {
  /** The answer, or null for a 404. Throws a ProviderError, or the signal's reason when aborted. */
  get(request: EspnRequest): Promise<EspnResponse | null>
}

/** Reads fantasy football from one host. Throws a TypeError when the base address is none. */
export function espnClient(options: EspnClientOptions): EspnClient {
  const client = webClient(options)
  return {
    get: ({ path, query, cookies, filter, signal }) =>
      client.getJson({
        path,
        query,
        headers: {
          ...(cookies === null ? {} : { cookie: cookieHeader(cookies) }),
          ...(filter === undefined ? {} : { 'x-fantasy-filter': JSON.stringify(filter) }),
        },
        signal,
      }),
  }
}
