import { runNpm } from '../install.mjs'

/**
 * @typedef {{ severity: string, title: string, url: string }} Advisory
 * @typedef {{ advisory: string, reason: string, until: string }} AllowedAdvisory the address of an advisory, why it
 * does not touch us, and the day (YYYY-MM-DD) on which that is looked at again
 */

/** Advisories that we have looked at. @type {readonly AllowedAdvisory[]} */
const ALLOWED_ADVISORIES = []

const BLOCKING_SEVERITIES = ['high', 'critical']

/** One try: who has no network is not kept waiting. */
const AUDIT_ARGS = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
const TIMEOUT_MS = 30_000

/**
 * Asks the registry what is known of the packages that the product runs on.
 * @returns {Promise<import('../run-command.mjs').CommandResult>}
 */
export async function auditPackages() {
  const { output } = await runNpm(AUDIT_ARGS, { timeoutMs: TIMEOUT_MS, endSignal: 'SIGKILL' })
  const advisories = parseAdvisories(output)
  if (advisories === null) return { code: 0, output: 'not asked: the registry did not answer' }
  const faults = blockingAdvisories(advisories, ALLOWED_ADVISORIES, new Date().toISOString().slice(0, 10))
  return { code: faults.length, output: [...faults, `${advisories.length} advisories`].join('\n') }
}

/**
 * What `npm audit --json` has found, each advisory once; null when what it wrote is no report. Packages
 * that are named only because they lean on another have no advisory of their own.
 * @param {string} output
 * @returns {Advisory[] | null}
 */
export function parseAdvisories(output) {
  const report = parseReport(output)
  if (report?.vulnerabilities === undefined) return null
  /** @type {Map<string, Advisory>} */
  const found = new Map()
  for (const { via } of Object.values(report.vulnerabilities)) {
    for (const advisory of via) if (typeof advisory !== 'string') found.set(advisory.url, advisory)
  }
  return [...found.values()]
}

/**
 * The advisories that stop a check, a line each: high and critical ones that nobody has allowed, or whose
 * day has come.
 * @param {readonly Advisory[]} advisories
 * @param {readonly AllowedAdvisory[]} allowed
 * @param {string} today
 * @returns {string[]}
 */
export function blockingAdvisories(advisories, allowed, today) {
  const isAllowed = (/** @type {string} */ url) =>
    allowed.some(({ advisory, until }) => advisory === url && today < until)
  return advisories
    .filter(({ severity, url }) => BLOCKING_SEVERITIES.includes(severity) && !isAllowed(url))
    .map(({ severity, title, url }) => `${severity}: ${title} (${url})`)
}

/**
 * npm may warn on the other stream, whose lines come in between.
 * @param {string} output
 * @returns {{ vulnerabilities?: Record<string, { via: (string | Advisory)[] }> } | null}
 */
function parseReport(output) {
  const [start, end] = [output.indexOf('\n{') + 1, output.lastIndexOf('\n}') + 2]
  try {
    return JSON.parse(output.slice(start, end))
  } catch {
    return null
  }
}
