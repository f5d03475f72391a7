import { ProviderError, type RawResponse, type SeasonRequest } from '../league-provider.ts'
import type { EspnClient, EspnResponse, FantasyFilter } from './client.ts'
import { isNoSeason } from './read-body.ts'

export type Endpoint = 'season' | 'history'

/** One question about a season, whichever endpoint answers it. */
export type EndpointQuery = SeasonRequest & {
  views: readonly string[]
  /** The NFL week that is asked about; the provider's own choice without it. */
  week?: number
  filter?: FantasyFilter | undefined
}

export type EndpointResponse = { response: EspnResponse; endpoint: Endpoint }

/** Older seasons are with the history endpoint. */
const FIRST_SEASON_ENDPOINT_YEAR = 2018
/** Some leagues keep 2018 and 2019 with the history endpoint too. */
const FIRST_YEAR_WITHOUT_HISTORY_ENDPOINT = 2020

export function defaultEndpoint(season: number): Endpoint {
  return season < FIRST_SEASON_ENDPOINT_YEAR ? 'history' : 'season'
}

/** The answer of one endpoint; null when it has no such season. */
export async function fetchEndpoint(
  client: EspnClient,
  endpoint: Endpoint,
  { leagueId, season, cookies, signal, views, week, filter }: EndpointQuery,
): Promise<EspnResponse | null> {
  const shown = views.map((view) => ['view', view] as const)
  const ofWeek = week === undefined ? [] : [['scoringPeriodId', `${week}`] as const]
  const answer = await client.get({
    ...(endpoint === 'season'
      ? { path: `seasons/${season}/segments/0/leagues/${leagueId}`, query: [...shown, ...ofWeek] }
      : { path: `leagueHistory/${leagueId}`, query: [['seasonId', `${season}`], ...shown, ...ofWeek] }),
    cookies,
    filter,
    signal,
  })
  return answer === null || isNoSeason(answer.json) ? null : answer
}

/**
 * The season's answer, from the other endpoint where the usual one denies it (401) or does not
 * have it (404). A denial stands unless the other endpoint has the season.
 */
export async function fetchWithFallback(
  client: EspnClient,
  question: EndpointQuery,
): Promise<EndpointResponse | null> {
  const endpoint = defaultEndpoint(question.season)
  const other = endpoint === 'season' ? 'history' : 'season'
  try {
    const answer = await fetchEndpoint(client, endpoint, question)
    if (answer !== null) return { response: answer, endpoint }
  } catch (denial) {
    if (!isDenial(denial)) throw denial
    const answer = await fetchAfterDenial(client, other, question)
    if (answer === null) throw denial
    return { response: answer, endpoint: other }
  }
  if (endpoint === 'history' || question.season >= FIRST_YEAR_WITHOUT_HISTORY_ENDPOINT) return null
  const answer = await fetchEndpoint(client, other, question)
  return answer === null ? null : { response: answer, endpoint: other }
}

async function fetchAfterDenial(client: EspnClient, endpoint: Endpoint, question: EndpointQuery) {
  try {
    return await fetchEndpoint(client, endpoint, question)
  } catch (error) {
    // Whatever the second endpoint says, the league has been denied to this reader.
    if (error instanceof ProviderError) return null
    throw error
  }
}

export function isDenial(error: unknown): boolean {
  return error instanceof ProviderError && error.failure === 'not_visible'
}

export function toRawResponse({ request, fetchedAt, body }: EspnResponse): RawResponse {
  return { request, fetchedAt, body }
}
