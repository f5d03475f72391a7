import { readdirSync, readFileSync } from 'node:fs'

/**
 * The processor time that each part of `npm test` may use, in seconds on two quiet cores: what the part needs, and a
 * fifth for the difference between runs; more for the install and the logic, where runs differed by a quarter. A slow test takes the place of another one, or says here why not.
 */
export const BUDGET = {
  // `npm ci` from a warm package cache with the fonts of all scripts, and one build of each app.
  'install and build': 100,
  // Formatting, types and lint in one pass each, and our own rules. The types of tests are three quarters of it. The
  // browser and PostgreSQL are prepared beside them.
  checks: 135,
  // Rules, contract, simulator, scripts and the web app's logic: thousands of tests without a server.
  logic: 75,
  // Each operation through the real app on SQLite. An app per worker, emptied between tests. Each file with uploads
  // starts the thread that reads them.
  server: 245,
  // The built server as a process: start, stop, settings, commands. Beside these, only what the engines do differently,
  // and one valid request to every operation on PostgreSQL, which is included.
  'programs, PostgreSQL': 105,
  // Two pages without isolation render every component in a real browser.
  components: 120,
  // A dozen journeys of what a league does every week.
  journeys: 190,
} as const

export type Part = keyof typeof BUDGET

export type PartCost = {
  name: Part
  wallMs: number
  /** Undefined where processor time cannot be measured. */
  cpuMs: number | undefined
  files: readonly { file: string; ms: number }[]
}

const LISTED_FILES = 10

/**
 * A message for each part above its budget, with its most expensive files.
 * @param slowness how much slower than the reference machine this one is; faster ones count as 1
 */
export function budgetProblems(costs: readonly PartCost[], slowness: number): string[] {
  return costs.flatMap(({ name, cpuMs = 0, files }) => {
    const limit = BUDGET[name] * Math.max(1, slowness)
    const used = cpuMs / 1000
    if (used <= limit) return []
    const listed = files
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, LISTED_FILES)
      .map(({ file, ms }) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)
    const message = `"${name}" used ${used.toFixed(0)} s of processor time; its budget in scripts/test/budget.ts is ${limit.toFixed(0)} s. Make it cheaper, move what is not needed in every run to a .net.test file, or change the budget and say why.`
    return [[message, ...listed].join('\n')]
  })
}

/**
 * One line per part, and their sum.
 * @param wallMs of the whole run
 */
export function costTable(costs: readonly PartCost[], wallMs: number): string {
  const seconds = (ms: number | undefined) => (ms === undefined ? '–' : (ms / 1000).toFixed(0)).padStart(6)
  const cpuOfAll = costs.reduce((sum, { cpuMs = 0 }) => sum + cpuMs, 0)
  const lines = costs.map(
    ({ name, wallMs: ofPart, cpuMs }) =>
      `${name.padEnd(22)}${seconds(ofPart)} s${seconds(cpuMs)} of ${String(BUDGET[name]).padStart(3)} s`,
  )
  return [
    `${''.padEnd(22)}${'time'.padStart(8)}${'processor'.padStart(13)}`,
    ...lines,
    `${'all'.padEnd(22)}${seconds(wallMs)} s${seconds(cpuOfAll)} s`,
  ].join('\n')
}

/** The processor time of the reference work on the machine for which the budgets were written. */
const REFERENCE_MS = 260

/** How much slower than the reference machine this one is at this moment: 2 needs twice the processor time. */
export function measureSlowness(): number {
  const runs = Array.from({ length: 3 }, () => {
    const startedAt = process.cpuUsage()
    doReferenceWork()
    const { user, system } = process.cpuUsage(startedAt)
    return (user + system) / 1000
  })
  return Math.min(...runs) / REFERENCE_MS
}

/** Objects, strings and sorting, as in most of the tests. */
function doReferenceWork(): void {
  let rows = Array.from({ length: 60_000 }, (_, index) => ({
    id: (index * 7919) % 60_000,
    name: `team ${index}`,
  }))
  for (let round = 0; round < 3; round += 1) {
    rows = (JSON.parse(JSON.stringify(rows)) as typeof rows).toSorted((a, b) =>
      round % 2 === 0 ? a.id - b.id : a.name.localeCompare(b.name, 'en'),
    )
  }
}

/** Linux counts the processor time of other processes in hundredths of a second, whatever its clock does. */
const MS_PER_TICK = 10
const SAMPLE_INTERVAL_MS = 250

/** The processor time of this process, its threads, and the ended children that it has waited for. */
export function processCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + (readStat('self')?.childrenMs ?? 0)
}

type Stat = { parent: number; ownMs: number; childrenMs: number }

/** @returns undefined without /proc, and for a process that has ended */
function readStat(pid: number | 'self'): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in parentheses, which may contain anything.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = [
      fields[1],
      ...fields.slice(11, 15),
    ]
    return {
      parent,
      ownMs: (user + system) * MS_PER_TICK,
      childrenMs: (childrenUser + childrenSystem) * MS_PER_TICK,
    }
  } catch {
    return undefined
  }
}

/**
 * Measures the processor time of all processes that this one starts from here on. A browser does not wait for its own
 * processes when it is closed, so they are sampled, too.
 * @returns a function that ends the measurement and returns milliseconds, or undefined on a system without /proc
 */
export function measureCpu(): () => number | undefined {
  const stat = readStat('self')
  if (stat === undefined) return () => undefined
  const waitedForAtStart = stat.childrenMs
  const startedAt = process.cpuUsage()
  const sampled = new Map<number, number>()
  // Processes stay descendants when the one that started them has ended.
  const list = () => listDescendants((pid, parent) => parent === process.pid || sampled.has(pid))
  const before = list()
  const sample = () => {
    for (const [pid, { ownMs }] of list()) sampled.set(pid, ownMs - (before.get(pid)?.ownMs ?? 0))
  }
  const timer = setInterval(sample, SAMPLE_INTERVAL_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    sample()
    const { user, system } = process.cpuUsage(startedAt)
    const waitedFor = (readStat('self')?.childrenMs ?? 0) - waitedForAtStart
    const seen = [...sampled.values()].reduce((sum, ms) => sum + ms, 0)
    return (user + system) / 1000 + Math.max(waitedFor, seen)
  }
}

/**
 * Finds the descendants of this process.
 * @param isRoot whether a process, a child of this one or not, and all below it are among them
 */
function listDescendants(isRoot: (pid: number, parent: number) => boolean): Map<number, Stat> {
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = readStat(Number(name))
    if (stat !== undefined) stats.set(Number(name), stat)
  }
  const roots = new Map([...stats].map(([pid, { parent }]) => [pid, isRoot(pid, parent)]))
  const isDescendant = (pid: number): boolean => {
    const stat = stats.get(pid)
    if (stat === undefined || pid === process.pid) return false
    return roots.get(pid) === true || isDescendant(stat.parent)
  }
  return new Map([...stats].filter(([pid]) => isDescendant(pid)))
}
