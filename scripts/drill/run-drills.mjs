import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal, say } from '../project.mjs'
import { drillClock } from './clock.mjs'
import { drillDatabase } from './database.mjs'
import { drillDisk } from './disk.mjs'
import { drillKill } from './kill.mjs'
import { drillMany } from './many.mjs'
import { complaintsOf, holds, tableOf } from './outcome.mjs'
import { drillMail, drillProvider, drillStorage } from './outside.mjs'

/** @typedef {import('./outcome.mjs').Ending} Ending */
/** @typedef {import('./outcome.mjs').Drill} Drill */

/** None takes nearly so long; what is still running then hangs. */
const LIMIT_MS = 10 * 60_000
const LATE = 'it had not come to its end after ten minutes'

/** Every drill by the name under which it is asked for. @type {Record<string, Drill>} */
const DRILLS = {
  database: drillDatabase,
  disk: drillDisk,
  provider: drillProvider,
  mail: drillMail,
  storage: drillStorage,
  clock: drillClock,
  kill: drillKill,
  processes: drillMany,
}

/**
 * Runs the drills that are named, else all, and prints what came of them.
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether all of it holds
 */
export async function runDrills(args) {
  const { values, positionals: names } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { kills: { type: 'string', default: '50' } },
  })
  const options = { kills: Number(values.kills) }
  if (!(Number.isInteger(options.kills) && options.kills >= 1)) throw new Refusal('--kills counts from 1.')
  const unknown = names.filter((name) => !(name in DRILLS))
  if (unknown.length > 0) throw new Refusal(`There are the drills ${Object.keys(DRILLS).join(', ')}.`)
  const memory = Math.round(totalmem() / 2 ** 30)
  console.log(`Node ${process.version}, ${cpus().length} cores, ${memory} GiB\n`)
  /** @type {Ending[]} */
  const outcomes = []
  for (const [name, drill] of Object.entries(DRILLS)) {
    if (names.length > 0 && !names.includes(name)) continue
    const endings = await inTime(name, runDrill(name, drill, options))
    outcomes.push(...endings)
    // What hangs would disturb the ones after it, and ends with this process.
    if (endings.some((ending) => 'blocked' in ending && ending.blocked === LATE)) break
  }
  console.log(tableOf(outcomes))
  for (const outcome of outcomes) tellMore(outcome)
  return outcomes.every(holds)
}

/**
 * @param {string} name
 * @param {Promise<Ending[]>} running
 * @returns {Promise<Ending[]>}
 */
async function inTime(name, running) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  /** @type {Promise<Ending[]>} */
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve([{ fault: name, engine: '—', blocked: LATE }]), LIMIT_MS)
  })
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * @param {string} name
 * @param {Drill} drill
 * @param {{ kills: number }} options
 */
async function runDrill(name, drill, options) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-drill-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  // Also when a signal ends us.
  process.once('exit', remove)
  const started = performance.now()
  say(`${name} …`)
  try {
    return await drill(folder, options)
  } finally {
    remove()
    process.off('exit', remove)
    say(`${name} took ${Math.round((performance.now() - started) / 1000)} s`)
  }
}

/** @param {Ending} outcome */
function tellMore(outcome) {
  const head = `${outcome.fault}, ${outcome.engine}`
  if ('blocked' in outcome) return console.log(`\n${head} has no result: ${outcome.blocked}`)
  for (const note of outcome.notes ?? []) console.log(`\n${head}: ${note}`)
  const complaints = complaintsOf(outcome)
  for (const complaint of complaints.slice(0, 10)) console.log(`\n${head} FAILS: ${complaint}`)
  if (complaints.length > 10) console.log(`\n… and ${complaints.length - 10} more like these.`)
}
