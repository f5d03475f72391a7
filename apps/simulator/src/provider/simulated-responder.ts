import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { GROUP_NOT_FOUND, readLeagueQuery } from '../espn-http.ts'
import { type SimulatedSeason, simulateLeague } from '../league/simulate-league.ts'
import { withTrades } from '../league/trades.ts'
import type { Seed } from '../random.ts'
import type { SiteRequest } from '../sites/site-request.ts'
import { siteResponse } from '../sites/site-response.ts'
import type { SleeperLeague } from '../sleeper/leagues.ts'
import { simulatedSleeper } from '../sleeper/simulated-sleeper.ts'
import { type SleeperResponder, sleeperResponse } from '../sleeper/sleeper-server.ts'
import { usesHistoryEndpoint } from '../wire/body-context.ts'
import { leagueBody } from '../wire/league-body.ts'
import { nflBody, playersBody } from '../wire/nfl-body.ts'
import type { SimulatedRequest, SimulatedResponse } from './faults.ts'
import { accessErrorFor, NOT_FOUND, type Privacy } from './privacy.ts'

type SimulatedLeague = {
  seed: Seed
  now: () => Date
  leagueId: number
  pastSeasons: number
  privacy: Privacy
  sleeperLeagues: readonly SleeperLeague[]
  /** Whether teams trade players; see `withTrades`. */
  hasTrades: boolean
}

export type SimulatedResponder = (request: SimulatedRequest, isWrongLeague: boolean) => SimulatedResponse

type RequestContext = SimulatedLeague & {
  request: SimulatedRequest
  isWrongLeague: boolean
  /** The time of the request. Read only once, so the response is consistent. */
  at: Date
  /** Every season of the league, oldest first. */
  seasons: readonly number[]
  seasonOf: (season: number) => SimulatedSeason
  sleeper: SleeperResponder
}

/** Limits the cache, because a clock that jumps can reach any number of seasons. */
const MAX_CACHED_SEASONS = 20

const GAMES_PATH = '/apis/v3/games/ffl'
const SLEEPER_PATHS = /^\/v1\/(?:league|draft|user|state|players)\//

/** A season is simulated on its first request, and the most recently used seasons are cached. */
export function createSimulatedResponder(league: SimulatedLeague): SimulatedResponder {
  const cache = new Map<number, SimulatedSeason>()
  const sleeper = simulatedSleeper({ ...league, leagues: league.sleeperLeagues })
  const simulate = (season: number) => {
    const simulated = simulateLeague({ seed: league.seed, season })
    return league.hasTrades ? withTrades(simulated) : simulated
  }
  const seasonOf = (season: number) => {
    const simulated = cache.get(season) ?? simulate(season)
    cache.delete(season)
    cache.set(season, simulated)
    const [oldest] = cache.keys()
    if (cache.size > MAX_CACHED_SEASONS && oldest !== undefined) cache.delete(oldest)
    return simulated
  }
  return (request, isWrongLeague) => {
    const at = league.now()
    const first = seasonAt(at) - league.pastSeasons
    const seasons = Array.from({ length: league.pastSeasons + 1 }, (_, index) => first + index)
    return routeRequest({ ...league, request, isWrongLeague, at, seasons, seasonOf, sleeper })
  }
}

function routeRequest(context: RequestContext): SimulatedResponse {
  const { pathname } = context.request.url
  if (SLEEPER_PATHS.test(pathname)) return sleeperResponse(context.request, context.sleeper)
  if (!pathname.startsWith(`${GAMES_PATH}/`)) return siteResponse(toSiteRequest(context)) ?? NOT_FOUND
  const path = pathname.slice(GAMES_PATH.length).replace(/\/$/, '')
  const league = /^\/seasons\/(\d+)\/segments\/0\/leagues\/(\d+)(\/communication)?$/.exec(path)
  if (league !== null) {
    return league[3] === undefined
      ? seasonEndpoint(context, Number(league[2]), Number(league[1]))
      : GROUP_NOT_FOUND
  }
  const history = /^\/leagueHistory\/(\d+)$/.exec(path)
  if (history !== null) return historyEndpoint(context, Number(history[1]))
  const nfl = /^\/seasons\/(\d+)(\/players)?$/.exec(path)
  return nfl === null ? NOT_FOUND : nflEndpoint(context, Number(nfl[1]), nfl[2] !== undefined)
}

/** The other sources have data only for the seasons of the league. */
function toSiteRequest({ request, seed, at, seasons, seasonOf }: RequestContext): SiteRequest {
  return {
    request,
    seed,
    at,
    newestSeason: seasonAt(at),
    seasonOf: (season) => (seasons.includes(season) ? seasonOf(season) : null),
  }
}

function seasonEndpoint(context: RequestContext, leagueId: number, season: number): SimulatedResponse {
  const isServed = leagueId === context.leagueId && context.seasons.includes(season)
  if (!isServed || usesHistoryEndpoint(season)) return NOT_FOUND
  const accessError = accessErrorFor(context.privacy, context.request, [season])
  return accessError ?? { status: 200, body: leagueText(context, season) }
}

/** Without `seasonId`, returns every season that the request may read. */
function historyEndpoint(context: RequestContext, leagueId: number): SimulatedResponse {
  const requestedSeason = context.request.url.searchParams.get('seasonId')
  const accessError = (seasons: readonly number[]) =>
    accessErrorFor(context.privacy, context.request, seasons)
  const matchingSeasons = context.seasons.filter((season) =>
    requestedSeason === null ? accessError([season]) === null : season === Number(requestedSeason),
  )
  if (leagueId !== context.leagueId) return NOT_FOUND
  if (matchingSeasons.length === 0) return accessError([]) ?? NOT_FOUND
  return (
    accessError(matchingSeasons) ?? {
      status: 200,
      body: `[${matchingSeasons.map((season) => leagueText(context, season)).join(',')}]`,
    }
  )
}

function nflEndpoint(
  { request, seasons, seasonOf, at }: RequestContext,
  year: number,
  isPlayerList: boolean,
): SimulatedResponse {
  if (!seasons.includes(year)) return NOT_FOUND
  const { season, nfl, players } = seasonOf(year)
  const views = request.url.searchParams.getAll('view')
  return {
    status: 200,
    body: JSON.stringify(isPlayerList ? playersBody(players) : nflBody(season, nfl, at, views)),
  }
}

/** An old season lists all seasons before the newest one, including itself. */
function leagueText(
  { request, leagueId, isWrongLeague, seasons, seasonOf, at, privacy }: RequestContext,
  season: number,
): string {
  const newestSeason = seasons.at(-1) ?? season
  const latest = usesHistoryEndpoint(season) ? newestSeason : season
  const facts = {
    leagueId: isWrongLeague ? leagueId + 1 : leagueId,
    previousSeasons: seasons.filter((other) => other < latest),
    newestSeason,
    isPrivate: privacy.cookies !== null,
    now: at,
  }
  return JSON.stringify(leagueBody(seasonOf(season), facts, readLeagueQuery(request.url, request.headers)))
}
