import { systemClock } from '../../http/attempts.ts'
import type { WebClientOptions, WebResponse } from '../../http/web-client.ts'
import {
  type DraftResponse,
  type LeagueArchive,
  ProviderError,
  type SeasonRequest,
  type SeasonResponse,
  type TransactionsResponse,
  type WeekRequest,
  type WeekResponse,
} from '../../league-provider.ts'
import { readBody } from '../schemas/bodies.ts'
import { translateDraft } from '../translate/draft.ts'
import { translateSeason } from '../translate/season.ts'
import { translateTransactions } from '../translate/transactions.ts'
import { translateWeek } from '../translate/week.ts'
import {
  defaultEndpoint,
  type Endpoint,
  fetchEndpoint,
  fetchWithFallback,
  toRawResponse,
} from './endpoints.ts'
import { type EspnClient, espnClient, FANTASY_PATH } from './espn-client.ts'
import { listSeasons, previewLeague } from './list-seasons.ts'

/** ESPN has no box scores for earlier seasons. */
const FIRST_SEASON_WITH_LINEUPS = 2019

const SEASON_VIEWS = ['mSettings', 'mTeam', 'mMatchupScore', 'mMatchup']
/** Contains the commissioner flags, which a body with mTeam may omit. */
const MEMBER_VIEWS = ['mNav']
/** mSettings contains the number of lineup slots per position. */
const WEEK_VIEWS = ['mMatchupScore', 'mScoreboard', 'mSettings']

export function espnProvider(client: EspnClient): LeagueArchive {
  async function readSeason(request: SeasonRequest): Promise<SeasonResponse | null> {
    const endpoint = defaultEndpoint(request.season)
    const flagsController = new AbortController()
    const season = fetchWithFallback(client, { ...request, views: SEASON_VIEWS })
    // Sent in parallel, and aborted when the season is not found.
    const flags = fetchCommissionerFlags(client, endpoint, withSignal(request, flagsController.signal))
    // Prevents an unhandled rejection if the request fails before it is awaited below.
    flags.catch(() => null)
    try {
      const found = await season
      if (found === null) return null
      const flagsResponse =
        found.endpoint === endpoint
          ? await flags
          : await fetchCommissionerFlags(client, found.endpoint, request)
      return toSeasonResponse([found.response, flagsResponse], request)
    } finally {
      flagsController.abort()
    }
  }

  async function readWeek({ period, ...request }: WeekRequest): Promise<WeekResponse | null> {
    if (request.season < FIRST_SEASON_WITH_LINEUPS) return null
    const filter =
      period === undefined ? undefined : { schedule: { filterMatchupPeriodIds: { value: [period] } } }
    const found = await fetchWithFallback(client, { ...request, views: WEEK_VIEWS, filter })
    if (found === null) return null
    return { week: translateWeek(found.response.json, request), raw: [toRawResponse(found.response)] }
  }

  async function readDraft(request: SeasonRequest): Promise<DraftResponse | null> {
    const found = await fetchWithFallback(client, { ...request, views: ['mDraftDetail'] })
    if (found === null) return null
    return { draft: translateDraft(found.response.json, request), raw: [toRawResponse(found.response)] }
  }

  async function readTransactions(
    request: SeasonRequest & { week: number },
  ): Promise<TransactionsResponse | null> {
    const found = await fetchWithFallback(client, { ...request, views: ['mTransactions2'] })
    if (found === null) return null
    return {
      ...translateTransactions(found.response.json, request),
      raw: [toRawResponse(found.response)],
    }
  }

  return {
    name: 'espn',
    readSeason,
    listSeasons: (request) => listSeasons(client, request),
    previewLeague: (request) => previewLeague(client, request),
    readWeek,
    readDraft,
    readTransactions,
  }
}

function toSeasonResponse(
  responses: readonly (WebResponse | null)[],
  request: SeasonRequest,
): SeasonResponse {
  const found = responses.filter((response) => response !== null)
  const season = translateSeason(
    found.map((response) => response.json),
    request,
  )
  return { season, raw: found.map(toRawResponse) }
}

/** Returns null when the flags cannot be read, which the season then reports as a finding. */
async function fetchCommissionerFlags(
  client: EspnClient,
  endpoint: Endpoint,
  request: SeasonRequest,
): Promise<WebResponse | null> {
  try {
    const response = await fetchEndpoint(client, endpoint, { ...request, views: MEMBER_VIEWS })
    if (response !== null) readBody(response.json, request)
    return response
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}

function withSignal(request: SeasonRequest, signal: AbortSignal): SeasonRequest {
  return {
    ...request,
    signal: request.signal === undefined ? signal : AbortSignal.any([request.signal, signal]),
  }
}

export type EspnOptions = Pick<WebClientOptions, 'baseUrl' | 'userAgent' | 'log'>

/** Creates a provider that reads from ESPN, with the system clock. */
export function createEspnProvider(options: EspnOptions): LeagueArchive {
  return espnProvider(
    espnClient({ ...systemClock, ...options, baseUrl: `${options.baseUrl}${FANTASY_PATH}` }),
  )
}
