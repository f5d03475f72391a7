import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { ROOT, waitForLine } from './program.ts'
import { type TestApp, test as testAppTest, withTestApp } from './test-app.ts'

const CAPTURES_FOLDER = join(ROOT, '../shared/espn/captures')

/** Whether the recorded ESPN responses are available next to the repository. */
export const HAS_CAPTURES = existsSync(CAPTURES_FOLDER)

export const CAPTURES_MISSING = 'recorded ESPN responses not found next to the repository'

/** Reads a recorded response, such as `league-1/2020/mTeam.json`. */
export function readCapture(path: string): unknown {
  return JSON.parse(readFileSync(join(CAPTURES_FOLDER, path), 'utf8'))
}

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
