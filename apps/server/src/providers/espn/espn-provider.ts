import {
  type LeagueProvider,
  ProviderError,
  type RawAnswer,
  type SeasonAnswer,
  type SeasonRequest,
} from '../league-provider.ts'
import { isNoSeason, readBody } from './bodies.ts'
import type { EspnAnswer, EspnClient } from './client.ts'
import { translateSeason } from './translate.ts'

type Endpoint = 'season' | 'history'

/** Older seasons are with the history endpoint. */
const FIRST_SEASON_OF_SEASON_ENDPOINT = 2018
/** Some leagues keep 2018 and 2019 with the history endpoint too. */
const FIRST_SEASON_WITHOUT_HISTORY = 2020

const SEASON_VIEWS = ['mSettings', 'mTeam', 'mMatchupScore', 'mMatchup']
/** Says who runs the league, which a body with mTeam may leave out. */
const MEMBER_VIEWS = ['mNav']

export function espnProvider(client: EspnClient): LeagueProvider {
  async function readSeason(request: SeasonRequest): Promise<SeasonAnswer | null> {
    const endpoint = request.season < FIRST_SEASON_OF_SEASON_ENDPOINT ? 'history' : 'season'
    const nothingFound = new AbortController()
    const main = readMain(client, endpoint, request)
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

  return { readSeason }
}

function answerOf(answers: readonly (EspnAnswer | null)[], request: SeasonRequest): SeasonAnswer {
  const used = answers.filter((answer) => answer !== null)
  const season = translateSeason(
    used.map((answer) => answer.json),
    request,
  )
  return { season, raw: used.map(rawOf) }
}

function rawOf({ request, fetchedAt, body }: EspnAnswer): RawAnswer {
  return { request, fetchedAt, body }
}

type Found = { answer: EspnAnswer; endpoint: Endpoint }

/**
 * The season's own answer, from the other endpoint where the first one denies it (401) or does not
 * have it (404). A denial stands unless the other endpoint has the season.
 */
async function readMain(
  client: EspnClient,
  endpoint: Endpoint,
  request: SeasonRequest,
): Promise<Found | null> {
  const other = endpoint === 'season' ? 'history' : 'season'
  try {
    const answer = await ask(client, endpoint, SEASON_VIEWS, request)
    if (answer !== null) return { answer, endpoint }
  } catch (denial) {
    if (!isDenial(denial)) throw denial
    const answer = await askAfterDenial(client, other, request)
    if (answer === null) throw denial
    return { answer, endpoint: other }
  }
  if (endpoint === 'history' || request.season >= FIRST_SEASON_WITHOUT_HISTORY) return null
  const answer = await ask(client, other, SEASON_VIEWS, request)
  return answer === null ? null : { answer, endpoint: other }
}

async function askAfterDenial(client: EspnClient, endpoint: Endpoint, request: SeasonRequest) {
  try {
    return await ask(client, endpoint, SEASON_VIEWS, request)
  } catch (error) {
    // Whatever the second endpoint says, the league has been denied to this reader.
    if (error instanceof ProviderError) return null
    throw error
  }
}

/** Who runs the league, or null when that cannot be read: the season's findings then say so. */
async function readFlags(
  client: EspnClient,
  endpoint: Endpoint,
  request: SeasonRequest,
): Promise<EspnAnswer | null> {
  try {
    const answer = await ask(client, endpoint, MEMBER_VIEWS, request)
    if (answer !== null) readBody(answer.json, request)
    return answer
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}

async function ask(client: EspnClient, endpoint: Endpoint, views: readonly string[], request: SeasonRequest) {
  const { leagueId, season, cookies, signal } = request
  const shown = views.map((view) => ['view', view] as const)
  const answer = await client.get(
    endpoint === 'season'
      ? { path: `seasons/${season}/segments/0/leagues/${leagueId}`, query: shown, cookies, signal }
      : { path: `leagueHistory/${leagueId}`, query: [['seasonId', `${season}`], ...shown], cookies, signal },
  )
  return answer === null || isNoSeason(answer.json) ? null : answer
}

function isDenial(error: unknown): boolean {
  return error instanceof ProviderError && error.failure === 'not_visible'
}

function withSignal(request: SeasonRequest, signal: AbortSignal): SeasonRequest {
  return {
    ...request,
    signal: request.signal === undefined ? signal : AbortSignal.any([request.signal, signal]),
  }
}
