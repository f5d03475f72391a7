import { type WebClientOptions, type WebResponse, webClient } from '../../http/web-client.ts'
import type { ProviderCookies } from '../../league-provider.ts'

/** The path of the fantasy football API below ESPN's base URL. */
export const FANTASY_PATH = '/apis/v3/games/ffl'

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

export interface EspnClient {
  /** Returns null for a 404. Throws a ProviderError, or the signal's reason when aborted. */
  get(request: EspnRequest): Promise<WebResponse | null>
}

/** Creates a client for the fantasy football API. `baseUrl` includes `FANTASY_PATH`. Throws a TypeError if it is invalid. */
export function espnClient(options: WebClientOptions): EspnClient {
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

/**
 * Builds the `Cookie` header with both cookies. ESPN expects `espn_s2` percent-encoded. The SWID keeps its
 * braces; only characters that are not allowed in a cookie value are encoded.
 */
export function cookieHeader({ swid, s2 }: ProviderCookies): string {
  return `SWID=${encodeUnsafe(swid)}; espn_s2=${encodeUnsafe(s2)}`
}

function encodeUnsafe(value: string): string {
  return value
    .replace(/\p{Surrogate}/gu, '')
    .trim()
    .replace(/[^A-Za-z0-9{}._~-]/gu, encodeURIComponent)
}
