import { createServer, type IncomingMessage } from 'node:http'
import { startListening, stopListening } from '../captures/listening.ts'
import { errorBody } from '../captures/provider-error.ts'
import { type Answer, type Fault, type FaultRequest, sendAnswer } from './faults.ts'
import type { Seed } from './random.ts'
import { type SimulatedAnswers, simulatedAnswers } from './simulated-answers.ts'

export type SimulatedProviderOptions = {
  seed: Seed
  /** The provider's clock; the week and the live scores follow it. */
  now: () => Date
  /** 0 lets the system choose. */
  port?: number
  host?: string
  leagueId?: number
  /** How many finished seasons the league has before the current one. */
  pastSeasons?: number
  /** What goes wrong with a request; undefined for nothing. */
  faults?: (request: FaultRequest) => Fault | undefined
}

export type SimulatedProvider = {
  /** Without a slash at its end, as ESPN_BASE_URL wants it. */
  url: string
  leagueId: number
  close(): Promise<void>
}

export const SIMULATED_LEAGUE_ID = 4_242_001

/**
 * Serves an invented league at the provider's own paths and in its wire format. The same
 * seed at the same instant gives the same bytes.
 */
export async function startSimulatedProvider(options: SimulatedProviderOptions): Promise<SimulatedProvider> {
  const { port = 0, host = '127.0.0.1', leagueId = SIMULATED_LEAGUE_ID, pastSeasons = 2 } = options
  const answerTo = simulatedAnswers({ seed: options.seed, now: options.now, leagueId, pastSeasons })
  const closing = new AbortController()
  const server = createServer((message, response) => {
    const request = readRequest(message)
    const fault = options.faults?.(request) ?? {}
    const answer = answerOrError(answerTo, request, fault)
    // Only a wait that is cut short by close() ends here: nobody is left to be told.
    sendAnswer(response, answer, fault, closing.signal).catch(() => response.destroy())
  })
  const url = await startListening(server, port, host)
  return {
    url,
    leagueId,
    close() {
      closing.abort()
      return stopListening(server)
    },
  }
}

function answerOrError(answerTo: SimulatedAnswers, request: FaultRequest, fault: Fault): Answer {
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

function readRequest({ method = 'GET', url = '/', headers }: IncomingMessage): FaultRequest {
  return { method, url: new URL(url, 'http://simulated'), headers }
}
