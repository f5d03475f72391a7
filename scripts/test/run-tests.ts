import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from '../bootstrap/bootstrap.ts'
import { exitOnSignals, exitWithParent, runTool } from '../bootstrap/processes.mjs'
import { CACHE_FOLDER, log, UserError } from '../bootstrap/project.mjs'
import { findBrowser } from './browser.ts'
import { startPostgres } from './postgres.ts'
import {
  EMPTY_SUMMARY,
  type JourneyReport,
  journeyOutcome,
  mergeSummaries,
  summaryLine,
  type TestOutcome,
  type UnitReport,
  unitTestOutcome,
} from './test-summary.ts'

type Environment = Record<string, string | undefined>

const NODE_PROJECTS = ['domain', 'contract', 'simulator', 'server', 'scripts', 'web']
const POSTGRES_PROJECT = 'server on PostgreSQL'
const BROWSER_PROJECT = 'web in the browser'

/**
 * `all`: the usual tests, all server tests on both engines, and the audits that take long. `slow`: only the complete
 * version of the tests that usually run a sample.
 */
type TestScope = 'usual' | 'all' | 'slow'

type TestRun = {
  scope: TestScope
  /** Parts of file names. With any, only the unit tests whose file names match are run. */
  filters: readonly string[]
}

/** Not everything: some projects, the checks and the end-to-end tests are left out. */
const isPartial = ({ scope, filters }: TestRun) => scope === 'slow' || filters.length > 0

/** @param args of the command */
export function parseTestArguments(args: readonly string[]): TestRun {
  const filters = args.filter((arg) => arg !== '--all' && arg !== '--slow')
  return { scope: args.includes('--all') ? 'all' : args.includes('--slow') ? 'slow' : 'usual', filters }
}

/**
 * Runs the checks, the unit tests and the end-to-end tests.
 * @returns the exit code
 */
export async function runTests(run: TestRun, processEnvironment: Environment): Promise<number> {
  exitWithParent()
  exitOnSignals()
  useMemoryForTemporaryFiles()
  const environment: Environment = { ...processEnvironment, TEST_SCOPE: run.scope }
  const missing: string[] = []
  let outcomes: TestOutcome[]
  try {
    outcomes = await runSuites(run, environment, missing)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    outcomes = [{ summary: { ...EMPTY_SUMMARY, failed: 1 }, failures: [error.message] }]
  }
  return printReport(outcomes, missing, run.filters, Boolean(environment['CI']))
}

const MEMORY_FOLDER = '/dev/shm'
const MIN_MEMORY_BYTES = 2 * 1024 ** 3

/** Databases in memory need not wait for a disk. Does nothing if this machine has no file system in memory. */
function useMemoryForTemporaryFiles(): void {
  if (!existsSync(MEMORY_FOLDER)) return
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  if (bavail * bsize < MIN_MEMORY_BYTES) return
  const folder = mkdtempSync(join(MEMORY_FOLDER, 'fieldhouse-tests-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}

/** @param missing collects a message for each suite that cannot run on this machine */
async function runSuites(run: TestRun, environment: Environment, missing: string[]): Promise<TestOutcome[]> {
  await bootstrap()
  const [hasBrowser, postgres] = await Promise.all([
    ensureBrowser(environment, missing),
    startPostgres(environment),
  ])
  if ('reason' in postgres) missing.push(`the server tests on PostgreSQL: ${postgres.reason}`)
  const url = 'url' in postgres ? postgres.url : undefined
  try {
    if (isPartial(run)) return [await runUnitTests(run, environment, hasBrowser, url)]
    // Imports installed packages, so it can be loaded only after the bootstrap.
    const { runChecks } = await import('../check/run-checks.ts')
    const checks = await runChecks({ withCompiler: run.scope === 'all' })
    const unitTests = await runUnitTests(run, environment, hasBrowser, url)
    return [checks, unitTests, ...(hasBrowser ? [await runJourneys(environment)] : [])]
  } finally {
    if ('stop' in postgres) await postgres.stop()
  }
}

async function ensureBrowser(environment: Environment, missing: string[]) {
  try {
    await findBrowser(environment)
    return true
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    missing.push(`the browser tests: ${error.message}`)
    return false
  }
}

/** @param url of the PostgreSQL server */
async function runUnitTests(
  run: TestRun,
  environment: Environment,
  hasBrowser: boolean,
  url: string | undefined,
): Promise<TestOutcome> {
  const reportPath = prepareReport('unit.json')
  const reporters = ['--reporter=default', '--reporter=./scripts/test/count-reporter.ts']
  const { code } = await runTool('vitest/vitest.mjs', ['run', ...reporters, ...run.filters], {
    show: true,
    env: {
      ...environment,
      TEST_COUNTS: reportPath,
      ...(url === undefined ? {} : { TEST_DATABASE_URL: url }),
    },
  })
  const expected = [
    ...NODE_PROJECTS,
    ...(url ? [POSTGRES_PROJECT] : []),
    ...(hasBrowser ? [BROWSER_PROJECT] : []),
  ]
  const report = readReport(reportPath) as UnitReport | undefined
  const outcome = unitTestOutcome(report, code, isPartial(run) ? [] : expected)
  const { passed, failed } = outcome.summary
  if (passed + failed > 0) return outcome
  return { summary: { ...EMPTY_SUMMARY, failed: 1 }, failures: ['No tests match.'] }
}

async function runJourneys(environment: Environment): Promise<TestOutcome> {
  const reportPath = prepareReport('journeys.json')
  const { code } = await runTool('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    show: true,
    env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath },
  })
  return journeyOutcome(readReport(reportPath) as JourneyReport | undefined, code)
}

function prepareReport(name: string) {
  mkdirSync(CACHE_FOLDER, { recursive: true })
  const path = join(CACHE_FOLDER, name)
  rmSync(path, { force: true })
  return path
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** @param isCi counts each suite that could not run as a failure */
function printReport(
  outcomes: readonly TestOutcome[],
  missing: readonly string[],
  filters: readonly string[],
  isCi: boolean,
) {
  const summary = mergeSummaries(outcomes.map((outcome) => outcome.summary))
  if (isCi) summary.failed += missing.length
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  for (const failure of failures) log(`\nFAILED: ${failure}`)
  for (const reason of missing) log(`\nWARNING: could not run ${reason}`)
  if (filters.length > 0) log(`\nRan only the unit tests that match: ${filters.join(' ')}`)
  console.log(`\n${summaryLine(summary)}`)
  return summary.failed > 0 ? 1 : 0
}
