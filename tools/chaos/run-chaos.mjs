import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { log, UserError } from '../../scripts/project.mjs'
import { clockExperiment } from './clock.mjs'
import { databaseExperiment } from './database.mjs'
import { diskExperiment } from './disk.mjs'
import { mailExperiment, providerExperiment, storageExperiment } from './external-services.mjs'
import { killExperiment } from './kill.mjs'
import { multipleServersExperiment } from './multiple-servers.mjs'
import { hasPassed, listFailures, outcomeTable } from './outcome.mjs'

/** @typedef {import('./outcome.mjs').ExperimentResult} ExperimentResult */
/** @typedef {import('./outcome.mjs').Experiment} Experiment */

/** Much longer than any experiment takes. */
const TIMEOUT_MS = 10 * 60_000
const TIMEOUT_REASON = 'it did not finish within ten minutes'

/** All experiments, by their names on the command line. @type {Record<string, Experiment>} */
const EXPERIMENTS = {
  database: databaseExperiment,
  disk: diskExperiment,
  provider: providerExperiment,
  mail: mailExperiment,
  storage: storageExperiment,
  clock: clockExperiment,
  kill: killExperiment,
  processes: multipleServersExperiment,
}

/**
 * Runs the named experiments, or all of them, and prints their results.
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether all of them passed
 */
export async function runChaos(args) {
  const { values, positionals: names } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { kills: { type: 'string', default: '50' } },
  })
  const options = { kills: Number(values.kills) }
  if (!(Number.isInteger(options.kills) && options.kills >= 1))
    throw new UserError('--kills must be a whole number of at least 1.')
  const unknown = names.filter((name) => !(name in EXPERIMENTS))
  if (unknown.length > 0)
    throw new UserError(
      `Unknown test ${unknown.join(', ')}. Choose from ${Object.keys(EXPERIMENTS).join(', ')}.`,
    )
  const memory = Math.round(totalmem() / 2 ** 30)
  console.log(`Node ${process.version}, ${cpus().length} cores, ${memory} GiB\n`)
  /** @type {ExperimentResult[]} */
  const outcomes = []
  for (const [name, experiment] of Object.entries(EXPERIMENTS)) {
    if (names.length > 0 && !names.includes(name)) continue
    const results = await withTimeout(name, runExperiment(name, experiment, options))
    outcomes.push(...results)
    // An experiment that hangs would disturb the next ones. It ends when this process exits.
    if (results.some((result) => 'blocked' in result && result.blocked === TIMEOUT_REASON)) break
  }
  console.log(outcomeTable(outcomes))
  for (const outcome of outcomes) printDetails(outcome)
  return outcomes.every(hasPassed)
}

/**
 * @param {string} name
 * @param {Promise<ExperimentResult[]>} running
 * @returns {Promise<ExperimentResult[]>}
 */
async function withTimeout(name, running) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  /** @type {Promise<ExperimentResult[]>} */
  const timeout = new Promise((resolve) => {
    timer = setTimeout(() => resolve([{ fault: name, engine: '—', blocked: TIMEOUT_REASON }]), TIMEOUT_MS)
  })
  try {
    return await Promise.race([running, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * @param {string} name
 * @param {Experiment} experiment
 * @param {{ kills: number }} options
 */
async function runExperiment(name, experiment, options) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-chaos-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  // Also when a signal ends this process.
  process.once('exit', remove)
  const started = performance.now()
  log(`${name} …`)
  try {
    return await experiment(folder, options)
  } finally {
    remove()
    process.off('exit', remove)
    log(`${name} took ${Math.round((performance.now() - started) / 1000)} s`)
  }
}

/** @param {ExperimentResult} outcome */
function printDetails(outcome) {
  const title = `${outcome.fault}, ${outcome.engine}`
  if ('blocked' in outcome) return console.log(`\n${title}: no result, because ${outcome.blocked}`)
  for (const note of outcome.notes ?? []) console.log(`\n${title}: ${note}`)
  const failures = listFailures(outcome)
  for (const failure of failures.slice(0, 10)) console.log(`\n${title} FAILED: ${failure}`)
  if (failures.length > 10) console.log(`\n… and ${failures.length - 10} more failures.`)
}
