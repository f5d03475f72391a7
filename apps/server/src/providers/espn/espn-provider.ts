import {
  type DraftAnswer,
  type LeagueArchive,
  ProviderError,
  type SeasonAnswer,
  type SeasonRequest,
  type TransactionsAnswer,
  type WeekAnswer,
  type WeekRequest,
} from '../league-provider.ts'
import { readBody } from './bodies.ts'
import type { EspnAnswer, EspnClient } from './client.ts'
import { translateDraft } from './draft.ts'
import { askEither, askEndpoint, type Endpoint, rawOf, usualEndpoint } from './endpoints.ts'
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
  async function readSeason(request: SeasonRequest): Promise<SeasonAnswer | null> {
    const endpoint = usualEndpoint(request.season)
    const nothingFound = new AbortController()
    const main = askEither(client, { ...request, views: SEASON_VIEWS })
    // Goes out at the same time; called off when the season is not found.
    const flags = readFlags(client, endpoint, withSignal(request, nothingFound.signal))
    // Awaited below: until then a rejection is nobody's news.
    flags.catch(() => null)
    try {
      const found = await main
      if (found === null) return null
      const flagged =
        found.endpoint === endpoint ? await flags : await readFlags(client, found.endpoint, request)
      return answerOf([found.answer, flagged], request)
    } finally {
      nothingFound.abort()
    }
  }

  async function readWeek({ period, ...request }: WeekRequest): Promise<WeekAnswer | null> {
    if (request.season < FIRST_SEASON_WITH_LINEUPS) return null
    const filter =
      period === undefined ? undefined : { schedule: { filterMatchupPeriodIds: { value: [period] } } }
    const found = await askEither(client, { ...request, views: WEEK_VIEWS, filter })
    if (found === null) return null
    return { week: translateWeek(found.answer.json, request), raw: [rawOf(found.answer)] }
  }

  async function readDraft(request: SeasonRequest): Promise<DraftAnswer | null> {
    const found = await askEither(client, { ...request, views: ['mDraftDetail'] })
    if (found === null) return null
    return { draft: translateDraft(found.answer.json, request), raw: [rawOf(found.answer)] }
  }

  async function readTransactions(
    request: SeasonRequest & { week: number },
  ): Promise<TransactionsAnswer | null> {
    const found = await askEither(client, { ...request, views: ['mTransactions2'] })
    if (found === null) return null
    return { transactions: translateTransactions(found.answer.json, request), raw: [rawOf(found.answer)] }
  }

  return {
    readSeason,
    listSeasons: (request) => listSeasons(client, request),
    readWeek,
    readDraft,
    readTransactions,
  }
}

function answerOf(answers: readonly (EspnAnswer | null)[], request: SeasonRequest): SeasonAnswer {
  const used = answers.filter((answer) => answer !== null)
  const season = translateSeason(
    used.map((answer) => answer.json),
    request,
  )
  return { season, raw: used.map(rawOf) }
}

/** Who runs the league, or null when that cannot be read: the season's findings then say so. */
async function readFlags(
  client: EspnClient,
  endpoint: Endpoint,
  request: SeasonRequest,
): Promise<EspnAnswer | null> {
  try {
    const answer = await askEndpoint(client, endpoint, { ...request, views: MEMBER_VIEWS })
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
