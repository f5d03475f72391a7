import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type ProgramOptions, ROOT, startProgram, stopProgram, waitForLine } from './program.ts'

const CAPTURES_FOLDER = join(ROOT, '../shared/espn/captures')

/** Whether the recorded ESPN responses are available next to the repository. */
export const HAS_CAPTURES = existsSync(CAPTURES_FOLDER)

export const CAPTURES_MISSING = 'recorded ESPN responses not found next to the repository'
export const SLEEPER_CAPTURES_MISSING = 'recorded responses of Sleeper not found next to the repository'

/** Reads a recorded response, such as `league-1/2020/mTeam.json`. */
export function readCapture(path: string): unknown {
  return JSON.parse(readFileSync(join(CAPTURES_FOLDER, path), 'utf8'))
}

/** Starts a server with recorded ESPN responses, and stops it when `use` completes. */
export async function withCaptureServer(
  use: (url: string) => Promise<void>,
  options: Pick<ProgramOptions, 'commandPrefix'> = {},
): Promise<void> {
  const server = startProgram('captures', { args: [CAPTURES_FOLDER], ...options })
  const line = await waitForLine(server, /^ESPN_BASE_URL=(\S+)$/m)
  try {
    await use(line[1] ?? '')
  } finally {
    await stopProgram(server)
  }
}

/** The cookies with which a private league can be read. */
export const PRIVATE_COOKIES = `SWID={0A1B2C3D-4E5F-4071-8293-A4B5C6D7E8F9}; espn_s2=${'AEBx7Kq'.repeat(20)}`

/** Passes requests with the cookies on, and responds to others as ESPN does for a private league. */
export function withPrivateServer(target: string, use: (url: string) => Promise<void>): Promise<void> {
  return withHttpServer((incoming, response) => {
    if (incoming.headers.cookie === PRIVATE_COOKIES) return forward(target, incoming, response)
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ details: [{ type: 'AUTH_LEAGUE_NOT_VISIBLE' }] }))
  }, use)
}

/** Passes requests for recorded leagues on. For all others, ESPN cannot be reached. */
export function withRecordedLeagues(target: string, use: (url: string) => Promise<void>): Promise<void> {
  return withHttpServer((incoming, response) => {
    const league = /\/leagues\/(\d+)/.exec(incoming.url ?? '')?.[1]
    if (league !== undefined && !existsSync(join(CAPTURES_FOLDER, `league-${league}`))) incoming.destroy()
    else forward(target, incoming, response)
  }, use)
}

async function withHttpServer(
  respond: (incoming: IncomingMessage, response: ServerResponse) => void,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer(respond)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function forward(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { headers, method } = incoming
  const upstreamRequest = request(`${target}${incoming.url}`, { method, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers)
    upstream.pipe(response)
  })
  upstreamRequest.on('error', () => response.destroy())
  incoming.pipe(upstreamRequest)
}
