import type { IncomingMessage } from 'node:http'
import {
  type Fault,
  type SimulatedRequest,
  type SimulatedResponse,
  sendResponse,
  startServer,
} from '../simulated-http.ts'

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
    const request = toRequest(message)
    const path = pathOf(request)
    if (path !== null) requests.push(path)
    await sendResponse(response, sleeperResponse(request, respond), faults?.(request) ?? {}, signal)
  }, address)
  return { ...server, requests }
}

function toRequest({ method = 'GET', url = '/', headers }: IncomingMessage): SimulatedRequest {
  return { method, url: new URL(url, 'http://sleeper'), headers }
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
