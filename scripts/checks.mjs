import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditPackages } from './check/audit.mjs'
import { checkCommitSubjects } from './check/commit-subjects.mjs'
import { importsOf } from './check/import-graph.mjs'
import { breaches } from './check/import-rules.mjs'
import { lockFileFaults } from './check/lock-file.mjs'
import { weighBuild } from './check/page-budget.mjs'
import { filesBelow } from './fingerprint.mjs'
import { ROOT } from './project.mjs'
import { runTool } from './run-command.mjs'

/**
 * @typedef {{ name: string, isGood: boolean, ms: number, output: string }} Check
 * @typedef {{ code: number, output: string }} Ending
 */

const TYPED = ['.', 'packages/domain', 'packages/contract', 'apps/server', 'apps/web']

/** A check of imports that sees fewer files has lost sight of the tree. */
const LEAST_MODULES = 150

/** @type {Record<string, () => Promise<Ending>>} */
const STEPS = {
  ...Object.fromEntries(
    TYPED.map((folder) => [
      folder === '.' ? 'types: scripts' : `types: ${folder}`,
      () => runTool('typescript/bin/tsc', ['-p', folder, '--pretty', 'false']),
    ]),
  ),
  'format and quick lint': () => runTool('@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
  'strict lint': () => runTool('oxlint/bin/oxlint', ['--type-aware', '--format=unix', '.']),
  'dead code': () => runTool('knip/bin/knip.js', ['--no-progress']),
  imports: async () => checkImports(),
  'lock file': async () => checkLockFile(),
  'commit subjects': checkCommitSubjects,
  'known vulnerabilities': auditPackages,
  'page budget': async () => checkPageBudget(),
}

/** Runs all checks side by side; they never throw, they end badly. */
export async function runChecks() {
  return await Promise.all(Object.entries(STEPS).map(([name, step]) => timed(name, step)))
}

/**
 * @param {string} name
 * @param {() => Promise<Ending>} step
 * @returns {Promise<Check>}
 */
async function timed(name, step) {
  const start = performance.now()
  try {
    const { code, output } = await step()
    return { name, isGood: code === 0, ms: performance.now() - start, output }
  } catch (error) {
    const output = error instanceof Error ? `${error.stack}` : String(error)
    return { name, isGood: false, ms: performance.now() - start, output }
  }
}

/** @returns {Ending} */
function checkImports() {
  const folders = ['apps/server', 'apps/web', 'packages', 'scripts', 'e2e']
  const files = filesBelow(ROOT, folders, { withTests: true }).filter((file) => /\.(?:tsx?|mjs)$/.test(file))
  const imports = importsOf(ROOT, files)
  const broken = breaches(imports).map(({ rule, from, to }) => `${from} imports ${to}: ${rule}`)
  const seen = `${files.length} modules, ${imports.length} imports`
  if (files.length < LEAST_MODULES)
    broken.push(`Only ${seen} were seen; there are at least ${LEAST_MODULES}.`)
  return { code: broken.length, output: [...broken, seen].join('\n') }
}

/** @returns {Ending} */
function checkLockFile() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const faults = lockFileFaults(packages)
  return { code: faults.length, output: [...faults, `${Object.keys(packages).length} packages`].join('\n') }
}

/** @returns {Ending} */
function checkPageBudget() {
  const weights = weighBuild(join(ROOT, 'apps/web/dist'))
  const tooHeavy = weights.filter(({ bytes, limit }) => bytes > limit)
  const kilobytes = (/** @type {number} */ bytes) => (bytes / 1024).toFixed(1)
  const lines = (tooHeavy.length > 0 ? tooHeavy : weights.slice(0, 3)).map(
    ({ what, bytes, limit }) => `${what}: ${kilobytes(bytes)} of ${kilobytes(limit)} KB`,
  )
  return { code: tooHeavy.length, output: lines.join('\n') }
}

/**
 * @param {readonly Check[]} checks
 * @returns {import('./tally.mjs').Tally}
 */
export function checkTally(checks) {
  const passed = checks.filter(({ isGood }) => isGood).length
  return { passed, failed: checks.length - passed, skipped: 0 }
}

/**
 * Prints what the failing ones said, then a line for each with its time.
 * @param {readonly Check[]} checks
 */
export function printChecks(checks) {
  for (const { name, output } of checks.filter(({ isGood }) => !isGood)) {
    console.log(`\n── ${name} ──\n${output.trim()}`)
  }
  console.log('')
  for (const { name, isGood, ms, output } of checks) {
    const remark = isGood ? lastLine(output) : 'FAILED, see above'
    console.log(`${isGood ? '✓' : '✗'} ${name.padEnd(24)} ${(ms / 1000).toFixed(1).padStart(5)} s  ${remark}`)
  }
}

/** @param {string} output */
function lastLine(output) {
  const lines = output.trim().split('\n')
  return lines.length <= 3 ? lines.join(', ') : ''
}
