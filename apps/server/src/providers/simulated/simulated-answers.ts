import { seasonAt } from '@fieldhouse/domain/season'
import { errorBody } from '../captures/provider-error.ts'
import { readScheduleFilter } from '../captures/schedule-filter.ts'
import type { Answer, FaultRequest } from './faults.ts'
import { NOT_FOUND, type Privacy, refusalOf } from './privacy.ts'
import type { Seed } from './random.ts'
import { type SimulatedSeason, simulateLeague } from './simulate-league.ts'
import type { SiteAsk } from './sites/ask-site.ts'
import { siteAnswer } from './sites/site-answers.ts'
import { isOfHistory, type LeagueQuestion } from './wire/asked.ts'
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
export type SimulatedAnswers = (request: FaultRequest, isWrongLeague: boolean) => Answer

type Ask = SimulatedLeague & {
  request: FaultRequest
  isWrongLeague: boolean
  /** The instant of the request, the same throughout. */
  at: Date
  /** Every season of the league, oldest first. */
  seasons: readonly number[]
  seasonOf: (season: number) => SimulatedSeason
}

/** A clock that is set to and fro comes by more seasons than one league has. */
const MOST_KNOWN_SEASONS = 20

const GAMES = '/apis/v3/games/ffl'
const NO_GROUP: Answer = {
  status: 404,
  body: errorBody('COMMUNICATION_GROUP_NOT_FOUND', 'This Communication Group does not exist.'),
}

/** Answers requests for a league and for what is around it; a season is simulated at its first request and kept while it is asked for. */
export function simulatedAnswers(league: SimulatedLeague): SimulatedAnswers {
  const known = new Map<number, SimulatedSeason>()
  const seasonOf = (season: number) => {
    const found = known.get(season) ?? simulateLeague({ seed: league.seed, season })
    known.delete(season)
    known.set(season, found)
    const [oldest] = known.keys()
    if (known.size > MOST_KNOWN_SEASONS && oldest !== undefined) known.delete(oldest)
    return found
  }
  return (request, isWrongLeague) => {
    const at = league.now()
    const first = seasonAt(at) - league.pastSeasons
    const seasons = Array.from({ length: league.pastSeasons + 1 }, (_, index) => first + index)
    return answerTo({ ...league, request, isWrongLeague, at, seasons, seasonOf })
  }
}

function answerTo(ask: Ask): Answer {
  const { pathname } = ask.request.url
  if (!pathname.startsWith(`${GAMES}/`)) return siteAnswer(siteAskOf(ask)) ?? NOT_FOUND
  const path = pathname.slice(GAMES.length).replace(/\/$/, '')
  const league = /^\/seasons\/(\d+)\/segments\/0\/leagues\/(\d+)(\/communication)?$/.exec(path)
  if (league !== null) {
    return league[3] === undefined ? seasonEndpoint(ask, Number(league[2]), Number(league[1])) : NO_GROUP
  }
  const history = /^\/leagueHistory\/(\d+)$/.exec(path)
  if (history !== null) return historyEndpoint(ask, Number(history[1]))
  const nfl = /^\/seasons\/(\d+)(\/players)?$/.exec(path)
  return nfl === null ? NOT_FOUND : nflEndpoint(ask, Number(nfl[1]), nfl[2] !== undefined)
}

/** The sources outside know the seasons that the league has. */
function siteAskOf({ request, seed, at, seasons, seasonOf }: Ask): SiteAsk {
  return {
    request,
    seed,
    at,
    newestSeason: seasonAt(at),
    seasonOf: (season) => (seasons.includes(season) ? seasonOf(season) : null),
  }
}

function seasonEndpoint(ask: Ask, leagueId: number, season: number): Answer {
  const isThere = leagueId === ask.leagueId && ask.seasons.includes(season)
  if (!isThere || isOfHistory(season)) return NOT_FOUND
  const refusal = refusalOf(ask.privacy, ask.request, [season])
  return refusal ?? { status: 200, body: leagueText(ask, season) }
}

/** Without `seasonId` every season of the league that may be read. */
function historyEndpoint(ask: Ask, leagueId: number): Answer {
  const asked = ask.request.url.searchParams.get('seasonId')
  const refusal = (seasons: readonly number[]) => refusalOf(ask.privacy, ask.request, seasons)
  const found = ask.seasons.filter((season) =>
    asked === null ? refusal([season]) === null : season === Number(asked),
  )
  if (leagueId !== ask.leagueId) return NOT_FOUND
  if (found.length === 0) return refusal([]) ?? NOT_FOUND
  return (
    refusal(found) ?? { status: 200, body: `[${found.map((season) => leagueText(ask, season)).join(',')}]` }
  )
}

function nflEndpoint({ request, seasons, seasonOf, at }: Ask, year: number, arePlayers: boolean): Answer {
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
  { request, leagueId, isWrongLeague, seasons, seasonOf, at, privacy }: Ask,
  season: number,
): string {
  const newestSeason = seasons.at(-1) ?? season
  const latest = isOfHistory(season) ? newestSeason : season
  const facts = {
    leagueId: isWrongLeague ? leagueId + 1 : leagueId,
    previousSeasons: seasons.filter((other) => other < latest),
    newestSeason,
    isPrivate: privacy.cookies !== null,
    now: at,
  }
  return JSON.stringify(leagueBody(seasonOf(season), facts, readQuestion(request)))
}

function readQuestion({ url, headers }: FaultRequest): LeagueQuestion {
  const period = url.searchParams.get('scoringPeriodId')
  const filter = headers['x-fantasy-filter']
  return {
    views: url.searchParams.getAll('view'),
    period: period === null ? null : Number(period),
    matchupPeriods: readScheduleFilter(Array.isArray(filter) ? filter[0] : filter),
  }
}
