import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { log, UserError } from '../project.mjs'
import { clockExperiment } from './clock.mjs'
import { databaseExperiment } from './database.mjs'
import { diskExperiment } from './disk.mjs'
import { mailExperiment, providerExperiment, storageExperiment } from './external-services.mjs'
import { killExperiment } from './kill.mjs'
import { multipleServersExperiment } from './multiple-servers.mjs'
import { hasPassed, listFailures, outcomeTable } from './outcome.mjs'

/** @typedef {import('./outcome.mjs').ExperimentResult} ExperimentResult */
/** @typedef {import('./outcome.mjs').Experiment} Experiment */

/** None takes nearly so long; what is still running then hangs. */
const TIMEOUT_MS = 10 * 60_000
const TIMEOUT_REASON = 'it had not come to its end after ten minutes'

/** Every drill by the name under which it is asked for. @type {Record<string, Experiment>} */
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
 * Runs the drills that are named, else all, and prints what came of them.
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether all of it holds
 */
export async function runChaos(args) {
  const { values, positionals: names } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { kills: { type: 'string', default: '50' } },
  })
  const options = { kills: Number(values.kills) }
  if (!(Number.isInteger(options.kills) && options.kills >= 1)) throw new UserError('--kills counts from 1.')
  const unknown = names.filter((name) => !(name in EXPERIMENTS))
  if (unknown.length > 0) throw new UserError(`There are the drills ${Object.keys(EXPERIMENTS).join(', ')}.`)
  const memory = Math.round(totalmem() / 2 ** 30)
  console.log(`Node ${process.version}, ${cpus().length} cores, ${memory} GiB\n`)
  /** @type {ExperimentResult[]} */
  const outcomes = []
  for (const [name, drill] of Object.entries(EXPERIMENTS)) {
    if (names.length > 0 && !names.includes(name)) continue
    const endings = await withTimeout(name, runExperiment(name, drill, options))
    outcomes.push(...endings)
    // What hangs would disturb the ones after it, and ends with this process.
    if (endings.some((ending) => 'blocked' in ending && ending.blocked === TIMEOUT_REASON)) break
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
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve([{ fault: name, engine: '—', blocked: TIMEOUT_REASON }]), TIMEOUT_MS)
  })
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * @param {string} name
 * @param {Experiment} drill
 * @param {{ kills: number }} options
 */
async function runExperiment(name, drill, options) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-chaos-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  // Also when a signal ends us.
  process.once('exit', remove)
  const started = performance.now()
  log(`${name} …`)
  try {
    return await drill(folder, options)
  } finally {
    remove()
    process.off('exit', remove)
    log(`${name} took ${Math.round((performance.now() - started) / 1000)} s`)
  }
}

/** @param {ExperimentResult} outcome */
function printDetails(outcome) {
  const head = `${outcome.fault}, ${outcome.engine}`
  if ('blocked' in outcome) return console.log(`\n${head} has no result: ${outcome.blocked}`)
  for (const note of outcome.notes ?? []) console.log(`\n${head}: ${note}`)
  const complaints = listFailures(outcome)
  for (const complaint of complaints.slice(0, 10)) console.log(`\n${head} FAILS: ${complaint}`)
  if (complaints.length > 10) console.log(`\n… and ${complaints.length - 10} more like these.`)
}
