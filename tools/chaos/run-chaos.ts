import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { log, UserError } from '../../scripts/bootstrap/project.mjs'
import { largestLeagueExperiment } from './attacks/attacks.ts'
import { copyExperiment } from './copy.ts'
import { databaseExperiment, killExperiment } from './crashes.ts'
import { failoverExperiment } from './failover.ts'
import {
  type ChaosOptions,
  type Experiment,
  type ExperimentResult,
  hasPassed,
  listFailures,
  outcomeTable,
} from './outcome.ts'
import { powerExperiment } from './power/power.ts'

/** Much longer than any experiment takes, with the default number of kills and cuts. */
const TIMEOUT_MS = 10 * 60_000
const DEFAULT_KILLS = 50
const DEFAULT_CUTS = 50
const TIMEOUT_REASON = 'it did not finish in time'

const EXPERIMENTS: Record<string, Experiment> = {
  database: databaseExperiment,
  kill: killExperiment,
  power: powerExperiment,
  copy: copyExperiment,
  failover: failoverExperiment,
  largest: largestLeagueExperiment,
}

/**
 * Runs the named experiments, or all of them, and prints their results.
 * @returns whether all of them passed
 */
export async function runChaos(args: readonly string[]): Promise<boolean> {
  const { values, positionals: names } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      kills: { type: 'string', default: String(DEFAULT_KILLS) },
      cuts: { type: 'string', default: String(DEFAULT_CUTS) },
      seed: { type: 'string', default: '1' },
      recording: { type: 'string' },
    },
  })
  const options: ChaosOptions = {
    kills: parseCount('kills', values.kills),
    cuts: parseCount('cuts', values.cuts),
    seed: parseCount('seed', values.seed),
    recording: values.recording === undefined ? undefined : resolve(values.recording),
  }
  const unknown = names.filter((name) => !(name in EXPERIMENTS))
  if (unknown.length > 0)
    throw new UserError(
      `Unknown test ${unknown.join(', ')}. Choose from ${Object.keys(EXPERIMENTS).join(', ')}.`,
    )
  const memory = Math.round(totalmem() / 2 ** 30)
  console.log(`Node ${process.version}, ${cpus().length} cores, ${memory} GiB\n`)
  const outcomes: ExperimentResult[] = []
  for (const [name, experiment] of Object.entries(EXPERIMENTS)) {
    if (names.length > 0 && !names.includes(name)) continue
    const timeoutMs = TIMEOUT_MS * Math.max(1, options.kills / DEFAULT_KILLS, options.cuts / DEFAULT_CUTS)
    const results = await withTimeout(name, timeoutMs, runExperiment(name, experiment, options))
    outcomes.push(...results)
    // An experiment that hangs would disturb the next ones. It ends when this process exits.
    if (results.some((result) => 'blocked' in result && result.blocked === TIMEOUT_REASON)) break
  }
  console.log(outcomeTable(outcomes))
  for (const outcome of outcomes) printDetails(outcome)
  return outcomes.every(hasPassed)
}

function parseCount(option: string, text: string): number {
  const count = Number(text)
  if (!(Number.isSafeInteger(count) && count >= 1))
    throw new UserError(`--${option} must be a whole number of at least 1.`)
  return count
}

async function withTimeout(name: string, timeoutMs: number, running: Promise<ExperimentResult[]>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout: Promise<ExperimentResult[]> = new Promise((resolve) => {
    timer = setTimeout(() => resolve([{ fault: name, engine: '—', blocked: TIMEOUT_REASON }]), timeoutMs)
  })
  try {
    return await Promise.race([running, timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function runExperiment(name: string, experiment: Experiment, options: ChaosOptions) {
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

function printDetails(outcome: ExperimentResult) {
  const title = `${outcome.fault}, ${outcome.engine}`
  if ('blocked' in outcome) return console.log(`\n${title}: no result, because ${outcome.blocked}`)
  for (const note of outcome.notes ?? []) console.log(`\n${title}: ${note}`)
  const failures = listFailures(outcome)
  for (const failure of failures.slice(0, 10)) console.log(`\n${title} FAILED: ${failure}`)
  if (failures.length > 10) console.log(`\n… and ${failures.length - 10} more failures.`)
}
