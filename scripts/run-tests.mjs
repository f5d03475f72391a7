import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { findBrowser } from './browser.mjs'
import { endWithParent, exitOnSignals } from './parent.mjs'
import { startPostgres } from './postgres.mjs'
import { CACHE, Refusal, say } from './project.mjs'
import { runTool } from './run-command.mjs'
import { journeyOutcome, NOTHING, sum, summaryLine, unitOutcome } from './tally.mjs'

/**
 * @typedef {import('./tally.mjs').Outcome} Outcome
 * @typedef {Record<string, string | undefined>} Environment
 */

const IN_NODE = ['domain', 'contract', 'server', 'scripts', 'web']
const ON_POSTGRES = 'server on PostgreSQL'
const IN_BROWSER = 'web in the browser'

/**
 * Checks, unit tests on both databases and in the browser, journeys. With filters only the unit tests
 * whose files match them.
 * @param {readonly string[]} filters
 * @param {Environment} environment
 * @returns {Promise<number>} the exit code
 */
export async function runTests(filters, environment) {
  endWithParent()
  exitOnSignals()
  /** @type {string[]} */
  const missing = []
  /** @type {Outcome[]} */
  let outcomes
  try {
    outcomes = await runAll(filters, environment, missing)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    outcomes = [{ tally: { ...NOTHING, failed: 1 }, faults: [error.message] }]
  }
  return report(outcomes, missing, filters, Boolean(environment['CI']))
}

/**
 * @param {readonly string[]} filters
 * @param {Environment} environment
 * @param {string[]} missing takes a sentence for each part that this machine cannot run
 * @returns {Promise<Outcome[]>}
 */
async function runAll(filters, environment, missing) {
  await bootstrap()
  const [hasBrowser, postgres] = await Promise.all([
    haveBrowser(environment, missing),
    startPostgres(environment),
  ])
  if ('reason' in postgres) missing.push(`The server's tests on PostgreSQL: ${postgres.reason}.`)
  const url = 'url' in postgres ? postgres.url : undefined
  try {
    if (filters.length > 0) return [await unitTests(filters, environment, hasBrowser, url)]
    const checked = await check()
    const unit = await unitTests([], environment, hasBrowser, url)
    return [checked, unit, ...(hasBrowser ? [await journeys(environment)] : [])]
  } finally {
    if ('stop' in postgres) await postgres.stop()
  }
}

/**
 * @param {Environment} environment
 * @param {string[]} missing
 */
async function haveBrowser(environment, missing) {
  try {
    await findBrowser(environment)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    missing.push(`The tests in the browser: ${error.message}`)
    return false
  }
}

/** @returns {Promise<Outcome>} */
async function check() {
  // Stands on installed packages, which are there only after the bootstrap.
  const { checkTally, printChecks, runChecks } = await import('./checks.mjs')
  const checks = await runChecks()
  printChecks(checks)
  return { tally: checkTally(checks), faults: [] }
}

/**
 * @param {readonly string[]} filters
 * @param {Environment} environment
 * @param {boolean} hasBrowser
 * @param {string | undefined} url of the PostgreSQL server
 * @returns {Promise<Outcome>}
 */
async function unitTests(filters, environment, hasBrowser, url) {
  const counts = freshReport('unit.json')
  const reporters = ['--reporter=default', '--reporter=./scripts/testing/count-reporter.mjs']
  const { code } = await runTool('vitest/vitest.mjs', ['run', ...reporters, ...filters], {
    show: true,
    env: { ...environment, TEST_COUNTS: counts, ...(url === undefined ? {} : { TEST_DATABASE_URL: url }) },
  })
  const expected = [...IN_NODE, ...(url ? [ON_POSTGRES] : []), ...(hasBrowser ? [IN_BROWSER] : [])]
  const outcome = unitOutcome(readReport(counts), code, filters.length > 0 ? [] : expected)
  const { passed, failed } = outcome.tally
  if (passed + failed > 0) return outcome
  return { tally: { ...NOTHING, failed: 1 }, faults: ['No test matches.'] }
}

/**
 * @param {Environment} environment
 * @returns {Promise<Outcome>}
 */
async function journeys(environment) {
  const results = freshReport('journeys.json')
  const { code } = await runTool('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    show: true,
    env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: results },
  })
  return journeyOutcome(readReport(results), code)
}

/** @param {string} name */
function freshReport(name) {
  mkdirSync(CACHE, { recursive: true })
  const path = join(CACHE, name)
  rmSync(path, { force: true })
  return path
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/**
 * @param {readonly Outcome[]} outcomes
 * @param {readonly string[]} missing
 * @param {readonly string[]} filters
 * @param {boolean} isCi what could not run is a failure there
 */
function report(outcomes, missing, filters, isCi) {
  const tally = sum(outcomes.map((outcome) => outcome.tally))
  if (isCi) tally.failed += missing.length
  const faults = outcomes.flatMap((outcome) => outcome.faults)
  for (const fault of faults) say(`\nFAILED: ${fault}`)
  for (const sentence of missing) say(`\n!!! COULD NOT RUN !!!  ${sentence}`)
  if (filters.length > 0) say(`\nOnly the unit tests that match ${filters.join(' ')} were run.`)
  console.log(`\n${summaryLine(tally)}`)
  return tally.failed > 0 ? 1 : 0
}
