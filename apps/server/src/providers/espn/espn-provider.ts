import { type WebClientOptions, type WebResponse, webClient } from '../http/web-client.ts'
import {
  type LeagueArchive,
  type ProviderCookies,
  ProviderError,
  type SeasonRequest,
  type SeasonsRequest,
  toRaw,
} from '../league-provider.ts'
import { translatePart } from './archive.ts'
import { isEmptyHistory, readBody } from './bodies.ts'
import { translateSeason } from './season.ts'

/** ESPN has no box scores for earlier seasons. */
const FIRST_SEASON_WITH_LINEUPS = 2019

const SEASON_VIEWS = ['mSettings', 'mTeam', 'mMatchupScore', 'mMatchup']
/** Contains the commissioner flags, which a body with mTeam may omit. */
const MEMBER_VIEWS = ['mNav']
const PART_VIEWS = {
  // mSettings contains the number of lineup slots per position.
  'line-ups': ['mMatchupScore', 'mScoreboard', 'mSettings'],
  draft: ['mDraftDetail'],
  transactions: ['mTransactions2'],
}
/** The smallest view whose status lists the other seasons. */
const LIST_VIEWS = ['mSettings']

/** How many seasons to try at least, from the newest back. */
const MIN_SEASONS_TRIED = 12
/** After this many denied seasons, the user is assumed to have no access to the league. */
const MAX_DENIALS = 4

export function espnProvider(client: EspnClient): LeagueArchive {
  return {
    name: 'espn',

    async readSeason(request) {
      const endpoint = defaultEndpoint(request.season)
      const flagsController = new AbortController()
      const signal = AbortSignal.any([flagsController.signal, ...(request.signal ? [request.signal] : [])])
      const season = fetchWithFallback(client, { ...request, views: SEASON_VIEWS })
      // Sent in parallel, and aborted when the season is not found.
      const flags = fetchCommissionerFlags(client, endpoint, { ...request, signal })
      // Prevents an unhandled rejection if the request fails before it is awaited below.
      flags.catch(() => null)
      try {
        const found = await season
        if (found === null) return null
        const isDefault = found.endpoint === endpoint
        const ofFlags = await (isDefault ? flags : fetchCommissionerFlags(client, found.endpoint, request))
        const responses = [found.response, ofFlags].filter((response) => response !== null)
        const bodies = responses.map(({ json }) => json)
        return { season: translateSeason(bodies, request), raw: toRaw(responses) }
      } finally {
        flagsController.abort()
      }
    },

    async listSeasons(request) {
      const newest = await findNewestSeason(client, request, LIST_VIEWS)
      return newest && { knownSeasons: newest.knownSeasons, raw: toRaw([newest.response]) }
    },

    async previewLeague(request) {
      const newest = await findNewestSeason(client, request, [...LIST_VIEWS, 'mTeam'])
      if (newest === null) return null
      const { response, season, knownSeasons } = newest
      const expected = { leagueId: request.leagueId, season }
      return { season: translateSeason([response.json], expected), knownSeasons }
    },

    async readPart({ period, ...request }) {
      const { name, season, week } = request
      if (name === 'line-ups' && season < FIRST_SEASON_WITH_LINEUPS) return null
      const found = await fetchWithFallback(client, {
        ...request,
        week: name === 'draft' ? undefined : week,
        views: PART_VIEWS[name],
        filter: period == null ? undefined : { schedule: { filterMatchupPeriodIds: { value: [period] } } },
      })
      return found && { part: translatePart(found.response.json, request), raw: toRaw([found.response]) }
    },
  }
}

/** Returns null when the flags cannot be read, which the season then reports as a finding. */
async function fetchCommissionerFlags(client: EspnClient, endpoint: Endpoint, request: SeasonRequest) {
  try {
    const response = await fetchEndpoint(client, endpoint, { ...request, views: MEMBER_VIEWS })
    if (response !== null) readBody(response.json, request)
    return response
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}

/**
 * Requests the newest season, then earlier ones back to the oldest, until one is found. Its status lists all the other seasons.
 * Throws the first denial when seasons were denied and none was found.
 */
async function findNewestSeason(
  client: EspnClient,
  { newest, oldest = newest, ...request }: SeasonsRequest,
  views: readonly string[],
) {
  const denied: number[] = []
  let denial: ProviderError | null = null
  const last = Math.min(oldest, newest - MIN_SEASONS_TRIED + 1)
  for (let season = newest; season >= last && denied.length < MAX_DENIALS; season -= 1) {
    try {
      const query = { ...request, season, views }
      const found = await fetchWithFallback(client, query)
      if (found === null) continue
      // The list excludes the season itself on the season endpoint and includes it on the history endpoint.
      const listed = readBody(found.response.json, query).status?.previousSeasons ?? []
      const seasons = [...new Set([season, ...listed, ...denied])].sort((a, b) => b - a)
      return { season, response: found.response, knownSeasons: { seasons, denied } }
    } catch (error) {
      if (!isDenial(error)) throw error
      denial ??= error
      denied.push(season)
    }
  }
  if (denial !== null) throw denial
  return null
}

export function createEspnProvider(
  options: Pick<WebClientOptions, 'baseUrl' | 'userAgent' | 'maxPerMinute' | 'log'>,
): LeagueArchive {
  return espnProvider(espnClient({ ...options, baseUrl: `${options.baseUrl}${FANTASY_PATH}` }))
}

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

type Endpoint = 'season' | 'history'

type EndpointQuery = SeasonRequest & {
  views: readonly string[]
  /** The NFL week to request. By default, ESPN chooses one. */
  week?: number | undefined
  filter?: FantasyFilter | undefined
}

/** Older seasons are served by the history endpoint. */
const FIRST_SEASON_ENDPOINT_YEAR = 2018

function defaultEndpoint(season: number): Endpoint {
  return season < FIRST_SEASON_ENDPOINT_YEAR ? 'history' : 'season'
}

async function fetchEndpoint(
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
async function fetchWithFallback(
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

function isDenial(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.failure === 'not_visible'
}
