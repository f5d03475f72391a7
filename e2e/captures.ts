import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { capturedSleeper } from '@fieldhouse/simulator/sleeper/captured-sleeper'
import { startSleeperServer } from '@fieldhouse/simulator/sleeper/sleeper-server'
import { HAS_SLEEPER_CAPTURES, SLEEPER_CAPTURES_FOLDER } from '@fieldhouse/simulator/testing/sleeper-captures'
import { test as base } from '@playwright/test'
import { ROOT, waitForLine } from './program.ts'
import { type TestApp, test as testAppTest, withTestApp } from './test-app.ts'

export { HAS_SLEEPER_CAPTURES }

const CAPTURES_FOLDER = join(ROOT, '../shared/espn/captures')

/** Whether the recorded ESPN responses are available next to the repository. */
export const HAS_CAPTURES = existsSync(CAPTURES_FOLDER)

export const CAPTURES_MISSING = 'recorded ESPN responses not found next to the repository'

/** Reads a recorded response, such as `league-1/2020/mTeam.json`. */
export function readCapture(path: string): unknown {
  return JSON.parse(readFileSync(join(CAPTURES_FOLDER, path), 'utf8'))
}

export const SLEEPER_CAPTURES_MISSING = 'recorded responses of Sleeper not found next to the repository'

async function withCaptureServer(use: (url: string) => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs'), 'captures', CAPTURES_FOLDER], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const line = await waitForLine(server, /^ESPN_BASE_URL=(\S+)$/m)
  try {
    await use(line[1] ?? '')
  } finally {
    server.kill('SIGTERM')
  }
}

/**
 * An app per test, which reads from a server with recorded ESPN responses. The server is shared per worker.
 */
export const test = testAppTest.extend<object, { captureServerUrl: string }>({
  captureServerUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
    ({}, use) => withCaptureServer(use),
    { scope: 'worker' },
  ],
  settings: ({ captureServerUrl }, use) => use({ ESPN_BASE_URL: captureServerUrl }),
})

/** Like `test`, with one app for all tests of a worker. Each test creates its own accounts and leagues. */
export const sharedTest = base.extend<object, { testApp: TestApp }>({
  testApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
    ({}, use) => withCaptureServer((url) => withTestApp({ ESPN_BASE_URL: url }, use)),
    { scope: 'worker' },
  ],
})

const PRIVATE_COOKIES = `SWID={0A1B2C3D-4E5F-4071-8293-A4B5C6D7E8F9}; espn_s2=${'AEBx7Kq'.repeat(20)}`

async function forward(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const filter = request.headers['x-fantasy-filter']
  const found = await fetch(url, {
    headers: typeof filter === 'string' ? { 'x-fantasy-filter': filter } : {},
  })
  const body = await found.text()
  response.writeHead(found.status, { 'content-type': 'application/json' }).end(body)
}

/** Passes requests with the cookies on, and responds to others as ESPN does for a private league. */
async function withPrivateServer(target: string, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    if (request.headers.cookie !== PRIVATE_COOKIES) {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ details: [{ type: 'AUTH_LEAGUE_NOT_VISIBLE' }] }))
      return
    }
    forward(`${target}${request.url}`, request, response).catch((error: Error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Like `test`, with leagues that only requests with `cookieHeader` may see. */
export const privateTest = test.extend<{ cookieHeader: string }, { privateServerUrl: string }>({
  cookieHeader: PRIVATE_COOKIES,
  privateServerUrl: [
    ({ captureServerUrl }, use) => withPrivateServer(captureServerUrl, use),
    { scope: 'worker' },
  ],
  settings: ({ privateServerUrl }, use) => use({ ESPN_BASE_URL: privateServerUrl }),
})

/** When the recorded season of 2026 has not begun. */
const BEFORE_THE_SEASON = '2026-09-01T12:00:00Z'

/** An app per test, which reads the recorded responses of Sleeper. Each takes long enough for progress to be seen. */
export const sleeperTest = testAppTest.extend<object, { sleeperUrl: string }>({
  sleeperUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
    async ({}, use) => {
      const respond = capturedSleeper(SLEEPER_CAPTURES_FOLDER)
      const server = await startSleeperServer({ respond, faults: () => ({ delayMs: 20 }) })
      await use(server.url)
      await server.close()
    },
    { scope: 'worker' },
  ],
  settings: ({ sleeperUrl }, use) =>
    use({ SLEEPER_BASE_URL: sleeperUrl, SLEEPER_REQUESTS_PER_MINUTE: '10000', NOW: BEFORE_THE_SEASON }),
})
