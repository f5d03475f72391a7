import { readdirSync, readFileSync } from 'node:fs'

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
