import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

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
