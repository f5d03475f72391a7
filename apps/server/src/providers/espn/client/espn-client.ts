import { type WebClientOptions, type WebResponse, webClient } from '../../http/web-client.ts'
import { type ProviderCookies, ProviderError, type SeasonRequest } from '../../league-provider.ts'
import { isEmptyHistory } from '../bodies.ts'

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
type FantasyFilter = { schedule: { filterMatchupPeriodIds: { value: readonly number[] } } }

export interface EspnClient {
  /** Returns null for a 404. Throws a ProviderError, or the signal's reason when aborted. */
  get(request: EspnRequest): Promise<WebResponse | null>
}

/** Creates a client for the fantasy football API. `baseUrl` includes `FANTASY_PATH`. Throws a TypeError if it is invalid. */
export function espnClient(options: WebClientOptions): EspnClient {
  const client = webClient(options)
  return {
    get: ({ cookies, filter, ...request }) =>
      client.getJson({
        ...request,
        headers: {
          ...(cookies === null ? {} : { cookie: cookieHeader(cookies) }),
          ...(filter === undefined ? {} : { 'x-fantasy-filter': JSON.stringify(filter) }),
        },
      }),
  }
}

/** ESPN expects `espn_s2` percent-encoded. The SWID keeps its braces; only what a cookie may not contain is encoded. */
function cookieHeader({ swid, s2 }: ProviderCookies): string {
  return `SWID=${encodeUnsafe(swid)}; espn_s2=${encodeUnsafe(s2)}`
}

function encodeUnsafe(value: string): string {
  return value
    .replace(/\p{Surrogate}/gu, '')
    .trim()
    .replace(/[^A-Za-z0-9{}._~-]/gu, encodeURIComponent)
}

export type Endpoint = 'season' | 'history'

type EndpointQuery = SeasonRequest & {
  views: readonly string[]
  /** The NFL week to request. By default, ESPN chooses one. */
  week?: number
  filter?: FantasyFilter | undefined
}

/** Older seasons are served by the history endpoint. */
const FIRST_SEASON_ENDPOINT_YEAR = 2018

export function defaultEndpoint(season: number): Endpoint {
  return season < FIRST_SEASON_ENDPOINT_YEAR ? 'history' : 'season'
}

export async function fetchEndpoint(
  client: EspnClient,
  endpoint: Endpoint,
  { leagueId, season, cookies, signal, views, week, filter }: EndpointQuery,
): Promise<WebResponse | null> {
  const isSeason = endpoint === 'season'
  const response = await client.get({
    path: isSeason ? `seasons/${season}/segments/0/leagues/${leagueId}` : `leagueHistory/${leagueId}`,
    query: [
      ...(isSeason ? [] : [['seasonId', `${season}`] as const]),
      ...views.map((view) => ['view', view] as const),
      ...(week === undefined ? [] : [['scoringPeriodId', `${week}`] as const]),
    ],
    cookies,
    filter,
    signal,
  })
  return response === null || isEmptyHistory(response.json) ? null : response
}

/**
 * Requests a season from its default endpoint, and from the other one if the default endpoint denies access
 * (401) or does not have the season (404). A denial is rethrown unless the other endpoint has the season.
 */
export async function fetchWithFallback(
  client: EspnClient,
  query: EndpointQuery,
): Promise<{ response: WebResponse; endpoint: Endpoint } | null> {
  const endpoint = defaultEndpoint(query.season)
  const otherEndpoint = endpoint === 'season' ? 'history' : 'season'
  let denial: ProviderError | null = null
  try {
    const response = await fetchEndpoint(client, endpoint, query)
    if (response !== null) return { response, endpoint }
  } catch (error) {
    if (!isDenial(error)) throw error
    denial = error
  }
  // Some leagues have 2018 and 2019, or seasons that ESPN imported from NFL.com, only in the history.
  if (denial === null && endpoint === 'history') return null
  const response = await fetchEndpoint(client, otherEndpoint, query).catch((error: unknown) => {
    // When access has been denied already, another failure does not matter.
    if (denial !== null && error instanceof ProviderError) return null
    throw error
  })
  if (response !== null) return { response, endpoint: otherEndpoint }
  if (denial !== null) throw denial
  return null
}

export function isDenial(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.failure === 'not_visible'
}
