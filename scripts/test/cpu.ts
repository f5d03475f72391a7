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
  const before = new Map(listDescendants().map(({ pid, ownMs }) => [pid, ownMs]))
  const sampled = new Map<number, number>()
  const sample = () => {
    for (const { pid, ownMs } of listDescendants(sampled)) sampled.set(pid, ownMs - (before.get(pid) ?? 0))
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

/** @param known processes that stay descendants when the process that started them has ended */
function listDescendants(known: ReadonlyMap<number, unknown> = new Map()): { pid: number; ownMs: number }[] {
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = readStat(Number(name))
    if (stat !== undefined) stats.set(Number(name), stat)
  }
  const isDescendant = (pid: number): boolean => {
    if (pid === process.pid || known.has(pid)) return true
    const parent = stats.get(pid)?.parent
    return parent !== undefined && parent !== 0 && isDescendant(parent)
  }
  return [...stats]
    .filter(([pid]) => pid !== process.pid && isDescendant(pid))
    .map(([pid, { ownMs }]) => ({ pid, ownMs }))
}
