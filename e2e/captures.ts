import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { ROOT, waitForLine } from './program.ts'
import { test as productTest, type TestApp, withTestApp } from './test-app.ts'

const CAPTURES_FOLDER = join(ROOT, '../shared/espn/captures')

/** Whether the recorded answers of the provider are beside the repository. */
export const HAS_CAPTURES = existsSync(CAPTURES_FOLDER)

export const CAPTURES_MISSING = 'the recorded answers are not beside the repository'

/** One recorded answer. `path` is such as `league-1/2020/mTeam.json`. */
export function readCapture(path: string): unknown {
  return JSON.parse(readFileSync(join(CAPTURES_FOLDER, path), 'utf8'))
}

async function withCaptureServer(use: (address: string) => Promise<void>): Promise<void> {
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

/** A product whose provider is `npm run captures`, one for each worker. */
export const test = productTest.extend<object, { capturesAddress: string }>({
  capturesAddress: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    ({}, use) => withCaptureServer(use),
    { scope: 'worker' },
  ],
  settings: ({ capturesAddress }, use) => use({ ESPN_BASE_URL: capturesAddress }),
})

/** The same with one product for all journeys of a worker; each makes accounts and leagues of its own. */
export const sharedTest = base.extend<object, { testApp: TestApp }>({
  testApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    ({}, use) => withCaptureServer((address) => withTestApp({ ESPN_BASE_URL: address }, use)),
    { scope: 'worker' },
  ],
})
