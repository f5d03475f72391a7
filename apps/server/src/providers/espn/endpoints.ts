import { ProviderError, type RawAnswer, type SeasonRequest } from '../league-provider.ts'
import type { EspnAnswer, EspnClient, FantasyFilter } from './client.ts'
import { isNoSeason } from './read-body.ts'

export type Endpoint = 'season' | 'history'

/** One question about a season, whichever endpoint answers it. */
export type Question = SeasonRequest & {
  views: readonly string[]
  /** The NFL week that is asked about; the provider's own choice without it. */
  week?: number
  filter?: FantasyFilter | undefined
}

export type Found = { answer: EspnAnswer; endpoint: Endpoint }

/** Older seasons are with the history endpoint. */
const FIRST_SEASON_OF_SEASON_ENDPOINT = 2018
/** Some leagues keep 2018 and 2019 with the history endpoint too. */
const FIRST_SEASON_WITHOUT_HISTORY = 2020

export function usualEndpoint(season: number): Endpoint {
  return season < FIRST_SEASON_OF_SEASON_ENDPOINT ? 'history' : 'season'
}

/** The answer of one endpoint; null when it has no such season. */
export async function askEndpoint(
  client: EspnClient,
  endpoint: Endpoint,
  { leagueId, season, cookies, signal, views, week, filter }: Question,
): Promise<EspnAnswer | null> {
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
export async function askEither(client: EspnClient, question: Question): Promise<Found | null> {
  const endpoint = usualEndpoint(question.season)
  const other = endpoint === 'season' ? 'history' : 'season'
  try {
    const answer = await askEndpoint(client, endpoint, question)
    if (answer !== null) return { answer, endpoint }
  } catch (denial) {
    if (!isDenial(denial)) throw denial
    const answer = await askAfterDenial(client, other, question)
    if (answer === null) throw denial
    return { answer, endpoint: other }
  }
  if (endpoint === 'history' || question.season >= FIRST_SEASON_WITHOUT_HISTORY) return null
  const answer = await askEndpoint(client, other, question)
  return answer === null ? null : { answer, endpoint: other }
}

async function askAfterDenial(client: EspnClient, endpoint: Endpoint, question: Question) {
  try {
    return await askEndpoint(client, endpoint, question)
  } catch (error) {
    // Whatever the second endpoint says, the league has been denied to this reader.
    if (error instanceof ProviderError) return null
    throw error
  }
}

export function isDenial(error: unknown): boolean {
  return error instanceof ProviderError && error.failure === 'not_visible'
}

export function rawOf({ request, fetchedAt, body }: EspnAnswer): RawAnswer {
  return { request, fetchedAt, body }
}
