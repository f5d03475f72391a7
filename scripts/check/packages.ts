import { satisfies } from 'semver'
import { type CommandResult, runNpm } from '../bootstrap/processes.mjs'

type LockedPackage = {
  version?: string
  resolved?: string
  link?: boolean
  cpu?: string[]
  engines?: { node?: string }
  optionalDependencies?: Record<string, string>
}

export type LockFile = { packages: Record<string, LockedPackage> }

/** The minimum version in `engines` of package.json. */
const MIN_NODE_VERSION = '22.18.0'

/**
 * Returns a message for each problem that would make an install fail on another machine: a missing package
 * for another platform, a registry URL, or a package that does not support Node 22.18.
 * @param packages of package-lock.json
 */
export function lockFileProblems(packages: LockFile['packages']): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => [
    ...Object.keys(locked.optionalDependencies ?? {})
      .filter((name) => !isLocked(packages, path, name))
      .map(
        (name) => `${name}, an optional dependency of ${path || 'the root'}, is missing in the lock file.`,
      ),
    ...(locked.link !== true && locked.resolved !== undefined
      ? [`${path} contains the registry URL ${locked.resolved}.`]
      : []),
    ...(is32Bit(locked) || satisfies(MIN_NODE_VERSION, locked.engines?.node ?? '*')
      ? []
      : [`${path} does not support Node 22.18: ${locked.engines?.node}.`]),
  ])
}

/** 32-bit machines are not supported: sharp has no package for them on Node 22. */
function is32Bit({ cpu }: LockedPackage) {
  return cpu?.every((each) => each === 'ia32') === true
}

/** Looks in the same places as Node: in the package's own node_modules, then in each one above. */
function isLocked(packages: LockFile['packages'], path: string, name: string) {
  const folders = path.split('/node_modules/')
  const parents = folders.map((_, depth) => folders.slice(0, depth + 1).join('/node_modules/'))
  return [...parents, ''].some((folder) => `${folder}${folder && '/'}node_modules/${name}` in packages)
}

type Advisory = { severity: string; title: string; url: string }

type AuditReport = { vulnerabilities?: Record<string, { via: (string | Advisory)[] }> }

/** The URL of an advisory, why it does not affect Fieldhouse, and the day (YYYY-MM-DD) from which it blocks again. */
type AllowedAdvisory = { advisory: string; reason: string; until: string }

const ALLOWED_ADVISORIES: readonly AllowedAdvisory[] = []

const BLOCKING_SEVERITIES = ['high', 'critical']

/** No retries, so that the check is fast without a network. */
const AUDIT_ARGS = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
const TIMEOUT_MS = 30_000

/** Checks the production dependencies for known vulnerabilities. Passes if the registry cannot be reached. */
export async function auditPackages(): Promise<CommandResult> {
  const { output } = await runNpm(AUDIT_ARGS, { timeoutMs: TIMEOUT_MS, endSignal: 'SIGKILL' })
  const advisories = parseAdvisories(output)
  if (advisories === null) return { code: 0, output: 'skipped: the registry did not respond' }
  const blocking = blockingAdvisories(advisories, ALLOWED_ADVISORIES, new Date().toISOString().slice(0, 10))
  return { code: blocking.length, output: [...blocking, `${advisories.length} advisories`].join('\n') }
}

/**
 * Each once; null if the output is not a report. Packages that are listed only because they depend on an affected one
 * have no advisory of their own.
 */
export function parseAdvisories(output: string): Advisory[] | null {
  const report = parseReport(output)
  if (report?.vulnerabilities === undefined) return null
  const found = new Map<string, Advisory>()
  for (const { via } of Object.values(report.vulnerabilities)) {
    for (const advisory of via) if (typeof advisory !== 'string') found.set(advisory.url, advisory)
  }
  return [...found.values()]
}

/** Returns a line for each high or critical advisory that is not allowed, or no longer allowed. */
export function blockingAdvisories(
  advisories: readonly Advisory[],
  allowed: readonly AllowedAdvisory[],
  today: string,
): string[] {
  const isAllowed = (url: string) => allowed.some(({ advisory, until }) => advisory === url && today < until)
  return advisories
    .filter(({ severity, url }) => BLOCKING_SEVERITIES.includes(severity) && !isAllowed(url))
    .map(({ severity, title, url }) => `${severity}: ${title} (${url})`)
}

/** Finds the JSON in the output, which may also contain warnings that npm wrote to standard error. */
function parseReport(output: string) {
  const [start, end] = [output.indexOf('\n{') + 1, output.lastIndexOf('\n}') + 2]
  try {
    return JSON.parse(output.slice(start, end)) as AuditReport
  } catch {
    return null
  }
}
