import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { SimulatedSeason } from './league/simulate-league.ts'
import type { Seed } from './random.ts'

/**
 * Starts a server, by default on a free port. `url` has no trailing slash. `close` stops immediately, closes open
 * connections and aborts the signal of the responses.
 */
export async function startServer(
  respond: (message: IncomingMessage, response: ServerResponse, signal: AbortSignal) => Promise<void>,
  { port = 0, host = '127.0.0.1' }: { port?: number; host?: string },
): Promise<{ url: string; close: () => Promise<void> }> {
  const shutdown = new AbortController()
  const server = createServer((message, response) => {
    respond(message, response, shutdown.signal)
      // Fails when close() interrupts a delay or the client has disconnected. There is no one to report it to.
      .catch(() => response.destroy())
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: actualPort } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    async close() {
      shutdown.abort()
      const closed = promisify(server.close.bind(server))()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Responds to GET and HEAD only, and with a body of ESPN's format if that fails. */
export async function respondOrError<Response>(
  method: string | undefined,
  failureType: string,
  respond: () => Response | Promise<Response>,
): Promise<Response | { status: number; body: string }> {
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, body: errorBody('METHOD_NOT_ALLOWED', 'Only GET and HEAD are supported.') }
  try {
    return await respond()
  } catch (error) {
    return {
      status: 500,
      body: errorBody(failureType, error instanceof Error ? error.message : String(error)),
    }
  }
}

/** Builds an error body in ESPN's format. Clients branch on `type`. */
export function errorBody(type: string, message: string): string {
  const detail = { message, shortMessage: message, resolution: null, type, metaData: null }
  return JSON.stringify({ messages: [message], details: [detail] })
}

export const GROUP_NOT_FOUND = {
  status: 404,
  body: errorBody('COMMUNICATION_GROUP_NOT_FOUND', 'This Communication Group does not exist.'),
}

export type LeagueQuery = {
  views: readonly string[]
  /** The requested NFL week; null for the current one. */
  period: number | null
  /** The matchup periods in the X-Fantasy-Filter header; null for the whole schedule. */
  matchupPeriods: readonly number[] | null
}

/** The views that contain the games of the league. */
export const SCHEDULE_VIEWS = [
  'mMatchup',
  'mMatchupScore',
  'mMatchupScoreLite',
  'mBoxscore',
  'mScoreboard',
  'mLiveScoring',
]

export function readLeagueQuery({ searchParams }: URL, headers: IncomingHttpHeaders): LeagueQuery {
  const period = searchParams.get('scoringPeriodId')
  const filter = String(headers['x-fantasy-filter'] ?? '')
  const list = /"filterMatchupPeriodIds"\s*:\s*\{\s*"value"\s*:\s*\[([\d,\s]*)\]/.exec(filter)?.[1]
  return {
    views: [...new Set(searchParams.getAll('view'))],
    period: period === null ? null : Number(period),
    matchupPeriods: list === undefined ? null : list.split(',').map(Number),
  }
}

/** A fault in a response. Several kinds can be combined. */
export const Fault = z.strictObject({
  /** Responds with this status, and with an error body if it is 400 or higher. */
  status: z.number().int().min(200).max(599).exactOptional(),
  /** The Retry-After header: seconds, or a date. */
  retryAfter: z.union([z.number(), z.string()]).exactOptional(),
  delayMs: z.number().int().min(0).max(600_000).exactOptional(),
  truncate: z.boolean().exactOptional(),
  html: z.boolean().exactOptional(),
  empty: z.boolean().exactOptional(),
  /** Sends `null`, as Sleeper does for what it does not know. */
  null: z.boolean().exactOptional(),
  wrongLeague: z.boolean().exactOptional(),
  hang: z.boolean().exactOptional(),
})
export type Fault = z.infer<typeof Fault>

export type SimulatedRequest = { method: string; url: URL; headers: IncomingHttpHeaders }
export type SimulatedResponse = {
  status: number
  body: string | Uint8Array
  /** Whether the body is an SVG that is sent as a PNG. */
  isDrawing?: boolean
  type?: string
  headers?: Readonly<Record<string, string>>
}

const ERROR_TYPES: Record<number, string> = { 401: 'AUTH_LEAGUE_NOT_VISIBLE', 404: 'GENERAL_NOT_FOUND' }
const JSON_TYPE = 'application/json;charset=utf-8'
const ERROR_PAGE = '<!doctype html><title>Fantasy</title><p>We are having trouble. Try again later.</p>'

/** Sends a response with a fault. Rejects if the signal aborts a delay. */
export async function sendResponse(
  serverResponse: ServerResponse,
  response: SimulatedResponse,
  fault: Fault,
  signal: AbortSignal,
): Promise<void> {
  if (fault.hang === true) return
  if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { signal })
  const { status, body, type = JSON_TYPE, headers = {} } = applyFault(await toSent(response), fault)
  serverResponse.statusCode = status
  serverResponse.setHeader('content-type', type)
  for (const [name, value] of Object.entries(headers)) serverResponse.setHeader(name, value)
  serverResponse.setHeader('content-length', Buffer.byteLength(body))
  if (fault.retryAfter !== undefined) serverResponse.setHeader('retry-after', fault.retryAfter)
  if (fault.truncate !== true) {
    serverResponse.end(body)
    return
  }
  serverResponse.write(body.slice(0, Math.floor(body.length / 2)), () => serverResponse.destroy())
}

async function toSent(response: SimulatedResponse): Promise<SimulatedResponse> {
  if (response.isDrawing !== true || response.status !== 200) return response
  const { default: sharp } = await import('sharp')
  return {
    status: response.status,
    type: 'image/png',
    body: await sharp(Buffer.from(response.body)).png().toBuffer(),
  }
}

function applyFault(response: SimulatedResponse, fault: Fault): SimulatedResponse {
  const responseStatus = fault.status ?? response.status
  if (fault.empty === true) return { status: responseStatus, body: '' }
  if (fault.null === true) return { status: responseStatus, body: 'null' }
  if (fault.html === true)
    return { status: responseStatus, body: ERROR_PAGE, type: 'text/html;charset=utf-8' }
  if (fault.status !== undefined && fault.status >= 400) {
    return {
      status: responseStatus,
      body: errorBody(ERROR_TYPES[responseStatus] ?? 'GENERAL', `Status ${responseStatus}`),
    }
  }
  return { ...response, status: responseStatus }
}

export type SiteRequest = {
  request: SimulatedRequest
  seed: Seed
  at: Date
  newestSeason: number
  seasonOf: (season: number) => SimulatedSeason | null
}

export function readRequest({ method = 'GET', url = '/', headers }: IncomingMessage): SimulatedRequest {
  return { method, url: new URL(url, 'http://simulated'), headers }
}

/** Limits the caches of seasons, because a clock that jumps can reach any number of them. */
const MAX_CACHED_SEASONS = 30

/** A season is simulated on its first request, and the most recently used seasons are kept. */
export function seasonCache<Season>() {
  const cache = new Map<string | number, Season>()
  return (key: string | number, simulate: () => Season): Season => {
    const season = cache.get(key) ?? simulate()
    cache.delete(key)
    cache.set(key, season)
    const [oldest] = cache.keys()
    if (cache.size > MAX_CACHED_SEASONS && oldest !== undefined) cache.delete(oldest)
    return season
  }
}

export function jsonResponse(body: object, status = 200): SimulatedResponse {
  return { status, body: JSON.stringify(body) }
}
