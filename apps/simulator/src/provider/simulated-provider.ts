import { createServer, type IncomingMessage } from 'node:http'
import { errorBody, startListening, stopListening } from '../espn-http.ts'
import type { Seed } from '../random.ts'
import { MOVED_LEAGUE, SHAPED_LEAGUES, type SleeperLeague } from '../sleeper/leagues.ts'
import { type SettableClock, settableClock } from './clock.ts'
import { createControl } from './control.ts'
import { type Fault, type SimulatedRequest, type SimulatedResponse, sendResponse } from './faults.ts'
import type { LeagueCookies } from './privacy.ts'
import { createSimulatedResponder, type SimulatedResponder } from './simulated-responder.ts'

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

export const SIMULATED_LEAGUE_ID = 4_242_001

/**
 * Responses are identical for the same seed and time. Clients on the same machine can set the clock and inject faults;
 * see control.ts.
 */
export async function startSimulatedProvider(options: SimulatedProviderOptions): Promise<SimulatedProvider> {
  const { port = 0, host = '127.0.0.1', leagueId = SIMULATED_LEAGUE_ID, pastSeasons = 2 } = options
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
  const shutdown = new AbortController()
  const server = createServer((message, response) => {
    const request = readRequest(message)
    const isControl = control.isControl(request)
    const fault = isControl ? {} : (options.faults?.(request) ?? control.faultFor(request) ?? {})
    const responsePromise = isControl
      ? control.respond(message, request)
      : Promise.resolve(respondOrError(respond, request, fault))
    responsePromise
      .then((simulatedResponse) => sendResponse(response, simulatedResponse, fault, shutdown.signal))
      // Fails when close() interrupts a delay or the client has disconnected. There is no one to report it
      // to.
      .catch(() => response.destroy())
  })
  const url = await startListening(server, port, host)
  return {
    url,
    leagueId,
    clock,
    close() {
      shutdown.abort()
      return stopListening(server)
    },
  }
}

function respondOrError(
  respond: SimulatedResponder,
  request: SimulatedRequest,
  fault: Fault,
): SimulatedResponse {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, body: errorBody('METHOD_NOT_ALLOWED', 'Only GET and HEAD are supported.') }
  }
  try {
    return respond(request, fault.wrongLeague === true)
  } catch (error) {
    return {
      status: 500,
      body: errorBody('SIMULATION_FAILED', error instanceof Error ? error.message : String(error)),
    }
  }
}

function readRequest({ method = 'GET', url = '/', headers }: IncomingMessage): SimulatedRequest {
  return { method, url: new URL(url, 'http://simulated'), headers }
}
