import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { findBrowser } from './browser.mjs'
import { startPostgres } from './postgres.mjs'
import { exitOnSignals, exitWithParent } from './process-signals.mjs'
import { CACHE_FOLDER, log, UserError } from './project.mjs'
import { runTool } from './run-command.mjs'
import {
  EMPTY_SUMMARY,
  journeyOutcome,
  mergeSummaries,
  summaryLine,
  unitTestOutcome,
} from './test-summary.mjs'

/**
 * @typedef {import('./test-summary.mjs').TestOutcome} TestOutcome
 * @typedef {Record<string, string | undefined>} Environment
 */

const NODE_PROJECTS = ['domain', 'contract', 'server', 'scripts', 'web']
const POSTGRES_PROJECT = 'server on PostgreSQL'
const BROWSER_PROJECT = 'web in the browser'

/**
 * Checks, unit tests on both databases and in the browser, journeys. With filters only the unit tests
 * whose files match them.
 * @param {readonly string[]} filters
 * @param {Environment} environment
 * @returns {Promise<number>} the exit code
 */
export async function runTests(filters, environment) {
  exitWithParent()
  exitOnSignals()
  /** @type {string[]} */
  const missing = []
  /** @type {TestOutcome[]} */
  let outcomes
  try {
    outcomes = await runAllSuites(filters, environment, missing)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    outcomes = [{ summary: { ...EMPTY_SUMMARY, failed: 1 }, problems: [error.message] }]
  }
  return printReport(outcomes, missing, filters, Boolean(environment['CI']))
}

/**
 * @param {readonly string[]} filters
 * @param {Environment} environment
 * @param {string[]} missing takes a sentence for each part that this machine cannot run
 * @returns {Promise<TestOutcome[]>}
 */
async function runAllSuites(filters, environment, missing) {
  await bootstrap()
  const [hasBrowser, postgres] = await Promise.all([
    ensureBrowser(environment, missing),
    startPostgres(environment),
  ])
  if ('reason' in postgres) missing.push(`The server's tests on PostgreSQL: ${postgres.reason}.`)
  const url = 'url' in postgres ? postgres.url : undefined
  try {
    if (filters.length > 0) return [await runUnitTests(filters, environment, hasBrowser, url)]
    const checked = await runStaticChecks()
    const unit = await runUnitTests([], environment, hasBrowser, url)
    return [checked, unit, ...(hasBrowser ? [await runJourneys(environment)] : [])]
  } finally {
    if ('stop' in postgres) await postgres.stop()
  }
}

/**
 * @param {Environment} environment
 * @param {string[]} missing
 */
async function ensureBrowser(environment, missing) {
  try {
    await findBrowser(environment)
    return true
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    missing.push(`The tests in the browser: ${error.message}`)
    return false
  }
}

/** @returns {Promise<TestOutcome>} */
async function runStaticChecks() {
  // Stands on installed packages, which are there only after the bootstrap.
  const { summarizeChecks, printChecks, runChecks } = await import('./checks.mjs')
  const checks = await runChecks()
  printChecks(checks)
  return { summary: summarizeChecks(checks), problems: [] }
}

/**
 * @param {readonly string[]} filters
 * @param {Environment} environment
 * @param {boolean} hasBrowser
 * @param {string | undefined} url of the PostgreSQL server
 * @returns {Promise<TestOutcome>}
 */
async function runUnitTests(filters, environment, hasBrowser, url) {
  const counts = prepareReport('unit.json')
  const reporters = ['--reporter=default', '--reporter=./scripts/testing/count-reporter.mjs']
  const { code } = await runTool('vitest/vitest.mjs', ['run', ...reporters, ...filters], {
    show: true,
    env: { ...environment, TEST_COUNTS: counts, ...(url === undefined ? {} : { TEST_DATABASE_URL: url }) },
  })
  const expected = [
    ...NODE_PROJECTS,
    ...(url ? [POSTGRES_PROJECT] : []),
    ...(hasBrowser ? [BROWSER_PROJECT] : []),
  ]
  const outcome = unitTestOutcome(readReport(counts), code, filters.length > 0 ? [] : expected)
  const { passed, failed } = outcome.summary
  if (passed + failed > 0) return outcome
  return { summary: { ...EMPTY_SUMMARY, failed: 1 }, problems: ['No test matches.'] }
}

/**
 * @param {Environment} environment
 * @returns {Promise<TestOutcome>}
 */
async function runJourneys(environment) {
  const results = prepareReport('journeys.json')
  const { code } = await runTool('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    show: true,
    env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: results },
  })
  return journeyOutcome(readReport(results), code)
}

/** @param {string} name */
function prepareReport(name) {
  mkdirSync(CACHE_FOLDER, { recursive: true })
  const path = join(CACHE_FOLDER, name)
  rmSync(path, { force: true })
  return path
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/**
 * @param {readonly TestOutcome[]} outcomes
 * @param {readonly string[]} missing
 * @param {readonly string[]} filters
 * @param {boolean} isCi what could not run is a failure there
 */
function printReport(outcomes, missing, filters, isCi) {
  const tally = mergeSummaries(outcomes.map((outcome) => outcome.summary))
  if (isCi) tally.failed += missing.length
  const faults = outcomes.flatMap((outcome) => outcome.problems)
  for (const fault of faults) log(`\nFAILED: ${fault}`)
  for (const sentence of missing) log(`\n!!! COULD NOT RUN !!!  ${sentence}`)
  if (filters.length > 0) log(`\nOnly the unit tests that match ${filters.join(' ')} were run.`)
  console.log(`\n${summaryLine(tally)}`)
  return tally.failed > 0 ? 1 : 0
}
