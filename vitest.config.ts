import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import type { TestProjectConfiguration } from 'vitest/config'
import { defineConfig } from 'vitest/config'
import { cachedBrowser } from './scripts/test/browser.ts'

const { TEST_DATABASE_URL, TEST_SCOPE } = process.env
const browser = cachedBrowser()
const setupFiles = [`${import.meta.dirname}/scripts/test/fail-on-console-error.ts`]

/** Long enough for a slow test on a busy machine. Only a test that hangs reaches them. */
const TIME_LIMITS = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } }

/** A project of tests that run in Node. */
function nodeProject(name: string, include: string[], exclude: string[] = []) {
  return {
    test: {
      name,
      include,
      exclude,
      setupFiles,
      // Loading the modules again for each file takes longer than the tests of most files.
      isolate: false,
      ...TIME_LIMITS,
    },
  }
}

/** The server tests on one engine. Each test uses a copy of a template database, which is created once. */
function serverProject(name: string, include: string[], env: Record<string, string>, exclude: string[] = []) {
  const { test } = nodeProject(name, include, exclude)
  const testing = `${import.meta.dirname}/apps/server/src/testing`
  return {
    test: {
      ...test,
      env,
      setupFiles: [
        ...setupFiles,
        `${testing}/close-pools.ts`,
        `${testing}/fast-password-hashing.ts`,
        `${testing}/fast-migrations.ts`,
      ],
      globalSetup: `${testing}/database-template.ts`,
    },
  }
}

/** Tests of the benchmarks that need a database of the server. */
const BENCH_TESTS = 'tools/bench/scale/multiply-league.test.ts'

/** The tests that run a smaller sample in `npm test`. `npm run test:slow` runs nothing else. */
const SLOW_TESTS = [
  'apps/server/src/app/bad-input.test.ts',
  'apps/server/src/app/captured-sleeper-chains.test.ts',
  'apps/server/src/app/contract-fuzz.test.ts',
  'apps/server/src/app/kill-refresh.process.test.ts',
  'apps/server/src/features/feed/items/feed-fuzz.test.ts',
  'apps/server/src/providers/espn/simulated-reconcile.test.ts',
]

/** The tests of code that behaves differently on the two engines, and one that sends a request to every operation. */
const ENGINE_TESTS = [
  'apps/server/src/{auth,database,jobs,live,repositories}/**/*.test.ts',
  'apps/server/src/features/**/*store.test.ts',
  'apps/server/src/features/export/**/*.test.ts',
  'apps/server/src/app/{backup,commands}/**/*.test.ts',
  'apps/server/src/testing/test-database.test.ts',
  'apps/server/src/app/{captured-archives,contract,many-leagues,two-instances,two-instances-access,upgrade}.test.ts',
  BENCH_TESTS,
]

/** Tests among them that use no database, or whose result does not depend on the engine. */
const ENGINE_INDEPENDENT_TESTS = [
  'apps/server/src/auth/passwords.test.ts',
  'apps/server/src/database/engine/{bounded-cache,coalesce,data-folder,league-memory}.test.ts',
  'apps/server/src/database/engine/sqlite/**/*.test.ts',
  'apps/server/src/features/export/forged-archives.test.ts',
  'apps/server/src/jobs/{bounded-queue,retry-delay,schedule}.test.ts',
  'apps/server/src/live/event-streams.test.ts',
]

/** The tests of all code that uses a database. */
const ALL_ENGINE_TESTS = [
  'apps/server/src/{app,auth,database,features,http,jobs,live,repositories,testing}/**/*.test.ts',
  BENCH_TESTS,
]

/** Does not include tests that run a program, which chooses its engine itself. */
const postgresProjects =
  TEST_DATABASE_URL === undefined
    ? []
    : [
        serverProject(
          'server on PostgreSQL',
          TEST_SCOPE === 'all' ? ALL_ENGINE_TESTS : ENGINE_TESTS,
          { TEST_ENGINE: 'postgres', TEST_DATABASE_URL },
          [
            '**/*.process.test.ts',
            '**/command-errors.test.ts',
            ...(TEST_SCOPE === 'all' ? [] : ENGINE_INDEPENDENT_TESTS),
          ],
        ),
      ]

const webConfig = `${import.meta.dirname}/apps/web/vite.config.ts`

/** Component tests run in a real browser. The project is omitted if no browser was found. */
const browserProjects: TestProjectConfiguration[] =
  browser === undefined
    ? []
    : [
        {
          ...(existsSync(webConfig) ? { extends: webConfig } : {}),
          root: `${import.meta.dirname}/apps/web`,
          cacheDir: `${import.meta.dirname}/node_modules/.cache/fieldhouse/vitest-web`,
          optimizeDeps: { entries: ['src/**/*.{ts,tsx}'] },
          test: {
            name: 'web in the browser',
            ...TIME_LIMITS,
            // A page waits for the test program half of the time. Vitest demands a group of its own for another number of
            // workers.
            maxWorkers: 2 * availableParallelism(),
            sequence: { groupOrder: 1 },
            include: ['src/**/*.test.tsx'],
            setupFiles: [...setupFiles, `${import.meta.dirname}/apps/web/src/testing/check-control-names.ts`],
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              locators: { exact: false },
              viewport: { width: 1280, height: 800 },
              provider: playwright({
                // Drawing animations takes time. Tests that are about them call `allowMotion`.
                contextOptions: { reducedMotion: 'reduce' },
                launchOptions: {
                  executablePath: browser.executablePath,
                  args: browser.args,
                  env: { ...process.env, ...browser.env },
                },
              }),
              instances: [{ browser: 'chromium' }],
            },
          },
        },
      ]

const allProjects = [
  nodeProject('domain', ['packages/domain/src/**/*.test.ts']),
  nodeProject('contract', ['packages/contract/src/**/*.test.ts']),
  nodeProject('simulator', ['apps/simulator/src/**/*.test.ts']),
  serverProject('server', ['apps/server/src/**/*.test.ts', BENCH_TESTS], { TEST_ENGINE: 'sqlite' }),
  ...postgresProjects,
  nodeProject('scripts', ['{scripts,tools}/**/*.test.ts'], [BENCH_TESTS]),
  nodeProject('web', ['apps/web/src/**/*.test.ts']),
  ...browserProjects,
]

export default defineConfig({
  test: {
    // Many tests wait for a database or a process, so one worker more than there are cores pays off.
    maxWorkers: availableParallelism() + 1,
    projects:
      TEST_SCOPE === 'slow' ? [serverProject('server', SLOW_TESTS, { TEST_ENGINE: 'sqlite' })] : allProjects,
  },
})
