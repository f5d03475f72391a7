import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from '../bootstrap/bootstrap.ts'
import { exitOnSignals, exitWithParent, runTool } from '../bootstrap/processes.mjs'
import { CACHE_FOLDER, log, UserError } from '../bootstrap/project.mjs'
import { findBrowser } from './browser.ts'
import { budgetProblems, costTable, measureCpu, measureSlowness, type Part, type PartCost } from './budget.ts'
import { startPostgres } from './postgres.ts'
import {
  EMPTY_SUMMARY,
  type JourneyReport,
  journeyFiles,
  journeyOutcome,
  mergeSummaries,
  summaryLine,
  type TestOutcome,
  type UnitReport,
  unitTestOutcome,
} from './test-summary.ts'

type Environment = Record<string, string | undefined>

const LOGIC_PROJECTS = ['domain', 'contract', 'simulator', 'scripts', 'web']

/** `all`: the net behind the gate, which takes about an hour. */
type TestScope = 'usual' | 'all'

type TestRun = {
  scope: TestScope
  /** Parts of file names. With any, only the unit tests whose file names match are run. */
  filters: readonly string[]
}

/** @param args of the command */
export function parseTestArguments(args: readonly string[]): TestRun {
  return {
    scope: args.includes('--all') ? 'all' : 'usual',
    filters: args.filter((arg) => arg !== '--all'),
  }
}

/**
 * Runs the checks, the unit tests and the end-to-end tests.
 * @returns the exit code
 */
export async function runTests(
  { scope, filters }: TestRun,
  processEnvironment: Environment,
): Promise<number> {
  exitWithParent()
  exitOnSignals()
  useMemoryForTemporaryFiles()
  const run = new Run({ ...processEnvironment, TEST_SCOPE: scope })
  try {
    await (filters.length > 0 ? run.runMatching(filters) : run.runEverything(scope))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    run.outcomes.push({ summary: { ...EMPTY_SUMMARY, failed: 1 }, failures: [error.message] })
  }
  if (scope === 'usual' && filters.length === 0) run.checkBudget()
  return printReport(run, filters, Boolean(processEnvironment['CI']))
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

class Run {
  readonly outcomes: TestOutcome[] = []
  readonly costs: PartCost[] = []
  readonly missing: string[] = []
  readonly startedAt = performance.now()
  readonly #environment: Environment
  readonly #slowness: number[] = []

  constructor(environment: Environment) {
    this.#environment = environment
  }

  async runEverything(scope: TestScope): Promise<void> {
    await this.#measure('install and build', async () => {
      await bootstrap()
      return undefined
    })
    const browser = this.#ensureBrowser()
    const postgres = this.#startPostgres()
    try {
      await this.#measure('checks', async () => {
        // Imports installed packages, so it can be loaded only after the bootstrap.
        const { runChecks } = await import('../check/run-checks.ts')
        const [outcome] = await Promise.all([runChecks(scope === 'all' ? 'net' : 'gate'), browser, postgres])
        return { outcome }
      })
      await this.#measure('logic', () => this.#runUnitTests(LOGIC_PROJECTS))
      await this.#measure('server', () => this.#runUnitTests(['server']))
      await this.#measure('programs, PostgreSQL', async () => {
        const url = (await postgres)?.url
        const onPostgres = url === undefined ? [] : ['server on PostgreSQL']
        return this.#runUnitTests(['programs', ...onPostgres], url)
      })
      if (!(await browser)) return
      await this.#measure('components', () => this.#runUnitTests(['components']))
      await this.#measure('journeys', () => this.#runJourneys())
    } finally {
      await (await postgres)?.stop()
    }
  }

  async runMatching(filters: readonly string[]): Promise<void> {
    await bootstrap()
    await this.#ensureBrowser()
    const postgres = await this.#startPostgres()
    try {
      const { outcome } = await this.#runUnitTests([], postgres?.url, filters)
      const { passed, failed } = outcome.summary
      const isEmpty = passed + failed === 0
      this.outcomes.push(
        isEmpty ? { summary: { ...EMPTY_SUMMARY, failed: 1 }, failures: ['No tests match.'] } : outcome,
      )
    } finally {
      await postgres?.stop()
    }
  }

  checkBudget(): void {
    // The median, because the speed of a machine that others use changes during a run.
    const ordered = this.#slowness.toSorted((a, b) => a - b)
    const problems = budgetProblems(this.costs, ordered[Math.floor(ordered.length / 2)] ?? 1)
    this.outcomes.push({
      summary: { ...EMPTY_SUMMARY, passed: problems.length === 0 ? 1 : 0, failed: problems.length },
      failures: problems,
    })
  }

  async #measure(
    name: Part,
    work: () => Promise<{ outcome: TestOutcome; files?: PartCost['files'] } | undefined>,
  ): Promise<void> {
    const endCpu = measureCpu()
    this.#slowness.push(measureSlowness())
    const startedAt = performance.now()
    const result = await work()
    this.costs.push({
      name,
      wallMs: performance.now() - startedAt,
      cpuMs: endCpu(),
      files: result?.files ?? [],
    })
    if (result !== undefined) this.outcomes.push(result.outcome)
  }

  async #ensureBrowser(): Promise<boolean> {
    try {
      await findBrowser(this.#environment)
      return true
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      this.missing.push(`the browser tests: ${error.message}`)
      return false
    }
  }

  /** @returns undefined without PostgreSQL */
  async #startPostgres() {
    const postgres = await startPostgres(this.#environment)
    if ('url' in postgres) return postgres
    this.missing.push(`the server tests on PostgreSQL: ${postgres.reason}`)
    return undefined
  }

  /**
   * @param projects all of them if empty
   * @param postgresUrl of the PostgreSQL server, for tests that use it
   */
  async #runUnitTests(projects: readonly string[], postgresUrl?: string, filters: readonly string[] = []) {
    const reportPath = prepareReport(`unit ${projects.join(' ')}.json`)
    const reporters = ['--reporter=default', '--reporter=./scripts/test/count-reporter.ts']
    const args = ['run', ...reporters, ...projects.map((name) => `--project=${name}`), ...filters]
    const { code } = await runTool('vitest/vitest.mjs', args, {
      show: true,
      env: {
        ...this.#environment,
        TEST_COUNTS: reportPath,
        ...(postgresUrl === undefined ? {} : { TEST_DATABASE_URL: postgresUrl }),
      },
    })
    const report = readReport(reportPath) as UnitReport | undefined
    return { outcome: unitTestOutcome(report, code, projects), files: report?.files ?? [] }
  }

  async #runJourneys() {
    const reportPath = prepareReport('journeys.json')
    const { code } = await runTool('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
      show: true,
      env: { ...this.#environment, PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath },
    })
    const report = readReport(reportPath) as JourneyReport | undefined
    return { outcome: journeyOutcome(report, code), files: journeyFiles(report) }
  }
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
  { outcomes, costs, missing, startedAt }: Run,
  filters: readonly string[],
  isCi: boolean,
) {
  const summary = mergeSummaries(outcomes.map((outcome) => outcome.summary))
  if (isCi) summary.failed += missing.length
  if (costs.length > 0) log(`\n${costTable(costs, performance.now() - startedAt)}`)
  for (const failure of outcomes.flatMap((outcome) => outcome.failures)) log(`\nFAILED: ${failure}`)
  for (const reason of missing) log(`\nWARNING: could not run ${reason}`)
  if (filters.length > 0) log(`\nRan only the unit tests that match: ${filters.join(' ')}`)
  console.log(`\n${summaryLine(summary)}`)
  return summary.failed > 0 ? 1 : 0
}
