import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { cachedBrowser } from './scripts/test/browser.ts'

const browser = cachedBrowser()
if (browser === undefined)
  throw new Error('No browser found yet. Run `npm test` first, which finds or installs one.')

const { CI, TEST_SCOPE, TRACE } = process.env

/** Saves a fifth of the browser's processor time: the tabs of a context share a process, with what it has compiled. */
const SHARE_PROCESSES = '--renderer-process-limit=1'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  workers: availableParallelism(),
  fullyParallel: true,
  forbidOnly: CI !== undefined,
  // Files of the net: `npm test` leaves them out, `npm run test:all` runs them.
  testIgnore: TEST_SCOPE === 'all' ? [] : '**/*.net.spec.ts',
  retries: 0,
  // Long enough for a slow test on a busy machine. Only a test that hangs reaches them.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    // Tests that are not about the service worker see the web app as on a first visit.
    serviceWorkers: 'block',
    // Drawing animations takes almost half of the time of a visit. Component tests cover them.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording one makes each test take a third longer.
    trace: TRACE === undefined ? 'off' : 'retain-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      args: [...browser.args, SHARE_PROCESSES],
      env: { ...process.env, ...browser.env },
    },
  },
})
