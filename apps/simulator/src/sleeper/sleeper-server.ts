import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { momentOf, nflSeason } from '../nfl.ts'
import { abbrevOf, defendersOf, playerIdOf, playersOf, simulatePlayerWeek } from '../players.ts'
import type { Seed } from '../random.ts'
import {
  type Fault,
  readRequest,
  type SimulatedRequest,
  type SimulatedResponse,
  seasonCache,
  sendResponse,
  startServer,
} from '../simulated-http.ts'
import {
  accountBody,
  bracketBodies,
  leagueBody,
  matchupBodies,
  rosterBodies,
  userBodies,
  usersIn,
} from './league-bodies.ts'
import { draftIdOf, leagueIdOf, type SleeperAccount, type SleeperLeague } from './leagues.ts'
import { draftBodies, draftBody, pickBodies, tradedPickBodies, transactionBodies } from './move-bodies.ts'
import { momentIn, NFL_WEEKS, type SleeperSeason, simulateSleeperSeason } from './sleeper-season.ts'

/**
 * Returns the body for a path below `/v1/`, such as `league/1/rosters`. Sleeper answers `null` for an unknown league,
 * user or draft, and 404 for an unknown path, which is undefined here.
 */
export type SleeperResponder = (path: string) => unknown

export type SleeperServerOptions = {
  respond: SleeperResponder
  port?: number
  host?: string
  faults?: (request: SimulatedRequest) => Fault | undefined
}

export type SleeperServer = {
  /** The base URL without a trailing slash, as SLEEPER_BASE_URL requires. */
  url: string
  requests: string[]
  close(): Promise<void>
}

export async function startSleeperServer({
  respond,
  faults,
  ...address
}: SleeperServerOptions): Promise<SleeperServer> {
  const requests: string[] = []
  const server = await startServer(async (message, response, signal) => {
    const request = readRequest(message)
    const path = pathOf(request)
    if (path !== null) requests.push(path)
    await sendResponse(response, sleeperResponse(request, respond), faults?.(request) ?? {}, signal)
  }, address)
  return { ...server, requests }
}

function pathOf({ url }: SimulatedRequest): string | null {
  return /^\/v1\/([\w/.-]+)$/.exec(decodeURIComponent(url.pathname))?.[1] ?? null
}

export function sleeperResponse(request: SimulatedRequest, respond: SleeperResponder): SimulatedResponse {
  if (request.method !== 'GET') return { status: 400, body: '{}' }
  const path = pathOf(request)
  const body = path === null ? undefined : respond(path)
  return body === undefined ? { status: 404, body: 'null' } : { status: 200, body: JSON.stringify(body) }
}

type SimulatedSleeperOptions = {
  seed: Seed
  leagues: readonly SleeperLeague[]
  now: () => Date
}

/** Answers for fictional leagues. Answers are identical for the same seed and time. */
export function simulatedSleeper({ seed, leagues, now }: SimulatedSleeperOptions): SleeperResponder {
  const cached = seasonCache<SleeperSeason>()

  function seasonOf(league: SleeperLeague, season: number): SleeperSeason {
    return cached(leagueIdOf(league, season), () => {
      const needsPrevious = league.shapeOf(season).kind !== 'redraft' && season > league.firstSeason
      const previous = needsPrevious ? seasonOf(league, season - 1) : null
      return simulateSleeperSeason(seed, league, season, previous)
    })
  }

  function find(
    id: string,
    idOf: (league: SleeperLeague, season: number) => string,
    at: Date,
  ): SleeperSeason | null {
    const season = Number(id.slice(5, 9))
    const league = leagues.find((each) => idOf(each, season) === id)
    if (league === undefined || season < league.firstSeason) return null
    if (season > Math.min(seasonAt(at), league.lastSeason ?? season)) return null
    return seasonOf(league, season)
  }

  function leaguesOf(account: SleeperAccount, season: number, at: Date): object[] {
    return leagues.flatMap((league) => {
      const found = find(leagueIdOf(league, season), leagueIdOf, at)
      const isMember = found !== null && usersIn(found).some(({ userId }) => userId === account.userId)
      return isMember ? [leagueBody(found, momentIn(found, at))] : []
    })
  }

  function findAccount(name: string, at: Date): SleeperAccount | undefined {
    return leagues
      .flatMap((league) =>
        usersIn({ league, teams: league.teamsOf(Math.max(seasonAt(at), league.firstSeason)) }).concat(
          usersIn({ league, teams: league.teamsOf(league.firstSeason) }),
        ),
      )
      .find(({ userId, username }) => userId === name || username === name.toLowerCase())
  }

  return (path) => {
    const at = now()
    const [kind, id = '', part, last, year] = path.split('/')
    if (path === 'state/nfl') return stateBody(at)
    if (path === 'players/nfl') return playerBodies(seed, at)
    if (kind === 'league') return leagueAnswer(find(id, leagueIdOf, at), part, last, at)
    if (kind === 'draft') return draftAnswer(find(id, draftIdOf, at), part, at)
    if (kind !== 'user') return undefined
    const account = findAccount(id, at)
    if (part === undefined) return account === undefined ? null : accountBody(account)
    if (part !== 'leagues' || last !== 'nfl' || year === undefined) return undefined
    return account === undefined ? [] : leaguesOf(account, Number(year), at)
  }
}

/** `null` for an unknown league, and undefined for an unknown path. */
function leagueAnswer(
  season: SleeperSeason | null,
  part: string | undefined,
  week: string | undefined,
  at: Date,
): unknown {
  if (season === null) return null
  const moment = momentIn(season, at)
  switch (part) {
    case undefined:
      return leagueBody(season, moment)
    case 'users':
      return userBodies(season)
    case 'rosters':
      return rosterBodies(season, moment)
    case 'matchups':
      return season.shape.hasVanishingWeeks && seasonAt(at) > season.season
        ? []
        : matchupBodies(season, Number(week), moment)
    case 'winners_bracket':
      return bracketBodies(season, moment, 'winners')
    case 'losers_bracket':
      return bracketBodies(season, moment, 'losers')
    case 'transactions':
      return transactionBodies(season, Number(week), moment)
    case 'traded_picks':
      return tradedPickBodies(season, moment)
    case 'drafts':
      return draftBodies(season, moment)
    default:
      return undefined
  }
}

function draftAnswer(season: SleeperSeason | null, part: string | undefined, at: Date): unknown {
  if (season === null) return null
  const moment = momentIn(season, at)
  if (part === undefined) return draftBody(season, moment)
  if (part === 'picks') return pickBodies(season, moment)
  return part === 'traded_picks' ? [] : undefined
}

/** In the preseason, `week` counts its games while `leg` is 0. */
function stateBody(at: Date): object {
  const season = seasonAt(at)
  const { week, isDrafted } = momentOf(season, at, NFL_WEEKS)
  const isOver = week > NFL_WEEKS
  return {
    season: `${season}`,
    season_type: isOver ? 'off' : isDrafted ? 'regular' : 'pre',
    week: isDrafted ? Math.min(week, NFL_WEEKS) : 2,
    leg: Math.min(week, NFL_WEEKS),
    display_week: Math.min(Math.max(week, 1), NFL_WEEKS),
    league_season: `${season}`,
    league_create_season: `${season}`,
    previous_season: `${season - 1}`,
    season_start_date: null,
    season_has_scores: isDrafted,
  }
}

const INJURIES = { ACTIVE: null, QUESTIONABLE: 'Questionable', OUT: 'Out', INJURY_RESERVE: 'IR' } as const

function playerBodies(seed: Seed, at: Date): Record<string, object> {
  const season = seasonAt(at)
  const nfl = nflSeason(seed, season)
  const week = Math.min(Math.max(momentOf(season, at, NFL_WEEKS).week, 1), NFL_WEEKS)
  return Object.fromEntries(
    [...playersOf(seed, season), ...defendersOf(seed, season)].map((player) => {
      const isTeam = player.position === 'D/ST'
      const position = isTeam ? 'DEF' : player.position
      const { health } = simulatePlayerWeek(seed, season, nfl, player, week)
      const id = playerIdOf(player)
      return [
        id,
        {
          player_id: id,
          first_name: player.firstName,
          last_name: isTeam ? 'D/ST' : player.lastName,
          ...(isTeam ? {} : { full_name: `${player.firstName} ${player.lastName}` }),
          position,
          fantasy_positions: [position],
          team: abbrevOf(player.nflTeamId),
          status: 'Active',
          active: true,
          injury_status: INJURIES[health],
          sport: 'nfl',
          espn_id: isTeam ? null : player.id,
        },
      ]
    }),
  )
}

/** The lists of a league, a draft or a user. One that was not captured is empty. */
const LISTS =
  /^(?:league\/\d+\/(?:rosters|users|winners_bracket|losers_bracket|traded_picks|drafts|(?:matchups|transactions)\/\d+)|draft\/\d+\/(?:picks|traded_picks)|user\/[\w.-]+\/leagues\/nfl\/\d+)$/
const OBJECTS = /^(?:league\/\d+|draft\/\d+|user\/[\w.-]+|state\/nfl|players\/nfl)$/

/** Serves a folder of captured responses, whose files have the paths of the API: `league/1/rosters.json`. */
export function capturedSleeper(folder: string): SleeperResponder {
  return (path) => {
    if (!LISTS.test(path) && !OBJECTS.test(path)) return undefined
    const file = join(folder, `${path}.json`)
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as unknown
    return LISTS.test(path) ? [] : null
  }
}
