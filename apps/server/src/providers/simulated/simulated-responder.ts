import { seasonAt } from '@fieldhouse/domain/season'
import { errorBody } from '../captures/error-body.ts'
import { readScheduleFilter } from '../captures/schedule-filter.ts'
import type { SimulatedRequest, SimulatedResponse } from './faults.ts'
import { accessErrorFor, NOT_FOUND, type Privacy } from './privacy.ts'
import type { Seed } from './random.ts'
import { type SimulatedSeason, simulateLeague } from './simulate-league.ts'
import type { SiteRequest } from './sites/site-request.ts'
import { siteResponse } from './sites/site-response.ts'
import { type LeagueQuery, usesHistoryEndpoint } from './wire/body-context.ts'
import { leagueBody } from './wire/league-body.ts'
import { nflBody, playersBody } from './wire/nfl-body.ts'

type SimulatedLeague = {
  seed: Seed
  now: () => Date
  leagueId: number
  pastSeasons: number
  privacy: Privacy
}

/** With `isWrongLeague` the body is that of another league. */
export type SimulatedResponder = (request: SimulatedRequest, isWrongLeague: boolean) => SimulatedResponse

type RequestContext = SimulatedLeague & {
  request: SimulatedRequest
  isWrongLeague: boolean
  /** The instant of the request, the same throughout. */
  at: Date
  /** Every season of the league, oldest first. */
  seasons: readonly number[]
  seasonOf: (season: number) => SimulatedSeason
}

/** A clock that is set to and fro comes by more seasons than one league has. */
const MAX_CACHED_SEASONS = 20

const GAMES_PATH = '/apis/v3/games/ffl'
const GROUP_NOT_FOUND: SimulatedResponse = {
  status: 404,
  body: errorBody('COMMUNICATION_GROUP_NOT_FOUND', 'This Communication Group does not exist.'),
}

/** Answers requests for a league and for what is around it; a season is simulated at its first request and kept while it is asked for. */
export function createSimulatedResponder(league: SimulatedLeague): SimulatedResponder {
  const known = new Map<number, SimulatedSeason>()
  const seasonOf = (season: number) => {
    const found = known.get(season) ?? simulateLeague({ seed: league.seed, season })
    known.delete(season)
    known.set(season, found)
    const [oldest] = known.keys()
    if (known.size > MAX_CACHED_SEASONS && oldest !== undefined) known.delete(oldest)
    return found
  }
  return (request, isWrongLeague) => {
    const at = league.now()
    const first = seasonAt(at) - league.pastSeasons
    const seasons = Array.from({ length: league.pastSeasons + 1 }, (_, index) => first + index)
    return routeRequest({ ...league, request, isWrongLeague, at, seasons, seasonOf })
  }
}

function routeRequest(ask: RequestContext): SimulatedResponse {
  const { pathname } = ask.request.url
  if (!pathname.startsWith(`${GAMES_PATH}/`)) return siteResponse(toSiteRequest(ask)) ?? NOT_FOUND
  const path = pathname.slice(GAMES_PATH.length).replace(/\/$/, '')
  const league = /^\/seasons\/(\d+)\/segments\/0\/leagues\/(\d+)(\/communication)?$/.exec(path)
  if (league !== null) {
    return league[3] === undefined
      ? seasonEndpoint(ask, Number(league[2]), Number(league[1]))
      : GROUP_NOT_FOUND
  }
  const history = /^\/leagueHistory\/(\d+)$/.exec(path)
  if (history !== null) return historyEndpoint(ask, Number(history[1]))
  const nfl = /^\/seasons\/(\d+)(\/players)?$/.exec(path)
  return nfl === null ? NOT_FOUND : nflEndpoint(ask, Number(nfl[1]), nfl[2] !== undefined)
}

/** The sources outside know the seasons that the league has. */
function toSiteRequest({ request, seed, at, seasons, seasonOf }: RequestContext): SiteRequest {
  return {
    request,
    seed,
    at,
    newestSeason: seasonAt(at),
    seasonOf: (season) => (seasons.includes(season) ? seasonOf(season) : null),
  }
}

function seasonEndpoint(ask: RequestContext, leagueId: number, season: number): SimulatedResponse {
  const isThere = leagueId === ask.leagueId && ask.seasons.includes(season)
  if (!isThere || usesHistoryEndpoint(season)) return NOT_FOUND
  const refusal = accessErrorFor(ask.privacy, ask.request, [season])
  return refusal ?? { status: 200, body: leagueText(ask, season) }
}

/** Without `seasonId` every season of the league that may be read. */
function historyEndpoint(ask: RequestContext, leagueId: number): SimulatedResponse {
  const asked = ask.request.url.searchParams.get('seasonId')
  const refusal = (seasons: readonly number[]) => accessErrorFor(ask.privacy, ask.request, seasons)
  const found = ask.seasons.filter((season) =>
    asked === null ? refusal([season]) === null : season === Number(asked),
  )
  if (leagueId !== ask.leagueId) return NOT_FOUND
  if (found.length === 0) return refusal([]) ?? NOT_FOUND
  return (
    refusal(found) ?? { status: 200, body: `[${found.map((season) => leagueText(ask, season)).join(',')}]` }
  )
}

function nflEndpoint(
  { request, seasons, seasonOf, at }: RequestContext,
  year: number,
  arePlayers: boolean,
): SimulatedResponse {
  if (!seasons.includes(year)) return NOT_FOUND
  const { season, nfl, players } = seasonOf(year)
  const views = request.url.searchParams.getAll('view')
  return {
    status: 200,
    body: JSON.stringify(arePlayers ? playersBody(players) : nflBody(season, nfl, at, views)),
  }
}

/** An old season lists the earlier seasons of the league as it is now, itself included. */
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
  return JSON.stringify(leagueBody(seasonOf(season), facts, parseLeagueQuery(request)))
}

function parseLeagueQuery({ url, headers }: SimulatedRequest): LeagueQuery {
  const period = url.searchParams.get('scoringPeriodId')
  const filter = headers['x-fantasy-filter']
  return {
    views: url.searchParams.getAll('view'),
    period: period === null ? null : Number(period),
    matchupPeriods: readScheduleFilter(Array.isArray(filter) ? filter[0] : filter),
  }
}
