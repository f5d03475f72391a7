import {
  type DraftResponse,
  type LeagueArchive,
  ProviderError,
  type SeasonRequest,
  type SeasonResponse,
  type TransactionsResponse,
  type WeekRequest,
  type WeekResponse,
} from '../league-provider.ts'
import { readBody } from './bodies.ts'
import type { EspnClient, EspnResponse } from './client.ts'
import { translateDraft } from './draft.ts'
import {
  defaultEndpoint,
  type Endpoint,
  fetchEndpoint,
  fetchWithFallback,
  toRawResponse,
} from './endpoints.ts'
import { listSeasons } from './list-seasons.ts'
import { translateTransactions } from './transactions.ts'
import { translateSeason } from './translate.ts'
import { translateWeek } from './week.ts'

/** The provider has no box scores that are older. */
const FIRST_SEASON_WITH_LINEUPS = 2019

const SEASON_VIEWS = ['mSettings', 'mTeam', 'mMatchupScore', 'mMatchup']
/** Says who runs the league, which a body with mTeam may leave out. */
const MEMBER_VIEWS = ['mNav']
/** The settings tell how many of each place a line-up has. */
const WEEK_VIEWS = ['mMatchupScore', 'mScoreboard', 'mSettings']

export function espnProvider(client: EspnClient): LeagueArchive {
  async function readSeason(request: SeasonRequest): Promise<SeasonResponse | null> {
    const endpoint = defaultEndpoint(request.season)
    const nothingFound = new AbortController()
    const main = fetchWithFallback(client, { ...request, views: SEASON_VIEWS })
    // Goes out at the same time; called off when the season is not found.
    const flags = fetchCommissionerFlags(client, endpoint, withSignal(request, nothingFound.signal))
    // Awaited below: until then a rejection is nobody's news.
    flags.catch(() => null)
    try {
      const found = await main
      if (found === null) return null
      const flagged =
        found.endpoint === endpoint
          ? await flags
          : await fetchCommissionerFlags(client, found.endpoint, request)
      return toSeasonResponse([found.response, flagged], request)
    } finally {
      nothingFound.abort()
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
      transactions: translateTransactions(found.response.json, request),
      raw: [toRawResponse(found.response)],
    }
  }

  return {
    readSeason,
    listSeasons: (request) => listSeasons(client, request),
    readWeek,
    readDraft,
    readTransactions,
  }
}

function toSeasonResponse(answers: readonly (EspnResponse | null)[], request: SeasonRequest): SeasonResponse {
  const used = answers.filter((answer) => answer !== null)
  const season = translateSeason(
    used.map((answer) => answer.json),
    request,
  )
  return { season, raw: used.map(toRawResponse) }
}

/** Who runs the league, or null when that cannot be read: the season's findings then say so. */
async function fetchCommissionerFlags(
  client: EspnClient,
  endpoint: Endpoint,
  request: SeasonRequest,
): Promise<EspnResponse | null> {
  try {
    const answer = await fetchEndpoint(client, endpoint, { ...request, views: MEMBER_VIEWS })
    if (answer !== null) readBody(answer.json, request)
    return answer
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
