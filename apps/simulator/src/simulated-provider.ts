import type { IncomingMessage } from 'node:http'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import { type SimulatedSeason, simulateLeague, withTrades } from './league/simulate-league.ts'
import type { Seed } from './random.ts'
import {
  errorBody,
  Fault,
  GROUP_NOT_FOUND,
  jsonResponse,
  readLeagueQuery,
  readRequest,
  respondOrError,
  type SimulatedRequest,
  type SimulatedResponse,
  type SiteRequest,
  seasonCache,
  sendResponse,
  startServer,
} from './simulated-http.ts'
import { forecast } from './sites/forecast.ts'
import { newsSearch, playerNews } from './sites/news.ts'
import { pictureResponse } from './sites/pictures.ts'
import { scoreboard } from './sites/scoreboard.ts'
import { sheetResponse } from './sites/sheets.ts'
import { MOVED_LEAGUE, SHAPED_LEAGUES, type SleeperLeague } from './sleeper/leagues.ts'
import { type SleeperResponder, simulatedSleeper, sleeperResponse } from './sleeper/sleeper-server.ts'
import { leagueBody } from './wire/league-body.ts'
import { nflBody, playersBody } from './wire/nfl-body.ts'
import { usesHistoryEndpoint } from './wire/teams.ts'

export type SimulatedProviderOptions = {
  seed: Seed
  now: () => Date
  /** Monotonic real time. Drives the clock after it has been set. */
  elapsedMs?: () => number
  port?: number
  host?: string
  leagueId?: number
  pastSeasons?: number
  /** The leagues at Sleeper; by default the league after its move, and one of each kind. */
  sleeperLeagues?: readonly SleeperLeague[]
  hasTrades?: boolean
  cookies?: LeagueCookies | null
  deniedSeasons?: readonly number[]
  absentSeasons?: readonly number[]
  faults?: (request: SimulatedRequest) => Fault | undefined
  onClockChange?: () => void
}

export type SimulatedProvider = {
  /** The base URL without a trailing slash, as ESPN_BASE_URL and SLEEPER_BASE_URL require. */
  url: string
  leagueId: number
  clock: Pick<SettableClock, 'now' | 'speed'>
  close(): Promise<void>
}

const SIMULATED_LEAGUE_ID = 4_242_001

/**
 * Responses are identical for the same seed and time. Clients on the same machine can set the clock and inject faults;
 * see control.ts.
 */
export async function startSimulatedProvider(options: SimulatedProviderOptions): Promise<SimulatedProvider> {
  const { leagueId = SIMULATED_LEAGUE_ID, pastSeasons = 2 } = options
  const { now: baseClock, elapsedMs = () => performance.now() } = options
  const { sleeperLeagues = [MOVED_LEAGUE, ...SHAPED_LEAGUES], hasTrades = false } = options
  const { cookies = null, deniedSeasons = [], absentSeasons = [] } = options
  const clock = settableClock(baseClock, elapsedMs)
  const control = createControl(clock, options.onClockChange)
  const privacy = { cookies, deniedSeasons, absentSeasons }
  const respond = createSimulatedResponder({
    seed: options.seed,
    now: clock.now,
    leagueId,
    pastSeasons,
    privacy,
    sleeperLeagues,
    hasTrades,
  })
  const server = await startServer(async (message, response, signal) => {
    const request = readRequest(message)
    const isControl = control.isControl(request)
    const fault = isControl ? {} : (options.faults?.(request) ?? control.faultFor(request) ?? {})
    const simulatedResponse = isControl
      ? await control.respond(message, request)
      : await respondOrError(request.method, 'SIMULATION_FAILED', () =>
          respond(request, fault.wrongLeague === true),
        )
    await sendResponse(response, simulatedResponse, fault, signal)
  }, options)
  return { ...server, leagueId, clock }
}

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

type SimulatedResponder = (request: SimulatedRequest, isWrongLeague: boolean) => SimulatedResponse

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

const GAMES_PATH = '/apis/v3/games/ffl'
const SLEEPER_PATHS = /^\/v1\/(?:league|draft|user|state|players)\//

function createSimulatedResponder(league: SimulatedLeague): SimulatedResponder {
  const cached = seasonCache<SimulatedSeason>()
  const sleeper = simulatedSleeper({ ...league, leagues: league.sleeperLeagues })
  const seasonOf = (season: number) =>
    cached(season, () => {
      const simulated = simulateLeague({ seed: league.seed, season })
      return league.hasTrades ? withTrades(simulated) : simulated
    })
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
  return jsonResponse(isPlayerList ? playersBody(players) : nflBody(season, nfl, at, views))
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

const SITES: Readonly<Record<string, (siteRequest: SiteRequest) => SimulatedResponse>> = {
  '/apis/site/v2/sports/football/nfl/scoreboard': scoreboard,
  '/apis/fantasy/v2/games/ffl/news/players': playerNews,
  '/v1/forecast': forecast,
  '/rss/search': newsSearch,
}

function siteResponse(siteRequest: SiteRequest): SimulatedResponse | null {
  const { pathname } = siteRequest.request.url
  return Object.hasOwn(SITES, pathname)
    ? (SITES[pathname]?.(siteRequest) ?? null)
    : (pictureResponse(siteRequest) ?? sheetResponse(siteRequest))
}

type LeagueCookies = { swid: string; s2: string }

type Privacy = {
  /** null for a public league. */
  cookies: LeagueCookies | null
  /** Seasons that return 401 with any cookies, as if the account had not been a member then. */
  deniedSeasons: readonly number[]
  /** Seasons that return 404 although the list of seasons includes them. */
  absentSeasons: readonly number[]
}

const NOT_FOUND: SimulatedResponse = { status: 404, body: errorBody('GENERAL_NOT_FOUND', 'Not Found') }
const NOT_VISIBLE: SimulatedResponse = {
  status: 401,
  body: errorBody('AUTH_LEAGUE_NOT_VISIBLE', 'You are not authorized to view this League.'),
}

function accessErrorFor(
  { cookies, deniedSeasons, absentSeasons }: Privacy,
  { headers }: SimulatedRequest,
  seasons: readonly number[],
): SimulatedResponse | null {
  if (cookies !== null && !hasCookies(headers.cookie ?? '', cookies)) return NOT_VISIBLE
  if (seasons.some((season) => deniedSeasons.includes(season))) return NOT_VISIBLE
  return seasons.some((season) => absentSeasons.includes(season)) ? NOT_FOUND : null
}

function hasCookies(header: string, { swid, s2 }: LeagueCookies): boolean {
  const sent = new Map(
    header.split(';').map((pair) => {
      const equals = pair.indexOf('=')
      return [pair.slice(0, equals).trim(), safeDecode(pair.slice(equals + 1).trim())] as const
    }),
  )
  const isSwidValid = sent.get('SWID')?.toUpperCase() === swid.toUpperCase()
  // The copied cookie is already percent-encoded, and a client may have encoded it again.
  return isSwidValid && [s2, safeDecode(s2)].includes(sent.get('espn_s2') ?? '')
}

function safeDecode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const ClockSetting = z.strictObject({
  now: z.iso.datetime({ offset: true }).nullable().optional(),
  speed: z.number().min(0).max(1_000_000).optional(),
})

const FaultRule = Fault.extend({
  path: z.string().startsWith('/').default('/'),
  times: z.number().int().positive().optional(),
})

const FaultRules = z.union([z.array(FaultRule).max(100), FaultRule.transform((rule) => [rule])])

const MAX_BYTES = 64 * 1024
const FORBIDDEN: SimulatedResponse = {
  status: 403,
  body: errorBody('NOT_LOCAL', 'Only requests from this machine are allowed.'),
}

/**
 * Two endpoints that the real provider does not have, for end-to-end tests and demos. They accept requests
 * only from the same machine.
 *
 * - `PUT /__clock {"now": "2026-11-22T18:00:00Z", "speed": 60}` sets the clock; a speed of 60 means a minute
 *   per real second. Without `speed` the clock stops, without `now` it continues from the current time, and
 *   with `"now": null` it follows the clock of the program again. `GET /__clock` returns the setting.
 * - `PUT /__faults {"path": "/apis/v3", "status": 503}`, or an array of such objects, makes requests fail.
 *   The first fault whose `path` is a prefix of the request path applies, `times` times or until
 *   `DELETE /__faults`.
 */
function createControl(clock: SettableClock, onClockChange = () => {}) {
  let rules: { path: string; left: number; fault: Fault }[] = []

  function setClock(text: string): SimulatedResponse {
    const setting = ClockSetting.safeParse(parseJson(text))
    if (!setting.success) return invalidInputResponse(setting.error)
    const { now, speed = 0 } = setting.data
    if (now === null) clock.reset()
    else clock.set(now === undefined ? null : new Date(now), speed)
    onClockChange()
    return clockResponse()
  }

  const clockResponse = () => jsonResponse({ now: clock.now().toISOString(), speed: clock.speed() })

  function setFaults(text: string): SimulatedResponse {
    const setting = FaultRules.safeParse(parseJson(text))
    if (!setting.success) return invalidInputResponse(setting.error)
    rules = setting.data.map(({ path, times, ...fault }) => ({ path, left: times ?? Infinity, fault }))
    return jsonResponse({ faults: rules.length })
  }

  return {
    isControl: ({ url }: SimulatedRequest) => url.pathname === '/__clock' || url.pathname === '/__faults',
    async respond(message: IncomingMessage, { method, url }: SimulatedRequest) {
      if (!isLoopback(message.socket.remoteAddress)) return FORBIDDEN
      const isClock = url.pathname === '/__clock'
      if (method === 'GET' && isClock) return clockResponse()
      if (method === 'PUT')
        return isClock ? setClock(await readBody(message)) : setFaults(await readBody(message))
      if (method !== 'DELETE' || isClock) return jsonResponse({ error: 'Method not allowed.' }, 405)
      rules = []
      return jsonResponse({ faults: 0 })
    },
    faultFor({ url }: SimulatedRequest) {
      const rule = rules.find(({ path, left }) => left > 0 && url.pathname.startsWith(path))
      if (rule !== undefined) rule.left--
      return rule?.fault
    },
  }
}

function invalidInputResponse(error: z.ZodError): SimulatedResponse {
  return jsonResponse({ error: z.prettifyError(error) }, 400)
}

/** Returns undefined, which every schema rejects, for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns an empty text, which is not valid JSON, for a body that is too large. */
async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_BYTES) chunks.push(chunk)
  }
  return size <= MAX_BYTES ? Buffer.concat(chunks).toString('utf8') : ''
}

function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address ?? '')
}

type SettableClock = ReturnType<typeof settableClock>

/** `elapsedMs` returns monotonic real time, so the clock can run even if the base clock is stopped. */
export function settableClock(baseClock: () => Date, elapsedMs: () => number) {
  let setting: { fromMs: number; sinceMs: number; speed: number } | null = null
  const now = () => {
    if (setting === null) return baseClock()
    return new Date(setting.fromMs + Math.round((elapsedMs() - setting.sinceMs) * setting.speed))
  }
  return {
    now,
    /** The speed relative to real time: 0 while the clock is stopped, null while it follows the base clock. */
    speed: () => setting?.speed ?? null,
    /** Sets the time, or keeps the current one if null, and the speed. A speed of 0 stops the clock. */
    set(from: Date | null, speed: number) {
      setting = { fromMs: (from ?? now()).getTime(), sinceMs: elapsedMs(), speed }
    },
    reset() {
      setting = null
    },
  }
}
