import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import type { TestProjectConfiguration } from 'vitest/config'
import { defineConfig } from 'vitest/config'
import { cachedBrowser } from './scripts/test/browser.ts'

const { TEST_DATABASE_URL, TEST_SCOPE } = process.env
const browser = cachedBrowser()
const setupFiles = [`${import.meta.dirname}/scripts/test/fail-on-console-error.ts`]

/** Files of the net: `npm test` leaves them out, `npm run test:all` runs them. */
const NET_FILES = '**/*.net.test.{ts,tsx}'
const IS_NET = TEST_SCOPE === 'all'
const netFiles = IS_NET ? [] : [NET_FILES]

/** Long enough for a slow test on a busy machine. Only a test that hangs reaches them. */
const TIME_LIMITS = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } }

/** A project of tests that run in Node. */
function nodeProject(name: string, include: string[], exclude: string[] = []) {
  return {
    test: {
      name,
      include,
      exclude: [...exclude, ...netFiles],
      setupFiles: [`${import.meta.dirname}/scripts/test/measure-cpu.ts`, ...setupFiles],
      // Loading the modules again for each file takes longer than the tests of most files.
      isolate: false,
      ...TIME_LIMITS,
    },
  }
}

/** Server tests on one engine. Each test uses a copy of a template database, which is created once. */
function serverProject(name: string, include: string[], env: Record<string, string>, exclude: string[] = []) {
  const { test } = nodeProject(name, include, exclude)
  const testing = `${import.meta.dirname}/apps/server/src/testing`
  return {
    test: {
      ...test,
      env,
      setupFiles: [
        ...test.setupFiles,
        `${testing}/close-pools.ts`,
        `${testing}/fast-password-hashing.ts`,
        `${testing}/fast-migrations.ts`,
      ],
      globalSetup: `${testing}/database-template.ts`,
    },
  }
}

/** Tests that start the built server as a process of its own, which chooses its engine itself. */
const PROGRAMS = 'apps/server/src/**/*.process*.test.ts'

/** Code that behaves differently on the two engines, and one valid request to every operation. */
const ENGINE_TESTS = [
  'apps/server/src/database/{engine,schema}/*.test.ts',
  'apps/server/src/{jobs,live,repositories}/**/*store.test.ts',
  'apps/server/src/features/**/*store.test.ts',
  'apps/server/src/jobs/job-runner.test.ts',
  'apps/server/src/app/{access,two-instances}.test.ts',
]

/** Tests among them that use no database. */
const ENGINE_INDEPENDENT_TESTS = [
  'apps/server/src/database/engine/{bounded-cache,coalesce,data-folder,league-memory}.test.ts',
]

/** The tests of all code that uses a database. */
const ALL_ENGINE_TESTS = [
  'apps/server/src/{app,auth,database,features,http,jobs,live,repositories,testing}/**/*.test.ts',
]

/** Commands on a data folder, which contains a SQLite database. */
const DATA_FOLDER_TESTS = 'apps/server/src/app/commands/command-errors.test.ts'

const postgresProjects =
  TEST_DATABASE_URL === undefined
    ? []
    : [
        serverProject(
          'server on PostgreSQL',
          IS_NET ? ALL_ENGINE_TESTS : ENGINE_TESTS,
          { TEST_ENGINE: 'postgres', TEST_DATABASE_URL },
          [PROGRAMS, DATA_FOLDER_TESTS, ...(IS_NET ? [] : ENGINE_INDEPENDENT_TESTS)],
        ),
      ]

/** Component tests run in a real browser. The project is omitted if no browser was found. */
const componentProjects: TestProjectConfiguration[] =
  browser === undefined
    ? []
    : [
        {
          extends: `${import.meta.dirname}/apps/web/vite.config.ts`,
          root: `${import.meta.dirname}/apps/web`,
          cacheDir: `${import.meta.dirname}/node_modules/.cache/fieldhouse/vitest-web`,
          optimizeDeps: { entries: ['src/**/*.{ts,tsx}'] },
          test: {
            name: 'components',
            ...TIME_LIMITS,
            // Vitest runs one page, unless the project has a number of workers and a group of its own.
            maxWorkers: availableParallelism(),
            sequence: { groupOrder: 1 },
            // Each page loads the modules of the app once.
            isolate: false,
            include: ['src/**/*.test.tsx'],
            exclude: netFiles,
            setupFiles: [
              ...setupFiles,
              `${import.meta.dirname}/apps/web/src/testing/reset-page.ts`,
              `${import.meta.dirname}/apps/web/src/testing/check-control-names.ts`,
            ],
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

export default defineConfig({
  test: {
    // Each worker loads all modules, so more of them than cores cost more than their waiting is worth.
    maxWorkers: availableParallelism(),
    projects: [
      nodeProject('domain', ['packages/domain/src/**/*.test.ts']),
      nodeProject('contract', ['packages/contract/src/**/*.test.ts']),
      nodeProject('simulator', ['apps/simulator/src/**/*.test.ts']),
      nodeProject('scripts', ['{scripts,tools}/**/*.test.ts']),
      nodeProject('web', ['apps/web/src/**/*.test.ts']),
      serverProject('server', ['apps/server/src/**/*.test.ts'], { TEST_ENGINE: 'sqlite' }, [
        PROGRAMS,
        // A site with several servers has PostgreSQL.
        ...(IS_NET ? [] : ['apps/server/src/app/two-instances.test.ts']),
      ]),
      serverProject('programs', [PROGRAMS], { TEST_ENGINE: 'sqlite' }),
      ...postgresProjects,
      ...componentProjects,
    ],
  },
})
