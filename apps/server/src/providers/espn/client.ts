import { type WebClientOptions, type WebLogLine, type WebResponse, webClient } from '../http/web-client.ts'
import type { ProviderCookies } from '../league-provider.ts'
import { cookieHeader } from './cookie-header.ts'

/** The path of the fantasy football API below ESPN's base URL. */
export const FANTASY_PATH = '/apis/v3/games/ffl'

/** `baseUrl` includes `FANTASY_PATH`. */
export type EspnClientOptions = WebClientOptions

/** One attempt. Never contains cookies. */
export type EspnLogLine = WebLogLine

export type EspnRequest = {
  /** Relative to the base URL, without a leading slash. */
  path: string
  query: readonly (readonly [name: string, value: string])[]
  cookies: ProviderCookies | null
  /** Filters the lists in the response. ESPN may ignore it. */
  filter?: FantasyFilter | undefined
  signal?: AbortSignal | undefined
}

/** The part of the `X-Fantasy-Filter` header that we use. */
export type FantasyFilter = { schedule: { filterMatchupPeriodIds: { value: readonly number[] } } }

export type EspnResponse = WebResponse

export interface EspnClient {
  /** Returns null for a 404. Throws a ProviderError, or the signal's reason when aborted. */
  get(request: EspnRequest): Promise<EspnResponse | null>
}

/** Creates a client for the fantasy football API. Throws a TypeError for an invalid base URL. */
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
