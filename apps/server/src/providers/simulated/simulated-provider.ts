import { createServer, type IncomingMessage } from 'node:http'
import { errorBody } from '../captures/error-body.ts'
import { startListening, stopListening } from '../captures/http-listener.ts'
import { settableClock } from './clock.ts'
import { createControl } from './control.ts'
import { type Fault, type SimulatedRequest, type SimulatedResponse, sendResponse } from './faults.ts'
import type { LeagueCookies } from './privacy.ts'
import type { Seed } from './random.ts'
import { createSimulatedResponder, type SimulatedResponder } from './simulated-responder.ts'

export type SimulatedProviderOptions = {
  seed: Seed
  /** The provider's clock; the week and the live scores follow it. */
  now: () => Date
  /** Real time, by which the clock runs when it has been set to run. */
  elapsedMs?: () => number
  /** 0 lets the system choose. */
  port?: number
  host?: string
  leagueId?: number
  /** How many finished seasons the league has before the current one. */
  pastSeasons?: number
  /** Who has not these gets a 401; null for a public league. */
  cookies?: LeagueCookies | null
  /** Answered with 401, whatever the cookies. */
  deniedSeasons?: readonly number[]
  /** Answered with 404, though they are in the list of seasons. */
  absentSeasons?: readonly number[]
  /** What goes wrong with a request; undefined for nothing. */
  faults?: (request: SimulatedRequest) => Fault | undefined
}

export type SimulatedProvider = {
  /** Without a slash at its end, as ESPN_BASE_URL wants it. */
  url: string
  leagueId: number
  /** The provider's clock as it stands. */
  now: () => Date
  close(): Promise<void>
}

export const SIMULATED_LEAGUE_ID = 4_242_001

/**
 * Serves an invented league at the provider's own paths and in its wire format. The same
 * seed at the same instant gives the same bytes. Callers on the same machine set its clock and
 * its faults: see control.ts.
 */
export async function startSimulatedProvider(options: SimulatedProviderOptions): Promise<SimulatedProvider> {
  const { port = 0, host = '127.0.0.1', leagueId = SIMULATED_LEAGUE_ID, pastSeasons = 2 } = options
  const { now: followed, elapsedMs = () => performance.now() } = options
  const { cookies = null, deniedSeasons = [], absentSeasons = [] } = options
  const clock = settableClock(followed, elapsedMs)
  const control = createControl(clock)
  const privacy = { cookies, deniedSeasons, absentSeasons }
  const answerTo = createSimulatedResponder({
    seed: options.seed,
    now: clock.now,
    leagueId,
    pastSeasons,
    privacy,
  })
  const closing = new AbortController()
  const server = createServer((message, response) => {
    const request = readRequest(message)
    const isControl = control.isControl(request)
    const fault = isControl ? {} : (options.faults?.(request) ?? control.faultFor(request) ?? {})
    const answered = isControl
      ? control.respond(message, request)
      : Promise.resolve(respondOrError(answerTo, request, fault))
    answered
      .then((answer) => sendResponse(response, answer, fault, closing.signal))
      // A wait that is cut short by close(), or a caller who has gone: nobody is left to be told.
      .catch(() => response.destroy())
  })
  const url = await startListening(server, port, host)
  return {
    url,
    leagueId,
    now: clock.now,
    close() {
      closing.abort()
      return stopListening(server)
    },
  }
}

function respondOrError(
  answerTo: SimulatedResponder,
  request: SimulatedRequest,
  fault: Fault,
): SimulatedResponse {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, body: errorBody('METHOD_NOT_ALLOWED', 'Only GET and HEAD are served.') }
  }
  try {
    return answerTo(request, fault.wrongLeague === true)
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
