import type { IncomingMessage } from 'node:http'
import { respondOrError, startServer } from '../espn-http.ts'
import type { Seed } from '../random.ts'
import { MOVED_LEAGUE, SHAPED_LEAGUES, type SleeperLeague } from '../sleeper/leagues.ts'
import { type SettableClock, settableClock } from './clock.ts'
import { createControl } from './control.ts'
import { type Fault, type SimulatedRequest, sendResponse } from './faults.ts'
import type { LeagueCookies } from './privacy.ts'
import { createSimulatedResponder } from './simulated-responder.ts'

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

function readRequest({ method = 'GET', url = '/', headers }: IncomingMessage): SimulatedRequest {
  return { method, url: new URL(url, 'http://simulated'), headers }
}
