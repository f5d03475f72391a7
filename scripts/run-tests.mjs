import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { findBrowser } from './browser.mjs'
import { startPostgres } from './postgres.mjs'
import { exitOnSignals, exitWithParent, runTool } from './processes.mjs'
import { CACHE_FOLDER, log, UserError } from './project.mjs'
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
 * Runs the checks, the unit tests on both engines and in the browser, and the end-to-end tests. With filters,
 * runs only the unit tests whose file names match.
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
 * @param {string[]} missing collects a message for each suite that cannot run on this machine
 * @returns {Promise<TestOutcome[]>}
 */
async function runAllSuites(filters, environment, missing) {
  await bootstrap()
  const [hasBrowser, postgres] = await Promise.all([
    ensureBrowser(environment, missing),
    startPostgres(environment),
  ])
  if ('reason' in postgres) missing.push(`the server tests on PostgreSQL: ${postgres.reason}`)
  const url = 'url' in postgres ? postgres.url : undefined
  try {
    if (filters.length > 0) return [await runUnitTests(filters, environment, hasBrowser, url)]
    const checks = await runStaticChecks()
    const unitTests = await runUnitTests([], environment, hasBrowser, url)
    return [checks, unitTests, ...(hasBrowser ? [await runJourneys(environment)] : [])]
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
    missing.push(`the browser tests: ${error.message}`)
    return false
  }
}

/** @returns {Promise<TestOutcome>} */
async function runStaticChecks() {
  // Imports installed packages, so it can be loaded only after the bootstrap.
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
  const reportPath = prepareReport('unit.json')
  const reporters = ['--reporter=default', '--reporter=./scripts/testing/count-reporter.mjs']
  const { code } = await runTool('vitest/vitest.mjs', ['run', ...reporters, ...filters], {
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
  const outcome = unitTestOutcome(readReport(reportPath), code, filters.length > 0 ? [] : expected)
  const { passed, failed } = outcome.summary
  if (passed + failed > 0) return outcome
  return { summary: { ...EMPTY_SUMMARY, failed: 1 }, problems: ['No tests match.'] }
}

/**
 * @param {Environment} environment
 * @returns {Promise<TestOutcome>}
 */
async function runJourneys(environment) {
  const reportPath = prepareReport('journeys.json')
  const { code } = await runTool('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    show: true,
    env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath },
  })
  return journeyOutcome(readReport(reportPath), code)
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
 * @param {boolean} isCi counts each suite that could not run as a failure
 */
function printReport(outcomes, missing, filters, isCi) {
  const summary = mergeSummaries(outcomes.map((outcome) => outcome.summary))
  if (isCi) summary.failed += missing.length
  const problems = outcomes.flatMap((outcome) => outcome.problems)
  for (const problem of problems) log(`\nFAILED: ${problem}`)
  for (const reason of missing) log(`\nWARNING: could not run ${reason}`)
  if (filters.length > 0) log(`\nRan only the unit tests that match: ${filters.join(' ')}`)
  console.log(`\n${summaryLine(summary)}`)
  return summary.failed > 0 ? 1 : 0
}
