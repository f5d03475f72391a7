import type { WebResponse } from '../../http/web-client.ts'
import { ProviderError, type RawResponse, type SeasonRequest } from '../../league-provider.ts'
import { isEmptyHistory } from '../schemas/bodies.ts'
import type { EspnClient, FantasyFilter } from './espn-client.ts'

export type Endpoint = 'season' | 'history'

/** A request for a season, which either endpoint may serve. */
export type EndpointQuery = SeasonRequest & {
  views: readonly string[]
  /** The NFL week to request. By default, ESPN chooses one. */
  week?: number
  filter?: FantasyFilter | undefined
}

export type EndpointResponse = { response: WebResponse; endpoint: Endpoint }

/** Older seasons are served by the history endpoint. */
const FIRST_SEASON_ENDPOINT_YEAR = 2018

export function defaultEndpoint(season: number): Endpoint {
  return season < FIRST_SEASON_ENDPOINT_YEAR ? 'history' : 'season'
}

/** Requests a season from one endpoint. Returns null when the endpoint does not have it. */
export async function fetchEndpoint(
  client: EspnClient,
  endpoint: Endpoint,
  { leagueId, season, cookies, signal, views, week, filter }: EndpointQuery,
): Promise<WebResponse | null> {
  const viewParams = views.map((view) => ['view', view] as const)
  const weekParams = week === undefined ? [] : [['scoringPeriodId', `${week}`] as const]
  const response = await client.get({
    ...(endpoint === 'season'
      ? { path: `seasons/${season}/segments/0/leagues/${leagueId}`, query: [...viewParams, ...weekParams] }
      : {
          path: `leagueHistory/${leagueId}`,
          query: [['seasonId', `${season}`], ...viewParams, ...weekParams],
        }),
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
): Promise<EndpointResponse | null> {
  const endpoint = defaultEndpoint(query.season)
  const otherEndpoint = endpoint === 'season' ? 'history' : 'season'
  try {
    const response = await fetchEndpoint(client, endpoint, query)
    if (response !== null) return { response, endpoint }
  } catch (denial) {
    if (!isDenial(denial)) throw denial
    const response = await fetchAfterDenial(client, otherEndpoint, query)
    if (response === null) throw denial
    return { response, endpoint: otherEndpoint }
  }
  // Some leagues have 2018 and 2019, or seasons that ESPN imported from NFL.com, only there.
  if (endpoint === 'history') return null
  const response = await fetchEndpoint(client, otherEndpoint, query)
  return response === null ? null : { response, endpoint: otherEndpoint }
}

async function fetchAfterDenial(client: EspnClient, endpoint: Endpoint, query: EndpointQuery) {
  try {
    return await fetchEndpoint(client, endpoint, query)
  } catch (error) {
    // Access has been denied already, so another failure of the second endpoint does not matter.
    if (error instanceof ProviderError) return null
    throw error
  }
}

export function isDenial(error: unknown): boolean {
  return error instanceof ProviderError && error.failure === 'not_visible'
}

export function toRawResponse({ request, fetchedAt, body }: WebResponse): RawResponse {
  return { request, fetchedAt, body }
}
